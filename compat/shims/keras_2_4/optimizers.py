"""The optimizers of Keras 2.3 on Keras 2.4 to 2.15: its order of arguments, default rates and global `clipnorm`.

https://github.com/keras-team/keras/blob/2.3.1/keras/optimizers.py
"""

from typing import Any, Dict, List

import tensorflow as tf

from compat.namespace.legacy_warning import warn_legacy
from compat.shims.keras_2_4 import tf_optimizers
from compat.shims.optimizer_arguments import by_keyword
from compat.tables.behaviour.changed_defaults import TENSORFLOW_2_DEFAULTS

_RENAMED = {"lr": "learning_rate", "clipnorm": "global_clipnorm"}


class Legacy:
    """Arguments that every optimizer of Keras 2.3 had; the formulas are those of Keras 2.10 and before."""

    global_clipnorm: Any
    clipvalue: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        name = type(self).__name__
        for cls in type(self).__mro__:
            if cls in _CLASSES.values():
                name = cls.__name__
                break
        symbol = "keras.optimizers." + name
        given = {**by_keyword(name, args), **kwargs} if args else dict(kwargs)
        if "lr" in given:
            warn_legacy("TFM102", symbol + "(lr=)", "the keyword is learning_rate")
        if given.get("decay"):
            warn_legacy("TFM110", symbol + "(decay=)", "give learning_rate an InverseTimeDecay schedule")
        named = {_RENAMED.get(keyword, keyword): value for keyword, value in given.items()}
        defaults = {row.keyword: row.legacy for row in TENSORFLOW_2_DEFAULTS if row.symbol == symbol}
        super().__init__(**{**defaults, **named})

    def _transform_gradients(self, grads_and_vars: Any) -> List[Any]:
        """Clip by the norm of all gradients and then by value; those of an embedding are added up before."""
        this: Any = self
        pairs = [(tf.convert_to_tensor(gradient), variable) for gradient, variable in grads_and_vars]
        if this.global_clipnorm:
            pairs = this._global_clipnorm_fn(pairs)  # noqa: SLF001
        if this.clipvalue:
            pairs = this._clipvalue_fn(pairs)  # noqa: SLF001
        return pairs


class SGD(Legacy, tf_optimizers.SGD):  # type: ignore[misc]
    """`SGD(learning_rate=0.01, momentum=0.0, nesterov=False, **kwargs)`."""


class RMSprop(Legacy, tf_optimizers.RMSprop):  # type: ignore[misc]
    """`RMSprop(learning_rate=0.001, rho=0.9, **kwargs)`."""


class Adagrad(Legacy, tf_optimizers.Adagrad):  # type: ignore[misc]
    """`Adagrad(learning_rate=0.01, **kwargs)`."""


class Adadelta(Legacy, tf_optimizers.Adadelta):  # type: ignore[misc]
    """`Adadelta(learning_rate=1.0, rho=0.95, **kwargs)`."""


class Adam(Legacy, tf_optimizers.Adam):  # type: ignore[misc]
    """`Adam(learning_rate=0.001, beta_1=0.9, beta_2=0.999, amsgrad=False, **kwargs)`."""


class Adamax(Legacy, tf_optimizers.Adamax):  # type: ignore[misc]
    """`Adamax(learning_rate=0.002, beta_1=0.9, beta_2=0.999, **kwargs)`."""


class Nadam(Legacy, tf_optimizers.Nadam):  # type: ignore[misc]
    """`Nadam(learning_rate=0.002, beta_1=0.9, beta_2=0.999, **kwargs)`."""


_CLASSES: Dict[str, Any] = {cls.__name__.lower(): cls for cls in (SGD, RMSprop, Adagrad, Adadelta, Adam, Adamax, Nadam)}


def get(identifier: Any) -> Any:
    """Return the optimizer for a name, a config or an instance."""
    if isinstance(identifier, str) and identifier.lower() in _CLASSES:
        return _CLASSES[identifier.lower()]()
    return tf_optimizers.get(identifier)
