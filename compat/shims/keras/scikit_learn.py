"""`keras.wrappers.scikit_learn`: a function that builds models, as an estimator of scikit-learn.

https://github.com/keras-team/keras/blob/2.3.1/keras/wrappers/scikit_learn.py

Known deviations:
* the wrappers derive from `sklearn.base.BaseEstimator` where scikit-learn is installed, which takes no others any more;
  as before they are no `ClassifierMixin`, so `cross_val_score` does not stratify its folds
* keywords about the loading of data have no effect
"""

import copy
import inspect
from typing import Any, Dict, Optional, Tuple

import keras
import numpy as np

from compat.shims.keras.loss_kinds import is_categorical_crossentropy
from compat.tables.methods.generator_methods import LOADING_DEFAULTS

try:
    from sklearn.base import BaseEstimator
except ImportError:
    BaseEstimator = object

_LOADING = tuple(LOADING_DEFAULTS)
_OF_FIT = (
    *("x", "y", "batch_size", "epochs", "verbose", "callbacks", "validation_split", "validation_data", "shuffle"),
    *("class_weight", "sample_weight", "initial_epoch", "steps_per_epoch", "validation_steps", "validation_freq"),
    *_LOADING,
)
_OF_PREDICT = ("x", "batch_size", "verbose", "steps", "callbacks", *_LOADING)
_OF_CLASSES = ("x", "batch_size", "verbose")
_OF_EVALUATE = ("x", "y", "batch_size", "verbose", "sample_weight", "steps", "callbacks", *_LOADING)
_KERAS_1 = ("nb_epoch",)
"""Accepted, and without effect: the methods have no such parameter."""
_HALF = 0.5


class BaseWrapper(BaseEstimator):  # type: ignore[misc]
    """What both wrappers share: the parameters, and `fit`.

    Args:
        build_fn: a function or a callable object that returns a compiled model; by default the wrapper itself.
        **sk_params: arguments of `build_fn`, and of `fit`, `predict` and `evaluate`.

    Raises:
        ValueError: neither takes an argument of that name.

    """

    def __init__(self, build_fn: Any = None, **sk_params: Any) -> None:
        self.build_fn = build_fn
        self.sk_params = sk_params
        self.check_params(sk_params)

    def check_params(self, params: Dict[str, Any]) -> None:
        """Refuse parameters that nothing takes."""
        legal = {*_OF_FIT, *_OF_PREDICT, *_OF_EVALUATE, *_KERAS_1, *_parameters(self._builder())}
        for name in params:
            if name not in legal:
                raise ValueError(f"{name} is not a legal parameter")

    def get_params(self, **params: Any) -> Dict[str, Any]:
        """Return `build_fn` and copies of the other parameters."""
        del params
        return {**copy.deepcopy(self.sk_params), "build_fn": self.build_fn}

    def set_params(self, **params: Any) -> "BaseWrapper":
        """Set parameters, and return the wrapper."""
        self.check_params(params)
        self.sk_params.update(params)
        return self

    def fit(self, x: Any, y: Any, **kwargs: Any) -> Any:
        """Build a new model, train it on `x` and `y`, and return the history."""
        build = self._builder()
        self.model = build(**self._chosen(_parameters(build)))
        if is_categorical_crossentropy(self.model.loss) and len(y.shape) != 2:  # noqa: PLR2004 - a column for each class
            y = keras.utils.to_categorical(y)
        return self.model.fit(x, y, **_given({**copy.deepcopy(self._chosen(_OF_FIT)), **kwargs}))

    def filter_sk_params(self, fn: Any, override: Optional[Dict[str, Any]] = None) -> Dict[str, Any]:
        """Return the parameters that a function takes, and those of `override`."""
        return {**self._chosen(_parameters(fn)), **(override or {})}

    def __sklearn_is_fitted__(self) -> bool:
        """Tell pipelines whether there is a model."""
        return hasattr(self, "model")

    def _builder(self) -> Any:
        return self if self.build_fn is None else self.build_fn

    def _chosen(self, names: Tuple[str, ...]) -> Dict[str, Any]:
        return {name: value for name, value in self.sk_params.items() if name in names}

    def _predicted(self, x: Any, names: Tuple[str, ...], kwargs: Dict[str, Any]) -> Any:
        return np.asarray(self.model.predict(x, **{"verbose": 0, **_given({**self._chosen(names), **kwargs})}))

    def _evaluated(self, x: Any, y: Any, kwargs: Dict[str, Any]) -> Dict[str, float]:
        given = _given({**self._chosen(_OF_EVALUATE), **kwargs})
        values: Dict[str, float] = self.model.evaluate(x, y, return_dict=True, **given)
        return values


class KerasClassifier(BaseWrapper):
    """A classifier: `predict` returns classes, and `score` the accuracy."""

    def fit(self, x: Any, y: Any, sample_weight: Any = None, **kwargs: Any) -> Any:
        """Build a new model, and train it; `y` has classes, of shape `(rows,)`, or a column for each class."""
        y = np.array(y)
        if y.ndim == 2 and y.shape[1] > 1:  # noqa: PLR2004 - a column for each class
            self.classes_ = np.arange(y.shape[1])
        elif y.ndim == 1 or (y.ndim == 2 and y.shape[1] == 1):  # noqa: PLR2004
            self.classes_ = np.unique(y)
            y = np.searchsorted(self.classes_, y)
        else:
            raise ValueError(f"Invalid shape for y: {y.shape}")
        self.n_classes_ = len(self.classes_)
        if sample_weight is not None:
            kwargs["sample_weight"] = sample_weight
        return super().fit(x, y, **kwargs)

    def predict(self, x: Any, **kwargs: Any) -> Any:
        """Return the class of each row: shape `(rows,)`, or `(rows, 1)` for a model with one output."""
        outputs = self._predicted(x, _OF_CLASSES, kwargs)
        classes = outputs.argmax(axis=-1) if outputs.shape[-1] > 1 else (outputs > _HALF).astype("int32")
        return self.classes_[classes]

    def predict_proba(self, x: Any, **kwargs: Any) -> Any:
        """Return the probability of each class, of shape `(rows, classes)`."""
        outputs = self._predicted(x, _OF_CLASSES, kwargs)
        return np.hstack([1 - outputs, outputs]) if outputs.shape[1] == 1 else outputs

    def score(self, x: Any, y: Any, **kwargs: Any) -> float:
        """Return the accuracy, which the model has to be compiled with."""
        y = np.searchsorted(self.classes_, y)
        if is_categorical_crossentropy(self.model.loss) and y.ndim != 2:  # noqa: PLR2004
            y = keras.utils.to_categorical(y)
        values = self._evaluated(x, y, kwargs)
        for name in ("accuracy", "acc"):
            if name in values:
                return values[name]
        raise ValueError('The model is not configured to compute accuracy. Pass metrics=["accuracy"] to compile().')


class KerasRegressor(BaseWrapper):
    """A regressor: `predict` returns numbers, and `score` the negative loss."""

    def predict(self, x: Any, **kwargs: Any) -> Any:
        """Return the outputs, of shape `(rows,)` for a model with one output."""
        outputs = self._predicted(x, _OF_PREDICT, kwargs)
        return np.squeeze(outputs, axis=-1) if outputs.shape[-1] == 1 else outputs

    def score(self, x: Any, y: Any, **kwargs: Any) -> float:
        """Return the negative loss."""
        return -self._evaluated(x, y, kwargs)["loss"]


def _parameters(function: Any) -> Tuple[str, ...]:
    """The names of the parameters that a function, or the `__call__` of an object, takes by keyword."""
    is_plain = inspect.isfunction(function) or inspect.ismethod(function)
    found = inspect.signature(function if is_plain else function.__call__).parameters.values()
    return tuple(each.name for each in found if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY))


def _given(kwargs: Dict[str, Any]) -> Dict[str, Any]:
    """Leave out the keywords about loading, which the methods of Keras 3 do not have."""
    return {name: value for name, value in kwargs.items() if name not in _LOADING}
