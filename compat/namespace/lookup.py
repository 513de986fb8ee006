"""Packages that mirror a legacy namespace without importing it: every name is looked up when it is asked for.

`compat.keras.layers.core` stands for `keras.layers.core`. On a release that still has the legacy module the native
object is returned; on Keras 3 a name is looked up in turn among the shims, the tables of moved names, the modern
module of the same path, and the table of removed names, which says what became of it.
From Keras 2.4 to 2.15, `keras` is `tf.keras`: a few names have shims, the others are those of `tf.keras`.
"""

import importlib
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, List, Optional, Sequence, Tuple

from compat.namespace import uses
from compat.namespace.index import (
    alias,
    ended_with_keras_1,
    is_changed,
    is_legacy_module,
    moved_to,
    shim_module,
    shim_of_keras_2_4,
    spelled_in,
)
from compat.namespace.legacy_name import PREFIX, V2, LegacyName, family, legacy_name
from compat.namespace.legacy_warning import warn_legacy
from compat.namespace.missing import missing
from compat.namespace.releases import FIRST_IN_TENSORFLOW, keras_of, keras_root
from compat.tables.names.looked_up import LOOKED_UP
from compat.tables.names.slim import PACKAGE as SLIM

ROOTS = ("compat.keras", "compat.tensorflow")
_VERSIONS = ("__version__", "__git_version__", "__compiler_version__")
_ESTIMATOR = "tensorflow.compat.v1.estimator"


class LazyModule(ModuleType):
    """A module of a mirrored namespace that looks up each name on first use."""

    def __getattr__(self, name: str) -> Any:
        if name == "__all__":
            return [public for public in self.__dir__() if not public.startswith("_")]
        if name.startswith("__") and name not in _VERSIONS:
            raise AttributeError(name)
        value = resolve(legacy_name(self.__name__), name)
        super().__setattr__(name, value)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        """Set a name; `keras.losses.own = own` makes an object known by that name, as in standalone Keras.

        A function that has the name of a module stays: an import of `ops.arg_scope` would set that in its place.
        """
        if isinstance(value, LazyModule) and _is_in_slim(shim_module(legacy_name(self.__name__), name)):
            return
        super().__setattr__(name, value)
        if callable(value) and not isinstance(value, ModuleType):
            _make_known(legacy_name(self.__name__), name, value)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the shim of the module's own name: `keras.layers.merge` was a function, too."""
        parent, _, name = self.__name__.rpartition(".")
        shim = shim_module(legacy_name(parent), name) if parent else None
        if shim is None:
            message = f"module {self.__name__!r} is not callable"
            raise TypeError(message)
        return getattr(_shim(shim), name)(*args, **kwargs)

    def __dir__(self) -> List[str]:
        module = legacy_name(self.__name__)
        real = _real(module)
        return sorted({*vars(self), *spelled_in(module), *(dir(real) if real else ())})


class _Loader:
    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return LazyModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Run nothing: names are looked up on demand."""


class _Finder:
    """Finds `compat.keras.a.b` if `keras.a.b` exists, or existed in a legacy release."""

    def find_spec(
        self,
        fullname: str,
        path: Optional[Sequence[str]],
        target: Optional[ModuleType] = None,
    ) -> Optional[ModuleSpec]:
        del path, target
        if not fullname.startswith(tuple(root + "." for root in ROOTS)):
            return None
        module = legacy_name(fullname)
        ended = ended_with_keras_1(module)
        if ended is not None:
            message = f"{module.canonical} was removed in {ended.gone_in}: {ended.advice} ({ended.url})"
            raise ModuleNotFoundError(message, name=fullname)
        if is_legacy_module(module) or _real(module) is not None:
            return ModuleSpec(fullname, _Loader(), is_package=True)  # type: ignore[arg-type]
        return None


def install(name: str) -> None:
    """Make the package `name` the root of a mirrored namespace."""
    sys.modules[name].__class__ = LazyModule
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.append(_Finder())


def resolve(module: LegacyName, name: str) -> Any:
    """Return the object that `module.name` stands for on the installed releases.

    Raises:
        AttributeError: the name cannot be resolved; for a removed name, the message says what became of it.

    """
    real = _real(module)
    if _is_native(module):
        found = _native_value(module, name, real)
        if found is not _ABSENT:
            return found
    else:
        shim = shim_module(module, name)
        if shim is not None:
            _note(module, name)
            return _with_keras_1(module, name, getattr(_shim(shim), name))
        if is_changed(module, name):
            _note(module, name)
            return _fetch(module, module.canonical.replace("tensorflow", "tensorflow.compat.v1", 1) + "." + name)
    moved = moved_to(module, name)
    if moved is not None:
        rule = "TFM101" if module.family == "keras" else "TFM103"
        if not _note(module, name, rule):
            warn_legacy(rule, module.canonical, f"its names moved, {name} is {moved}")
        return _taking_legacy(module, name, _fetch(module, moved))
    value = getattr(real, name, _ABSENT)
    if value is _ABSENT and _is_in_tensorflow(module):
        value = getattr(_private(module), name, _ABSENT)
    if value is _ABSENT or (isinstance(value, ModuleType) and _is_mirrored(legacy_name(module.path + "." + name))):
        return _submodule(module, name, value)
    return _hook(module, name, value)


def _make_known(module: LegacyName, name: str, value: Any) -> None:
    if module.path not in _LOOKED_UP:
        return
    if _is_native(module) and not _is_in_tensorflow(module):
        setattr(_real(module), name, value)
    else:
        importlib.import_module("tensorflow").keras.utils.get_custom_objects()[name] = value


def _note(module: LegacyName, name: str, rule: Optional[str] = None) -> bool:
    """Note what stands in for `module.name`, and return whether somebody asks for that."""
    if uses.noted is not None:
        uses.noted.note_lookup(module.path + "." + name, module.spelled + "." + name, rule)
    return uses.noted is not None


def _native_value(module: LegacyName, name: str, real: Optional[Any]) -> Any:
    """Return the native object; from Keras 2.4 to 2.15 a few names have a shim, and modules stay mirrored for them."""
    if not _is_in_tensorflow(module):
        return getattr(real, name, _ABSENT)
    shim = shim_of_keras_2_4(module, name)
    if shim is not None:
        _note(module, name)
        return getattr(_shim(shim), name)
    value = getattr(_public(module), name, _ABSENT)
    return _ABSENT if isinstance(value, ModuleType) else value


def _shim(module: str) -> ModuleType:
    """Return a module of the shims, or one of tf-slim, which has the genuine functions of `tf.contrib`."""
    if _is_in_slim(module):
        importlib.import_module("compat.shims.contrib.slim").connect()
    return importlib.import_module(module)


def _is_in_slim(module: Optional[str]) -> bool:
    return module is not None and module.startswith(SLIM + ".")


_ABSENT = object()


def _is_mirrored(module: LegacyName) -> bool:
    """True for all of Keras, and for the modules of TensorFlow that contain a name from the tables."""
    return module.family == "keras" or is_legacy_module(module)


def _submodule(module: LegacyName, name: str, value: Any) -> Any:
    try:
        return importlib.import_module(module.path + "." + name)
    except ModuleNotFoundError:
        if value is not _ABSENT:
            return value
    same = alias(module, name)
    if same is not None:
        return _fetch(module, same)
    is_there = module.is_in_tf_keras and _public(module) is not None
    standalone = _import_or_none(module.canonical) if is_there else None
    if hasattr(standalone, name):  # Keras 3 exports some functions for standalone Keras only
        return getattr(standalone, name)
    raise missing(module, name)


def _fetch(module: LegacyName, modern: str) -> Any:
    """Return the object with the modern name; a `keras` name is looked up through the same mirrored root."""
    parent, _, name = modern.rpartition(".")
    if family(parent) == "keras":
        root = "compat.tensorflow." if module.spelled.startswith("tensorflow") else PREFIX
        return getattr(importlib.import_module(root + parent), name)
    if (parent + ".").startswith(_ESTIMATOR + "."):
        # tf.estimator left TensorFlow in 2.16
        return getattr(importlib.import_module("compat.tensorflow.estimator" + parent[len(_ESTIMATOR) :]), name)
    owner: Any = importlib.import_module(family(parent))
    for part in modern.split(".")[1:]:
        owner = getattr(owner, part)
    return owner


def _hook(module: LegacyName, name: str, value: Any) -> Any:
    if _is_native(module):
        return value
    value = _taking_legacy(module, name, value)
    if not (module.canonical.startswith("keras.applications") and name[0].isupper()):
        return value
    return importlib.import_module("compat.shims.keras.models").returning_legacy_model(value)


def _taking_legacy(module: LegacyName, name: str, value: Any) -> Any:
    """Let a layer, or a function of the backend, take what it took in Keras 2; Keras 2 itself needs no help."""
    if _is_native(module):
        return value
    return _taking_keras_objects(module, name, _with_keras_1(module, name, value))


def _taking_keras_objects(module: LegacyName, name: str, value: Any) -> Any:
    """Let a function of `keras.backend` take the tensors and variables of Keras, as it did in Keras 2."""
    if module.canonical not in _BACKENDS or getattr(value, "__module__", "") != _LEGACY_BACKEND:
        return value
    return importlib.import_module("compat.shims.keras.backend_functions").taking_keras_objects(
        "keras.backend." + name, value
    )


def _with_keras_1(module: LegacyName, name: str, value: Any) -> Any:
    """Let a layer take what it took in Keras 2: in standalone Keras also the arguments of Keras 1."""
    if module.path not in _LAYERS or not isinstance(value, type):
        return value
    shim = importlib.import_module("compat.shims.keras.keras_1")
    return shim.with_keras_1("keras.layers." + name, value, is_standalone=module.path.startswith(_KERAS_LAYERS))


_LOOKED_UP = tuple(PREFIX + module for module in LOOKED_UP)
_BACKENDS = ("keras.backend", "keras.backend.tensorflow_backend")
_LEGACY_BACKEND = "keras.src.legacy.backend"
_KERAS_LAYERS = PREFIX + "keras.layers"
_LAYERS = (
    _KERAS_LAYERS,
    _KERAS_LAYERS + ".local",
    PREFIX + "tensorflow.keras.layers",
    PREFIX + V2 + ".keras.layers",
)


def _is_native(module: LegacyName) -> bool:
    """True if the installed Keras (outside Keras: TensorFlow) is a release that legacy scripts were written for."""
    if module.family == "keras":
        return _keras(module) < (3,)
    return str(importlib.import_module("tensorflow").__version__).startswith("1.")


def _is_in_tensorflow(module: LegacyName) -> bool:
    """True if the module is of Keras 2.4 to 2.15, standalone or not: one code, without the oldest names."""
    return module.family == "keras" and FIRST_IN_TENSORFLOW <= _keras(module) < (3,)


def _keras(module: LegacyName) -> Tuple[int, ...]:
    return keras_of(module.package)


def _real(module: LegacyName) -> Optional[Any]:
    """Return the installed module that the mirrored one stands for, or None."""
    if module.family == "keras" and _is_in_tensorflow(module):
        return _public(module) or _private(module)
    if not module.is_in_tf_keras:
        return _import_or_none(module.spelled)
    public = _public(module)
    if public is not None or not _is_native(module):
        return public
    return _import_or_none("tensorflow.python." + module.canonical)


def _public(module: LegacyName) -> Optional[Any]:
    return _import_or_none("tensorflow." + module.canonical)


def _private(module: LegacyName) -> Optional[Any]:
    """Return the module of Keras 2.4 to 2.15 that has no public name."""
    return _import_or_none(keras_root() + module.canonical[len("keras") :])


def _import_or_none(name: str) -> Optional[Any]:
    """Return the module, reached as an attribute or else imported, or None.

    `tensorflow.keras` is not a package on every release, and the wheel's folder `tensorflow/distribute` is not
    `tf.distribute`.
    """
    root, *parts = name.split(".")
    module: Any = importlib.import_module(root)
    for part in parts:
        module = getattr(module, part, None)
    if isinstance(module, ModuleType):
        return module
    try:
        return importlib.import_module(name)
    except ImportError:
        return None
