"""Logical CPU devices that stand in for GPUs, so that multi-GPU scripts run where there is no GPU.

`emulate_gpus` patches the installed TensorFlow, and only when it is called. It works from TF 1.12 to 2.21.
Replica i of a strategy runs on CPU:i, real GPUs are hidden, and a script that counts GPUs finds `count` of them.

Known deviations:
* code under `tf.device("/gpu:1")` runs on a CPU by soft placement, not necessarily on CPU:1
* `tf.config.set_logical_device_configuration` cannot split an emulated GPU
* eager execution on TF 1.12 and 1.13 has only one CPU device; sessions and Estimators have all of them
"""

import functools
import gc
import importlib
import os
import re
import sys
from types import FrameType, ModuleType
from typing import Any, Callable, Dict, List, Match, Optional

from compat.runner.scripts import after_import

_TOO_LATE = "emulate_gpus must be called before TensorFlow initialises its devices: call it first, or use `compat run`"
_GPU = re.compile(r"(device:|)GPU:(\d+)", re.IGNORECASE)
_KERNEL_CHOOSERS = re.compile(r"keras\..*(rnn|recurrent)|keras\..*\.nn$|ctc_ops$|rnn_cell_impl$")
_KERAS_BACKENDS = re.compile(r"(^|\.)(keras|tf_keras)(\.src)?\.backend(\.tensorflow_backend)?$")

_count = 0


def emulated_gpus() -> int:
    """Return the number of GPUs emulated in this process; 0 if `emulate_gpus` was not called."""
    return _count


def emulate_gpus(count: int) -> None:
    """Present `count` logical CPU devices as GPUs to everything that runs later in this process."""
    global _count  # noqa: PLW0603  (one process has one set of devices)
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise ValueError(f"emulate_gpus takes a number of GPUs, 1 or more, not {count!r}")
    if _count == count:
        return
    if _count:
        raise RuntimeError(f"{_count} GPUs are emulated already: one process has one number of GPUs")
    tf = importlib.import_module("tensorflow")
    if _has_live_session():
        raise RuntimeError(_TOO_LATE)
    _configure(tf, count)
    _patch_sessions(count)
    _patch_functions(tf, count)
    after_import(_KERAS_BACKENDS, _without_nchw_kernels)
    _count = count


def _has_live_session() -> bool:
    session = _module("client.session").BaseSession
    return any(issubclass(type(thing), session) for thing in gc.get_objects())


def _module(name: str) -> Any:
    return importlib.import_module("tensorflow.python." + name)


def _configure(tf: Any, count: int) -> None:
    """Split the CPU in TensorFlow's eager context; in releases before 1.15 only session options can do it."""
    experimental = getattr(getattr(tf, "config", None), "experimental", None)
    if not hasattr(experimental, "set_virtual_device_configuration"):
        return
    config = tf.config.experimental
    cpu = config.list_physical_devices("CPU")[0]
    try:
        config.set_visible_devices([], "GPU")
        config.set_virtual_device_configuration(cpu, [config.VirtualDeviceConfiguration() for _ in range(count)])
    except (RuntimeError, ValueError):
        raise RuntimeError(_TOO_LATE) from None
    tf.config.set_soft_device_placement(True)
    # A collective op holds its thread until every replica arrives: with too few threads, training hangs.
    tf.config.threading.set_inter_op_parallelism_threads(max(os.cpu_count() or 1, 4 * count))


def _patch_sessions(count: int) -> None:
    module = _module("client.session")
    config_proto = importlib.import_module("tensorflow.core.protobuf.config_pb2").ConfigProto
    base = module.BaseSession
    init, list_devices = base.__init__, base.list_devices

    @functools.wraps(init)
    def session_init(self: Any, target: str = "", graph: Any = None, config: Any = None) -> None:
        options = config_proto()
        if config is not None:
            options.CopyFrom(config)
        options.allow_soft_placement = True
        options.device_count["CPU"] = max(count, options.device_count.get("CPU", 0))
        options.device_count["GPU"] = 0
        init(self, target, graph, options)

    @functools.wraps(list_devices)
    def session_list_devices(self: Any) -> List[Any]:
        return list(list_devices(self)) + [_attributes(module, _full_name(index)) for index in _visible(count)]

    base.__init__ = session_init
    base.list_devices = session_list_devices


def _full_name(index: int) -> str:
    return f"/job:localhost/replica:0/task:0/device:GPU:{index}"


def _attributes(module: Any, name: str) -> Any:
    try:
        return module._DeviceAttributes(name, "GPU", 0, 0)  # noqa: SLF001
    except TypeError:
        return module._DeviceAttributes(name, "GPU", 0)  # noqa: SLF001


def _visible(count: int) -> List[int]:
    return [] if _asked_to_choose_a_kernel() else list(range(count))


def _asked_to_choose_a_kernel() -> bool:
    """True if TensorFlow or Keras asks in order to choose cuDNN kernels; then it must see the real devices."""
    frame: Optional[FrameType] = sys._getframe(3)  # noqa: SLF001
    for _ in range(4):
        if frame is None:
            return False
        module = str(frame.f_globals.get("__name__"))
        if _KERNEL_CHOOSERS.search(module):
            return True
        frame = frame.f_back
    return False


def _patch_functions(tf: Any, count: int) -> None:
    context = _module("eager.context")
    replacements: Dict[int, Any] = {}
    for module, name, make in (
        (_module("client.device_lib"), "list_local_devices", _with_local_gpus),
        (_device_util(), "canonicalize", _on_cpu),
        (context, "num_gpus", _counted),
        (context, "list_devices", _with_names),
    ):
        _add_replacement(replacements, module, name, make, count)
    config = _config_module()
    if config is not None:
        for name, make in _CONFIG_FUNCTIONS.items():
            _add_replacement(replacements, config, name, make, count)
    _replace_everywhere(replacements)
    _restore_list_devices(tf)


def _without_nchw_kernels(backend: Any) -> None:
    """Tell Keras 2 that there are no NCHW kernels; it decides by the same cached list that it counts GPUs with."""
    if hasattr(backend, "_has_nchw_support"):
        backend._has_nchw_support = lambda: False  # noqa: SLF001


def _device_util() -> Any:
    try:
        return _module("distribute.device_util")
    except ImportError:
        return _module("training.device_util")


def _config_module() -> Any:
    try:
        return _module("framework.config")
    except ImportError:
        return None


def _add_replacement(found: Dict[int, Any], module: Any, name: str, make: Callable[..., Any], count: int) -> None:
    original = getattr(module, name, None)
    if original is not None:
        found[id(original)] = functools.wraps(original)(make(original, count))


def _replace_everywhere(replacements: Dict[int, Any]) -> None:
    """Rebind every alias: the public API modules hold the same function objects under several names."""
    for name, module in list(sys.modules.items()):
        if not name.startswith(("tensorflow", "tensorflow_core")):
            continue
        for holder in (module, getattr(module, "__dict__", {}).get("_tfmw_wrapped_module")):
            if isinstance(holder, ModuleType):
                _rebind(holder, replacements)


def _rebind(module: ModuleType, replacements: Dict[int, Any]) -> None:
    for name, value in list(vars(module).items()):
        if id(value) in replacements:
            setattr(module, name, replacements[id(value)])


def _restore_list_devices(tf: Any) -> None:
    """Restore `tf.config.experimental_list_devices`, which Keras 2.3 calls and TensorFlow 2.1 removed."""
    if tf.__version__.startswith(("2.1.", "2.2.", "2.3.")):
        tf.config.experimental_list_devices = lambda: [device.name for device in tf.config.list_logical_devices()]


def _with_local_gpus(original: Callable[..., Any], count: int) -> Callable[..., Any]:
    attributes = importlib.import_module("tensorflow.core.framework.device_attributes_pb2").DeviceAttributes

    def list_local_devices(session_config: Any = None) -> List[Any]:
        emulated = [attributes(name=f"/device:GPU:{i}", device_type="GPU") for i in _visible(count)]
        return list(original(session_config)) + emulated

    return list_local_devices


def _on_cpu(original: Callable[..., Any], count: int) -> Callable[..., Any]:
    def cpu(match: Match[str]) -> str:
        return match.group(1) + "CPU:" + match.group(2) if int(match.group(2)) < count else match.group(0)

    def canonicalize(d: Any, default: Any = None) -> Any:
        return _GPU.sub(cpu, original(d, default))

    return canonicalize


def _counted(original: Callable[..., Any], count: int) -> Callable[..., Any]:
    del original

    def num_gpus() -> int:
        return len(_visible(count))

    return num_gpus


def _with_names(original: Callable[..., Any], count: int) -> Callable[..., Any]:
    def list_devices() -> List[str]:
        return list(original()) + [_full_name(index) for index in _visible(count)]

    return list_devices


def _listing(kind: str, prefix: str) -> Callable[..., Any]:
    def make(original: Callable[..., Any], count: int) -> Callable[..., Any]:
        device = getattr(_module("eager.context"), kind)

        def list_devices(device_type: Optional[str] = None) -> List[Any]:
            gpus = [device(f"{prefix}GPU:{index}", "GPU") for index in _visible(count)]
            if device_type is None:
                return list(original()) + gpus
            return gpus if device_type == "GPU" else list(original(device_type))

        return list_devices

    return make


def _ignoring_gpus(answer: Any) -> Callable[..., Any]:
    def make(original: Callable[..., Any], count: int) -> Callable[..., Any]:
        del count

        def about_device(device: Any, *args: Any, **kwargs: Any) -> Any:
            if getattr(device, "device_type", None) == "GPU":
                return answer
            return original(device, *args, **kwargs)

        return about_device

    return make


def _keeping_gpus_hidden(original: Callable[..., Any], count: int) -> Callable[..., Any]:
    del count

    def set_visible_devices(devices: Any, device_type: Optional[str] = None) -> None:
        listed = devices if isinstance(devices, (list, tuple)) else [devices]
        real = [device for device in listed if device.device_type != "GPU"]
        if device_type != "GPU" and (real or not listed):
            original(real, device_type or "CPU")

    return set_visible_devices


_CONFIG_FUNCTIONS: Dict[str, Callable[..., Any]] = {
    "list_physical_devices": _listing("PhysicalDevice", "/physical_device:"),
    "list_logical_devices": _listing("LogicalDevice", "/device:"),
    "get_visible_devices": _listing("PhysicalDevice", "/physical_device:"),
    "set_visible_devices": _keeping_gpus_hidden,
    "set_memory_growth": _ignoring_gpus(None),
    "get_memory_growth": _ignoring_gpus(False),
    "get_device_details": _ignoring_gpus({}),
}
