"""Decides what is public: the modules that TensorFlow and Keras intend for their users."""

import importlib
import pkgutil
import re
import sys
import types
from typing import Any, Iterator, List, Optional

OURS = (
    "tensorflow",
    "tensorflow_core",
    "tensorflow_estimator",
    "keras",
    "tf_keras",
    "keras_preprocessing",
    "keras_applications",
    "tensorboard",
)
NEST = "tensorflow.python.util.nest"
_HOMES = ("tensorflow", "tensorflow_core", "tensorflow_estimator", "keras")
_PRIVATE = re.compile(
    r"(tensorflow|tensorflow_core)\.(core|compiler|tools|tsl|security|include|examples|pywrap_tensorflow)\b"
    r"|keras\.(src|api)$|keras\.src\."
)
_CONTRIB = re.compile(r"(tensorflow|tensorflow_core)\.contrib\b")
_API = re.compile(r"\b_?api\b")
_CONTRIB_INSIDE = ("python", "ops", "kernels", "examples", "proto", "utils")
_SKIPPED = ("python", "src", "api")
_PASSES_ON = re.compile(r"weak_tensor_\w+_op_wrapper$")


def is_ours(value: Any) -> bool:
    """True if a function or class comes from TensorFlow, Keras or their companions."""
    module = getattr(value, "__module__", None)
    return isinstance(module, str) and module.split(".")[0] in OURS


def load(module: Any) -> Any:
    """The module behind a lazy loader; None if this release cannot load it."""
    loader = getattr(type(module), "_load", None)
    if loader is None:
        return module
    try:
        loaded = loader(module)
        dir(loaded)
    except Exception:  # noqa: BLE001 - a lazy part may fail in any way
        return None
    return loaded


def identity(module: Any) -> int:
    """One number for a module and the wrappers around it."""
    try:
        return id(object.__getattribute__(module, "_tfmw_wrapped_module"))
    except AttributeError:
        return id(module)


def is_public(path: str, child: types.ModuleType) -> bool:
    """True if the module at `path` is meant for users."""
    name = path.rpartition(".")[2]
    own = getattr(child, "__name__", "")
    if name.startswith("_") or name in _SKIPPED or own.split(".")[0] not in OURS or _PRIVATE.match(own):
        return False
    if name == "flags" and own.endswith("platform.flags"):
        return True
    if own == NEST:
        return name == "nest"
    if path.startswith("tensorflow.contrib"):
        return _CONTRIB.match(own) is not None or (
            path.startswith("tensorflow.contrib.keras") and bool(_API.search(own))
        )
    if path.startswith("keras.") and not _API.search(own):
        return own == path or path.count(".") == 1
    return ".python." not in own or _API.search(own) is not None


def only_exports(module: Any) -> bool:
    """True if a module is only a list of exports: its names are public wherever they come from."""
    name = getattr(module, "__name__", "")
    return _API.search(name) is not None or name in ("tensorflow", "tensorflow_core") or name.endswith("platform.flags")


def is_implementation(module: Any) -> bool:
    """True if a module is part of the implementation of Keras or `tf.contrib`."""
    name = getattr(module, "__name__", "")
    return (name.startswith("keras.") and not only_exports(module)) or _CONTRIB.match(name) is not None


def declares_api(keras: types.ModuleType) -> bool:
    """True if Keras has `keras.src`, as since 2.13; before that, users could reach every module."""
    return imported(keras.__name__ + ".src") is not None


def home(value: Any) -> Optional[str]:
    """The path at which a class or function is defined; None if it cannot be reached there."""
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", "")
    if not isinstance(module, str) or module.split(".")[0] not in _HOMES or ".gen_" in module:
        return None
    found = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    same = function(found) is function(value)
    return re.sub("^tensorflow_core\\b", "tensorflow", module) + "." + name if same else None


def function(value: Any) -> Any:
    """The function below a wrapper that passes every call on, unless NumPy's rules for dtypes are enabled.

    Since TensorFlow 2.14, `tf.math.log` has such a wrapper and `tf.compat.v1.log` does not.
    """
    while _PASSES_ON.match(getattr(getattr(value, "_tf_decorator", None), "decorator_name", "")):
        value = value._tf_decorator.decorated_target  # noqa: SLF001 - TensorFlow offers no public way
    return value


def submodules(root: types.ModuleType) -> Iterator[types.ModuleType]:
    """The modules of a package on disk, for a Keras that does not separate its public part."""
    for _, name, _ in pkgutil.walk_packages(root.__path__, root.__name__ + ".", onerror=_ignore):
        if any(part in _SKIPPED or part.startswith("_") or part.endswith("_test") for part in name.split(".")[1:]):
            continue
        module = imported(name)
        if module is not None:
            yield module


def on_disk(path: str, package: Any) -> List[str]:
    """The modules of a package in `tf.contrib` that users must import separately, such as `slim.nets`."""
    if not re.match(r"tensorflow\.contrib(\.\w+)?$", path) or not hasattr(package, "__path__"):
        return []
    found = [name for _, name, _ in pkgutil.iter_modules(package.__path__) if name not in _CONTRIB_INSIDE]
    return [name for name in found if not hasattr(package, name) and imported(package.__name__ + "." + name)]


def imported(name: str) -> Optional[types.ModuleType]:
    """The module that `import name` gives; None if the import fails."""
    try:
        importlib.import_module(name)
    except BaseException:  # noqa: BLE001 - a missing backend may even exit the process
        return None
    return sys.modules.get(name)


def _ignore(_: str) -> None:
    """Skip a package that cannot be imported: it has no symbols."""


def names(module: Any) -> List[str]:
    """The public names of a module."""
    try:
        return sorted({name for name in dir(module) if not name.startswith("_")})
    except Exception:  # noqa: BLE001 - a lazy part may fail in any way
        return []
