"""The call that gives one Keras 3 model a trainer which computes the same numbers under every strategy."""

from typing import Any, TypeVar

ModelT = TypeVar("ModelT")


def exact(model: ModelT, *, same_batches: bool = True) -> ModelT:
    """Train this model on its replicas as one device trains it; return the same model.

    Call it in the scope of a `MirroredStrategy`, `MultiWorkerMirroredStrategy` or `OneDeviceStrategy`, before or after
    `compile`. `fit`, `evaluate`, `predict` and the methods for single batches then take global batches of any number of
    rows, shape (rows, ...). Nothing else in the process changes.

    Args:
        model: a Keras model; its variables may have been made outside the scope.
        same_batches: every worker reads the same batches, which each step checks. With False, the workers shuffle
            on their own, as under `tf.distribute`: each takes its share of its own batch, and no number is exact.

    Raises:
        ImportError: Keras is older than 3.3.
        TypeError: `model` is no Keras model.
        ValueError: no strategy scope is open, the strategy is another one, or the model is compiled with XLA or for
            gradient accumulation.

    """
    import keras
    import tensorflow as tf

    version = tuple(int(part) for part in keras.__version__.split(".")[:2])
    if version < _OLDEST:
        raise ImportError(f"compat.distribute needs Keras 3.3 or later; this is {keras.__version__}.")
    if not tf.distribute.has_strategy():
        raise ValueError("`exact` needs a strategy: call it inside `with strategy.scope():`.")
    strategy = tf.distribute.get_strategy()
    supported = (
        tf.distribute.MirroredStrategy,
        tf.distribute.MultiWorkerMirroredStrategy,
        tf.distribute.OneDeviceStrategy,
    )
    if not isinstance(strategy, supported):
        raise ValueError(  # noqa: TRY004  (the scope is wrong, no argument)
            "`exact` is for MirroredStrategy, MultiWorkerMirroredStrategy and OneDeviceStrategy, "
            f"not for {type(strategy).__name__}."
        )
    from compat.distribute.trainer import Trainer

    Trainer(_keras_model(model), strategy, same_batches).take_over()
    return model


def _keras_model(model: Any) -> Any:
    import keras

    if not isinstance(model, keras.Model):
        raise TypeError(f"`exact` takes a Keras model, not {type(model).__name__}.")
    return model


_OLDEST = (3, 3)
