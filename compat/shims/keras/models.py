"""`keras.models` on Keras 3: every model made or loaded through it has the methods of Keras 2.

https://github.com/keras-team/keras/blob/2.3.1/keras/models.py

As in Keras 2, the functions of `Lambda` layers in a file or a text are run: load only what you trust, or pass
`safe_mode=True` to `load_model`.
"""

import functools
import io
import json
from typing import Any, Callable, Dict, Optional, Tuple, Type

import keras

from compat.shims.keras import (
    architectures,
    explicit_training,
    files,
    gradient_overrides,
    keras_2_files,
    legacy_classes,
    optimizers,
    own_optimizers,
)
from compat.shims.keras.custom_objects import CustomObjectScope, custom_objects_around, remade
from compat.shims.keras.first_inputs import LegacySequential, with_input
from compat.shims.keras.keywords import with_legacy_keywords
from compat.shims.keras.set_outputs import SetOutputs
from compat.shims.keras.training import LegacyTraining
from compat.tables.names.loss_names import SHORT_LOSS_NAMES

_classes: Dict[Tuple[Type[Any], Type[Any]], Type[Any]] = {}


def legacy_model(model: Any, training: Type[LegacyTraining] = LegacyTraining) -> Any:
    """Give the model the methods of Keras 2, in place; it is saved and loaded as its original class."""
    cls = type(model)
    if isinstance(model, keras.Model) and not isinstance(model, LegacyTraining):
        if (cls, training) not in _classes:
            bases = (*_legacy_bases(cls, training), cls)
            _classes[cls, training] = type(cls.__name__, bases, {"__module__": cls.__module__})
        object.__setattr__(model, "__class__", _classes[cls, training])
    return model


def _legacy_bases(cls: Type[Any], training: Type[LegacyTraining]) -> Tuple[Type[Any], ...]:
    if issubclass(cls, keras.Sequential):
        return LegacySequential, training
    is_functional = issubclass(cls, keras.src.models.functional.Functional)
    return (SetOutputs if is_functional else LegacyStart, training)


class LegacyStart:
    """A base of models that ignores a lone positional argument, as `Model.__init__` of Keras 2 did: it was no name."""

    def __init__(self, *given: Any, **options: Any) -> None:
        is_ignored = len(given) == 1 and "outputs" not in options
        super().__init__(*(() if is_ignored else given), **options)


def returning_legacy_model(
    function: Callable[..., Any], training: Type[LegacyTraining] = LegacyTraining
) -> Callable[..., Any]:
    """Wrap a function that returns a model, such as those of `keras.applications`."""

    @functools.wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        return legacy_model(function(*args, **kwargs), training)

    return wrapped


class ModelClass:
    """Stands for a Keras class: calls, subclassing and `isinstance` work as with the class itself.

    It is an object because Keras 3 rewrites the bases of a subclass of `Model` that is built from inputs and outputs.
    """

    def __init__(
        self,
        cls: Type[Any],
        symbol: str,
        training: Type[LegacyTraining] = LegacyTraining,
        derived: Optional[Type[LegacyTraining]] = None,
    ) -> None:
        self._cls = cls
        self._training = training
        self._derived = derived or training
        self._symbol = symbol
        self.__doc__ = cls.__doc__
        self.__name__ = cls.__name__

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        given = with_legacy_keywords(self._symbol, kwargs)
        if issubclass(self._cls, keras.Sequential):
            args = tuple(with_input(each) for each in args)
            given = {name: with_input(each) if name == "layers" else each for name, each in given.items()}
        return legacy_model(self._cls(*args, **given), self._training)

    def from_config(self, config: Any, custom_objects: Any = None) -> Any:
        """Make a model of its configuration."""
        from_config = trusting(self._cls.from_config)
        return legacy_model(from_config(legacy_classes.marked(config), custom_objects=custom_objects), self._training)

    def __mro_entries__(self, bases: Tuple[Any, ...]) -> Tuple[Type[Any], ...]:
        del bases
        return (*_legacy_bases(self._cls, self._derived), self._cls)

    def __instancecheck__(self, instance: Any) -> bool:
        return isinstance(instance, self._cls)

    def __subclasscheck__(self, subclass: Any) -> bool:
        return issubclass(subclass, self._cls)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._training, name, None) or getattr(self._cls, name)


Model = ModelClass(keras.Model, "keras.models.Model")
Sequential = ModelClass(keras.Sequential, "keras.models.Sequential")


def model_from_yaml(yaml_string: str, custom_objects: Any = None) -> Any:
    """Make the model of a text that `to_yaml` wrote; its weights are new."""
    return model_from_config(architectures.configuration(yaml_string), custom_objects)


def trusting(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let a function read the bytecode of `Lambda` layers, and layers of Keras 2; Keras 3 refuses both by default."""

    @functools.wraps(function)
    @explicit_training.remaking
    def trusted(*args: Any, **kwargs: Any) -> Any:
        with keras.src.saving.serialization_lib.SafeModeScope(safe_mode=False), legacy_classes.known():
            return function(*args, **kwargs)

    return trusted


@trusting
def from_json(json_string: str, custom_objects: Any = None) -> Any:
    """Make the model of a text that `to_json` wrote; its weights are new."""
    config = json.loads(json_string)
    if "module" in config:
        return keras.models.model_from_json(json.dumps(legacy_classes.marked(config)), custom_objects)
    config = legacy_classes.marked(keras_2_files.modern(config))
    with keras.src.legacy.saving.saving_options.keras_option_scope(use_legacy_config=True):
        return keras.src.legacy.saving.saving_utils.model_from_config(config, custom_objects)


@trusting
def cloned(model: Any, *args: Any, **kwargs: Any) -> Any:
    """Return a model with new weights, which nobody has compiled yet."""
    with architectures.uncompiled(model):
        return keras.models.clone_model(model, *args, **kwargs)


model_from_json = returning_legacy_model(from_json)
clone_model = returning_legacy_model(cloned)

_SHORT_LOSSES = {
    name: getattr(keras.losses, full) for short, full in SHORT_LOSS_NAMES.items() for name in (short, short.upper())
}


def load_model(filepath: Any, custom_objects: Any = None, compile: bool = True, **kwargs: Any) -> Any:  # noqa: A002
    """Load a model saved by Keras 2 or 3, whatever the suffix of its file."""
    return loaded(LegacyTraining, filepath, custom_objects, compile=compile, **kwargs)


def unpickled(contents: bytes) -> Any:
    """Return the model whose file this is."""
    return load_model(io.BytesIO(contents))


@explicit_training.remaking
def loaded(training: Type[LegacyTraining], filepath: Any, custom_objects: Any, **kwargs: Any) -> Any:
    """Load a model, and give it the methods of `training`."""
    gradient_overrides.refuse()
    given = {name: remade(each) for name, each in {**custom_objects_around(), **(custom_objects or {})}.items()}
    known_optimizers = training.loadable_optimizers(given)
    custom_objects = {**_SHORT_LOSSES, **own_optimizers.loadable({**given, **known_optimizers})}
    kwargs.setdefault("safe_mode", False)
    safety = keras.src.saving.serialization_lib.SafeModeScope(safe_mode=kwargs["safe_mode"])
    with safety, legacy_classes.known(custom_objects), files.readable(filepath) as path:
        model = keras.models.load_model(path, custom_objects=custom_objects, **kwargs)
        if getattr(model, "optimizer", None) is not None:
            files.restore_optimizer(model, path)
            model.optimizer = optimizers.legacy_optimizer(model.optimizer, known_optimizers)
        return legacy_model(model, training)


@trusting
def model_from_config(config: Any, custom_objects: Any = None) -> Any:
    """Make the model of a dict with the name of its class and its configuration; its weights are new."""
    if isinstance(config, list):
        raise TypeError(
            "`model_from_config` expects a dictionary, not a list. Maybe you meant to use Sequential.from_config?"
        )
    cls = (custom_objects or {}).get(config["class_name"])
    if cls is None:
        cls = keras.Sequential if config["class_name"] == "Sequential" else keras.Model
    with CustomObjectScope(custom_objects):
        return legacy_model(cls.from_config(legacy_classes.marked(config["config"])))


def save_model(model: Any, filepath: Any, overwrite: bool = True, **kwargs: Any) -> None:
    """Save the model to the file `filepath`, HDF5 unless it ends in `.keras`."""
    files.save_model(functools.partial(keras.models.save_model, model), filepath, overwrite=overwrite, **kwargs)
