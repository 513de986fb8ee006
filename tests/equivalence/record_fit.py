"""`python -m tests.equivalence.record_fit SCRIPT --replicas G --out RUN.npz -- ARGS`: record a script that calls `fit`.

For scripts of `tf.keras` and `tf.distribute`, on TensorFlow 2.3 to 2.21. The script begins at weights that come from a
seed, reads its own data in order (`shuffle` does nothing) and computes in double precision; dropout and augmentation do
nothing, and EfficientNetV2 is a network of two convolutions. What is kept is the loss of each step, the final weights,
and the loss and accuracy of the last validation.
"""

import importlib
import re
from types import ModuleType
from typing import Any, Callable, Dict

from compat.runner.devices import emulate_gpus
from compat.runner.float64 import in_float64
from compat.runner.record import without_dropout
from compat.runner.scripts import after_import
from tests.equivalence.cases import named_weights
from tests.equivalence.recorder import Recorder, main, replace

_MODELS = re.compile(r"(^|\.)keras\.(src\.)?(engine\.training|models\.model)$")
_AUGMENTATION = re.compile(r"(^|\.)keras\..*preprocessing\.(image_preprocessing$|image_preprocessing\.random_\w+$)")
_NETWORKS = re.compile(r"(^|\.)keras\.(.*\.)?applications(\.efficientnet_v2)?$")


class ScriptRecorder(Recorder):
    """Records a script that calls `fit`, once or several times."""

    def install(self, replicas: int) -> None:
        """Take over at TensorFlow and at Keras as soon as the script has imported them."""
        in_float64()
        without_dropout([])
        after_import(_AUGMENTATION, without_augmentation)
        after_import(_NETWORKS, with_small_network)
        after_import(re.compile(r"^tensorflow$"), lambda tf: self._take_tensorflow(tf, replicas))
        after_import(_MODELS, lambda module: self._take_model(module.Model))

    def _take_tensorflow(self, tf: Any, replicas: int) -> None:
        emulate_gpus(replicas)
        datasets = importlib.import_module("tensorflow.python.data.ops.dataset_ops")
        for name in ("Dataset", "DatasetV1", "DatasetV2"):
            getattr(datasets, name).shuffle = lambda dataset, *_, **__: dataset

    def _take_model(self, model_class: Any) -> None:
        # where it is defined: a model of Keras 3 with a `compile` of its own is not compiled as it is loaded
        owner = next(base for base in model_class.__mro__ if "compile" in vars(base))
        replace(owner, "compile", self._compile)
        replace(model_class, "fit", self._fit)

    def _compile(self, original: Callable[..., Any], model: Any, *args: Any, **kwargs: Any) -> None:
        self._start(model, named_weights)
        original(model, *args, **kwargs)

    def _fit(self, original: Callable[..., Any], model: Any, *args: Any, **kwargs: Any) -> Any:
        tf = importlib.import_module("tensorflow")
        if not self.names:
            dataset = args[0] if args else kwargs["x"]
            model.build(tuple(dataset.element_spec[0].shape))
            self._start(model, named_weights)

        def record(_: int, logs: Dict[str, Any]) -> None:
            self.losses.append(float(logs["loss"]))
            model.reset_metrics()  # the log is the mean since then

        callback = tf.keras.callbacks.LambdaCallback(on_train_batch_end=record)
        history = original(model, *args, **{**kwargs, "callbacks": [*(kwargs.get("callbacks") or []), callback]})
        self.final = [value for layer in model.layers for value in layer.get_weights()]
        last = {name: float(values[-1]) for name, values in history.history.items()}
        accuracy = next(name for name in sorted(last) if name.startswith("val_") and "acc" in name)
        self.evaluation = [last["val_loss"], last[accuracy]]
        return history


def without_augmentation(module: ModuleType) -> None:
    """Make the random layers of a module hand their images on."""
    for name, value in list(vars(module).items()):
        if isinstance(value, type) and name.startswith("Random"):
            value.call = lambda layer, inputs, training=None: inputs  # type: ignore[attr-defined]


def with_small_network(module: ModuleType) -> None:
    """Put a network with two convolutions and batch normalization in the place of EfficientNetV2."""

    def network(input_shape: Any, **_: Any) -> Any:
        keras: Any = importlib.import_module("tensorflow").keras
        x = inputs = keras.Input(input_shape)
        x = keras.layers.Rescaling(1.0 / 128.0, offset=-1.0)(x)
        for filters in (4, 8):
            x = keras.layers.Conv2D(filters, 3, strides=2, use_bias=False)(x)
            x = keras.layers.BatchNormalization()(x)
            x = keras.layers.Activation("swish")(x)
        return keras.Model(inputs, x)

    if hasattr(module, "EfficientNetV2B0"):
        module.EfficientNetV2B0 = network  # type: ignore[attr-defined]


if __name__ == "__main__":
    raise SystemExit(main(ScriptRecorder(), "tests.equivalence.record_fit", __doc__ or ""))
