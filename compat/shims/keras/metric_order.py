"""The order of `metrics_names`, and of the lists that `evaluate`, `train_on_batch` and `test_on_batch` return.

Keras 2: the loss, the losses of the outputs, the metrics of each output. Keras 3 returns the metrics of several outputs
in the order of their names, has another order in `metrics_names`, and has no names before a batch was seen.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training.py
"""

from typing import Any, Dict, List

_ORDER = "_legacy_metric_order"


def names_of(model: Any) -> List[str]:
    """The names of the values, in the order of Keras 2.

    Raises:
        ValueError: no batch was seen yet, and the model does not say what its outputs are.

    """
    metrics, loss = getattr(model, "_compile_metrics", None), getattr(model, "_compile_loss", None)
    seen, names = vars(model).get(_ORDER, (None, ()))
    if seen is not None and seen is loss:
        return list(names)
    is_built = all(each is None or each.built for each in (metrics, loss))
    if not is_built and getattr(model, "outputs", None):
        metrics, loss = _built_like(metrics, model.outputs), _built_like(loss, model.outputs)
    losses = [each.name for each in loss.metrics] if loss is not None else []
    of_outputs = list(metrics.result()) if metrics is not None else []
    others = [each.name for each in model.metrics if each.name not in ("loss", "compile_metrics", *losses, *of_outputs)]
    names = list(dict.fromkeys(["loss", *losses, *of_outputs, *others]))
    if is_built:
        vars(model)[_ORDER] = (loss, tuple(names))
    return names


def in_order(model: Any, logs: Dict[str, Any]) -> Any:
    """The values of `logs` as a list in the order of Keras 2; a single one as it is."""
    names = [name for name in names_of(model) if name in logs]
    values = [logs[name] for name in (*names, *sorted(logs.keys() - set(names)))]
    return values[0] if len(values) == 1 else values


def _built_like(compiled: Any, outputs: Any) -> Any:
    """Another object like `compiled`, built for targets like the outputs: the first batch shows what they are."""
    if compiled is None:
        return None
    given = vars(compiled)
    names = (
        ("_user_loss", "_user_loss_weights") if "_user_loss" in given else ("_user_metrics", "_user_weighted_metrics")
    )
    made = type(compiled)(*(given[name] for name in names), output_names=compiled.output_names)
    made.build(outputs, outputs)
    return made
