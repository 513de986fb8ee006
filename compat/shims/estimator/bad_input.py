"""Explain in one sentence what is wrong around a model: checkpoints, folders, devices, the result of `input_fn`.

The new error has the type of upstream's error and is raised from it, so the long traceback is still shown. Where
upstream would silently start training over, load weights of another shape or wait forever, the error is a ValueError.
No checkpoint is written or removed before it.
"""

import functools
import inspect
import os
import re
from contextlib import contextmanager
from types import GeneratorType, ModuleType
from typing import Any, Callable, Iterator, List, Optional

import tensorflow as tf
from tensorflow.python.ops.resource_variable_ops import is_resource_variable

_PATH = "checkpoint_path"
_LOCAL_GPU = re.compile(r"^(?!.*/job:(?!localhost)).*/device:GPU:(\d+)$", re.IGNORECASE)
_MISSING = re.compile(r"Key (\S+) not found in checkpoint")
_DAMAGE = (tf.errors.DataLossError, tf.errors.OutOfRangeError, tf.errors.NotFoundError)


def explain(module: ModuleType) -> None:
    """Make the methods of `Estimator` explain their errors, once its module is loaded."""
    estimator: Any = module.Estimator
    for name in ("train", "evaluate", "export_saved_model", "experimental_export_all_saved_models"):
        setattr(estimator, name, _explained(getattr(estimator, name)))
    estimator.export_savedmodel = _explained(estimator.export_savedmodel)
    estimator.predict = _explained_generator(estimator.predict)
    estimator._call_input_fn = _checked_input(estimator._call_input_fn)
    estimator._call_model_fn = _noting_the_saver(estimator._call_model_fn)
    for name in ("_train_with_estimator_spec", "_train_with_estimator_spec_distributed"):
        setattr(estimator, name, _checked_before_training(getattr(estimator, name)))
    estimator._maybe_warm_start = _checked_before_use(estimator._maybe_warm_start)


def _explained(method: Callable[..., Any]) -> Callable[..., Any]:
    writes = method.__name__ in {"train", "evaluate"}

    @functools.wraps(method)
    def explained(self: Any, *args: Any, **kwargs: Any) -> Any:
        if writes:
            check_folder(self.model_dir)
            check_devices(self.config.train_distribute if method.__name__ == "train" else self.config.eval_distribute)
        with _sentences(self, _checkpoint(method, self, args, kwargs)):
            return method(self, *args, **kwargs)

    return explained


def _explained_generator(method: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
    @functools.wraps(method)
    def explained(self: Any, *args: Any, **kwargs: Any) -> Iterator[Any]:
        with _sentences(self, _checkpoint(method, self, args, kwargs)):
            yield from method(self, *args, **kwargs)

    return explained


def _checkpoint(method: Callable[..., Any], estimator: Any, args: Any, kwargs: Any) -> Optional[str]:
    given: Optional[str] = inspect.signature(method).bind_partial(estimator, *args, **kwargs).arguments.get(_PATH)
    if given:
        return given
    check_state(estimator.model_dir)
    latest: Optional[str] = estimator.latest_checkpoint()
    return latest


@contextmanager
def _sentences(estimator: Any, checkpoint: Optional[str]) -> Iterator[None]:
    try:
        yield
    except tf.errors.OpError as error:
        sentence = _sentence(error, estimator.model_dir, checkpoint)
        if sentence is None:
            raise
        raise type(error)(None, None, sentence) from error


def _sentence(error: Any, model_dir: str, checkpoint: Optional[str]) -> Optional[str]:
    if f"{model_dir};" in str(error.message):
        return f"model_dir {model_dir} cannot be written: {error.message}"
    if "RestoreV2" not in str(error.message) or checkpoint is None:
        return None
    missing = _MISSING.search(error.message)
    if missing:
        return f"{_other_model(checkpoint)}: it has no variable {missing.group(1)!r}. {_WHAT_TO_DO}"
    if isinstance(error, _DAMAGE):
        return f"The checkpoint {checkpoint} is damaged and cannot be read: {_instead(model_dir, checkpoint)}"
    return None


_WHAT_TO_DO = "Give this model a model_dir of its own, or take over what fits with warm_start_from"


def _other_model(checkpoint: str) -> str:
    return f"The checkpoint {checkpoint} is of another model"


def _instead(model_dir: str, checkpoint: str) -> str:
    """Return what to do instead, based on the earlier checkpoints that `model_dir` lists."""
    state = tf.train.get_checkpoint_state(model_dir)
    earlier = [path for path in state.all_model_checkpoint_paths if path != checkpoint] if state else []
    if earlier:
        return f"name an earlier one, such as {earlier[-1]}, in {os.path.join(model_dir, 'checkpoint')}"
    return "put a copy in its place, or train in another model_dir"


def check_folder(model_dir: str) -> None:
    """Check that `model_dir` can be created and written to; folders that are not local are left to TensorFlow.

    Raises:
        NotADirectoryError: there is a file where the folder should be.
        PermissionError: the user may not write there.

    """
    if "://" in model_dir:
        return
    folder = os.path.abspath(model_dir)
    while not os.path.exists(folder):
        folder = os.path.dirname(folder)
    if not os.path.isdir(folder):
        raise NotADirectoryError(f"model_dir {model_dir} cannot be a folder: {folder} is a file")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(f"model_dir {model_dir} cannot be written: no permission for {folder}")


def check_state(model_dir: str) -> None:
    """Check that the checkpoint that the file `checkpoint` names exists; if not, upstream would start over.

    Raises:
        ValueError: the file cannot be read, or names a checkpoint that is gone.

    """
    path = os.path.join(model_dir, "checkpoint")
    if not tf.io.gfile.exists(path):
        return
    try:
        state = tf.train.get_checkpoint_state(model_dir)
    except UnicodeDecodeError:
        state = None
    if state is not None and tf.compat.v1.train.checkpoint_exists(state.model_checkpoint_path):
        return
    fault = f"names {state.model_checkpoint_path}, which is not there" if state else "is damaged"
    raise ValueError(
        f"{path} {fault}, so that training would start over beside the checkpoints in {model_dir}: "
        'write model_checkpoint_path: "NAME" into it, or remove it'
    )


def check_devices(strategy: Any) -> None:
    """Check that the GPUs that a strategy names exist; without them training would wait forever.

    Raises:
        ValueError: a GPU does not exist.

    """
    devices = getattr(getattr(strategy, "extended", None), "worker_devices", ())
    wanted = [int(found.group(1)) for found in map(_LOCAL_GPU.search, devices) if found]
    present = len(tf.config.list_logical_devices("GPU")) if wanted else 0
    if wanted and max(wanted) >= present:
        raise ValueError(
            f"{type(strategy).__name__} is to run on GPU:{max(wanted)}, and TensorFlow sees {present or 'no'} "
            f"GPU{'s' if present != 1 else ''} here: name the devices that exist, CPU:0 among them"
        )


def _checked_input(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def checked(self: Any, input_fn: Any, *args: Any, **kwargs: Any) -> Any:
        result = method(self, input_fn, *args, **kwargs)
        if result is None or isinstance(result, GeneratorType):
            raise ValueError(
                f"{getattr(input_fn, '__name__', 'input_fn')} returned {'None' if result is None else 'a generator'}: "
                "an input_fn returns a tf.data.Dataset, or the tensors (features, labels)"
            )
        return result

    return checked


def _noting_the_saver(method: Callable[..., Any]) -> Callable[..., Any]:
    """Note whether the scaffold has its own saver, which then decides what is restored from which name."""

    @functools.wraps(method)
    def noting(self: Any, *args: Any, **kwargs: Any) -> Any:
        spec = method(self, *args, **kwargs)
        scaffold = getattr(spec, "scaffold", None)
        self._has_own_saver = scaffold is not None and scaffold.saver is not None
        return spec

    return noting


def _checked_before_training(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def checked(self: Any, *args: Any, **kwargs: Any) -> Any:
        _check_shapes(self, self.latest_checkpoint())
        return method(self, *args, **kwargs)

    return checked


def _checked_before_use(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def checked(self: Any, checkpoint_path: Optional[str]) -> Any:
        _check_shapes(self, checkpoint_path)
        return method(self, checkpoint_path)

    return checked


def _check_shapes(estimator: Any, checkpoint: Optional[str]) -> None:
    """Compare the variables of the graph with those of the checkpoint.

    Restoring does not compare them for resource variables, which all variables of TF 2 are. For the reference
    variables of TF 1 it does, and raises InvalidArgumentError.

    Raises:
        ValueError: a variable has another shape in the checkpoint.

    """
    if not checkpoint or getattr(estimator, "_has_own_saver", False):
        return
    try:
        shapes = tf.compat.v1.train.NewCheckpointReader(checkpoint).get_variable_to_shape_map()
    except (tf.errors.OpError, RuntimeError, ValueError):
        # Restoring it will say what is wrong.
        return
    for variable in filter(is_resource_variable, _whole_variables()):
        there = shapes.get(variable.op.name)
        if there is not None and not variable.shape.is_compatible_with(there):
            raise ValueError(
                f"{_other_model(checkpoint)}: {variable.op.name!r} has the shape {there} there and "
                f"{variable.shape.as_list()} here. {_WHAT_TO_DO}"
            )


def _whole_variables() -> List[Any]:
    """Return the variables of the graph, without the parts of partitioned ones."""
    return [each for each in tf.compat.v1.global_variables() if getattr(each, "_save_slice_info", None) is None]
