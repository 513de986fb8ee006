"""`tf.contrib.estimator.replicate_model_fn` and `TowerOptimizer`: a model_fn on several devices of one graph.

https://github.com/tensorflow/estimator/blob/v1.15.2/tensorflow_estimator/contrib/estimator/python/estimator/replicate_model_fn.py
"""

import copy
import inspect
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

import tensorflow as tf

v1: Any = tf.compat.v1
_STATES = "replicate_model_fn_graph_states"
_VARIABLES = ("Variable", "VariableV2", "VarHandleOp")


class _Towers:
    def __init__(self, count: int = 1, reduction: Any = None) -> None:
        self.count, self.reduction, self.current, self.is_used = count, reduction, 0, False
        self.first: Tuple[Any, Any] = (None, None)
        self.gradients: List[List[Any]] = [[] for _ in range(count)]


def _towers() -> _Towers:
    states = v1.get_collection_ref(_STATES)
    if not states:
        states.append(_Towers())
    found: _Towers = states[-1]
    return found


class TowerOptimizer(v1.train.Optimizer):  # type: ignore[misc]
    """Collects the gradients of all towers, and applies their sum in the last one."""

    COLLECTION_FOR_GRAPH_STATES = _STATES

    def __init__(self, optimizer_or_optimizer_fn: Any) -> None:
        self._given = optimizer_or_optimizer_fn

    @staticmethod
    def has_been_used() -> bool:
        return _towers().is_used

    def get_slot(self, *args: Any, **kwargs: Any) -> Any:
        return self._optimizer().get_slot(*args, **kwargs)

    def get_slot_names(self, *args: Any, **kwargs: Any) -> Any:
        return self._optimizer().get_slot_names(*args, **kwargs)

    def get_name(self, *args: Any, **kwargs: Any) -> Any:
        return self._optimizer().get_name(*args, **kwargs)

    def variables(self, *args: Any, **kwargs: Any) -> Any:
        return self._optimizer().variables(*args, **kwargs)

    def compute_gradients(self, loss: Any, *args: Any, **kwargs: Any) -> Any:
        towers = _towers()
        return self._optimizer().compute_gradients(_scaled(loss, towers.reduction, towers.count), *args, **kwargs)

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, **kwargs: Any) -> Any:
        towers = _towers()
        if towers.count == 1:
            return self._optimizer().apply_gradients(grads_and_vars, global_step, **kwargs)
        pairs = list(grads_and_vars)
        towers.gradients[towers.current].append(pairs)
        if towers.current < towers.count - 1:
            with v1.control_dependencies([getattr(each, "values", each) for each, _ in pairs if each is not None]):
                return v1.no_op(name="train_op_placeholder")
        call = len(towers.gradients[-1]) - 1
        found: Dict[int, Tuple[Any, List[Any]]] = {}
        for tower in towers.gradients:
            for gradient, variable in tower[call]:
                if gradient is not None:
                    found.setdefault(id(variable), (variable, []))[1].append(gradient)
        scope, names = towers.first
        with v1.variable_scope(scope), v1.name_scope(names):
            with v1.name_scope("gradient_aggregating"):
                summed = [(_sum(each, variable.device), variable) for variable, each in found.values()]
            return self._optimizer().apply_gradients(summed, global_step=global_step, **kwargs)

    def _optimizer(self) -> Any:
        if callable(self._given):
            self._given = self._given()
        _towers().is_used = True
        return self._given


def replicate_model_fn(
    model_fn: Callable[..., Any],
    loss_reduction: str = v1.losses.Reduction.SUM_BY_NONZERO_WEIGHTS,
    devices: Optional[Sequence[str]] = None,
) -> Callable[..., Any]:
    """Return a model_fn that calls the given one for each device, with its part of the batch."""
    if loss_reduction == v1.losses.Reduction.NONE:
        raise ValueError(f"Tower losses need to be reduced in some way, yet {loss_reduction} reduction is specified.")
    used = list(devices or _local("GPU") or _local("CPU"))
    main = used[0] if len(used) == 1 and "GPU" in used[0].upper() else "/CPU:0"

    def replicated(features: Any, labels: Any, mode: str, params: Any = None, config: Any = None) -> Any:
        given = {"params": params, "config": config}
        names = inspect.signature(model_fn).parameters
        more = {name: copy.deepcopy(value) for name, value in given.items() if name in names}
        with v1.name_scope("split_inputs"), v1.device(main):
            parts = _split(features, len(used)), _split(labels, len(used))
        specs = _specs(model_fn, mode, parts, used, main, loss_reduction, more)
        return specs[0] if len(specs) == 1 else _merged(specs, mode, main)

    return replicated


def _local(kind: str) -> List[str]:
    return [each.name for each in tf.config.list_logical_devices(kind)]


def _split(batch: Any, count: int) -> List[Any]:
    if count == 1 or batch is None:
        return [batch] * count
    if isinstance(batch, dict):
        parts = {name: _split(each, count) for name, each in batch.items()}
        return [{name: each[i] for name, each in parts.items()} for i in range(count)]
    if isinstance(batch, tf.SparseTensor):
        return list(v1.sparse_split(sp_input=batch, num_split=count, axis=0))
    size = v1.dimension_value(tf.convert_to_tensor(batch).shape[0])
    if size is not None and size % count:
        raise ValueError(f"Batch size {size} needs to be divisible by the number of GPUs, which is {count}.")
    return list(tf.split(batch, count))


def _specs(
    model_fn: Any, mode: str, parts: Any, devices: List[str], main: str, reduction: Any, more: Dict[str, Any]
) -> List[Any]:
    towers = _Towers(len(devices), reduction)
    v1.get_collection_ref(_STATES)[:] = [towers]
    specs = []
    for i, device in enumerate(devices):
        with v1.variable_scope("", reuse=i > 0) as scope, v1.name_scope(f"tower_{i}" if i else "") as names:
            towers.current = i
            towers.first = towers.first if i else (scope, names)
            with v1.device(_placed(device, main)):
                spec = model_fn(mode=mode, features=parts[0][i], labels=parts[1][i], **more)
                if spec.train_op is not None and len(devices) > 1 and not towers.is_used:
                    raise ValueError(
                        "Please wrap optimizers with TowerOptimizer in order to use replicate_model_fn with multiple "
                        "`devices`."
                    )
                specs.append(spec._replace(loss=_scaled(spec.loss, reduction, len(devices))))
    if sum(len(each) for each in towers.gradients) % len(devices):
        raise ValueError("Each invocation of model_fn was supposed to make the same optimizer calls.")
    v1.get_default_graph().clear_collection(_STATES)
    return specs


def _placed(device: str, main: str) -> Callable[[Any], str]:
    def place(op: Any) -> str:
        spec = v1.DeviceSpec.from_string(main if op.type in _VARIABLES else device)
        spec.merge_from(v1.DeviceSpec.from_string(op.device or ""))
        return str(spec.to_string())

    return place


def _scaled(loss: Any, reduction: Any, count: int) -> Any:
    if loss is None or count == 1 or reduction == v1.losses.Reduction.SUM:
        return loss
    return v1.div(loss, 1.0 * count, name="averaged_loss")


def _sum(values: List[Any], device: str, name: Optional[str] = None) -> Any:
    with v1.device(device):
        if not isinstance(values[0], tf.IndexedSlices):
            return tf.add_n(values, name=name)
        rows, indices = tf.concat([x.values for x in values], 0), tf.concat([x.indices for x in values], 0)
        return tf.IndexedSlices(rows, indices, values[0].dense_shape)


def _merged(specs: List[Any], mode: str, main: str) -> Any:
    if mode == "infer":
        return _predicting(specs, main)
    loss = _sum([each.loss for each in specs], main, "loss")
    if mode == "train":
        return specs[-1]._replace(loss=loss)
    with v1.control_dependencies([update for each in specs for _, update in each.eval_metric_ops.values()]):
        reduced = _reduce_metrics(len(specs))
    metrics = {name: (value, reduced) for name, (value, _) in specs[0].eval_metric_ops.items()}
    return specs[0]._replace(loss=loss, eval_metric_ops=metrics)


def _reduce_metrics(count: int) -> Any:
    found = v1.get_collection(v1.GraphKeys.METRIC_VARIABLES)
    size = len(found) // count
    if len(found) % count:
        raise ValueError(
            "Different `EstimatorSpec.eval_metric_ops` across `model_fn()` calls. "
            f"Expected {size * count} local variables, but got {len(found)} instead."
        )
    ops = []
    for i in range(size):
        others = found[i + size :: size]
        with v1.control_dependencies([v1.assign_add(found[i], tf.add_n([tf.convert_to_tensor(x) for x in others]))]):
            ops += [v1.assign(each, tf.zeros_like(each)) for each in others]
    return v1.group(*ops)


def _predicting(specs: List[Any], main: str) -> Any:
    from compat.tensorflow.estimator import export

    def joined(dicts: List[Any]) -> Dict[str, Any]:
        return {name: tf.concat([each[name] for each in dicts], 0, name=name) for name in dicts[0]}

    outputs: Dict[str, Any] = {}
    with v1.device(main):
        predictions = joined([each.predictions for each in specs])
        for name, first in (specs[0].export_outputs or {}).items():
            each = [spec.export_outputs[name] for spec in specs]
            if isinstance(first, export.PredictOutput):
                outputs[name] = export.PredictOutput(joined([x.outputs for x in each]))
            elif isinstance(first, export.RegressionOutput):
                outputs[name] = export.RegressionOutput(tf.concat([x.value for x in each], 0))
            elif isinstance(first, export.ClassificationOutput):
                scores = None if first.scores is None else tf.concat([x.scores for x in each], 0)
                classes = None if first.classes is None else tf.stack([x.classes for x in each], 0)
                outputs[name] = export.ClassificationOutput(scores, classes)
    return specs[0]._replace(predictions=predictions, export_outputs=outputs)
