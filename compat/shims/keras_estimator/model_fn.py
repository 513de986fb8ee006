"""The `model_fn` of an Estimator around a Keras 3 model.

https://github.com/tensorflow/estimator/blob/v2.15.0/tensorflow_estimator/python/estimator/keras_lib.py
"""

import re
from contextlib import contextmanager
from typing import Any, Dict, Iterator, List, Mapping, Optional

import keras
import tensorflow as tf

from compat.shims.keras_estimator import compiled
from compat.shims.keras_estimator.graph_variables import FirstWeights, GraphVariables
from compat.shims.keras_estimator.inputs import Batch, batch, output_names
from compat.shims.keras_estimator.outside import outside_of_graphs
from compat.tensorflow import estimator

_CALLING = re.compile(r"calling (\w+)\.call")
_TRAIN, _EVAL, _PREDICT = "train", "eval", "infer"
_SERVING = tf.saved_model.DEFAULT_SERVING_SIGNATURE_DEF_KEY


class KerasModelFn:
    """Builds the model into the graph: `model_fn(features, labels, mode)` for `tf.estimator.Estimator`."""

    def __init__(
        self, model: Any, first_weights: FirstWeights, metric_names: Mapping[str, str], exports: Mapping[str, Any]
    ) -> None:
        self._model = model
        self._first_weights = first_weights
        self._legacy_names = compiled.legacy_metric_names(model)
        self._metric_names = metric_names
        self._exports = exports

    def __call__(self, features: Any, labels: Any, mode: str) -> Any:
        """Return the EstimatorSpec of the mode."""
        data = batch(self._model, features, labels)
        rehearse(self._model, data)
        self._first_weights.save()
        variables = GraphVariables()
        variables.add_weights(self._model)
        self._first_weights.initialize()
        with _own_tensors_named():
            if mode == _PREDICT:
                return self._predict(data, variables)
            return self._train(data, variables) if mode == _TRAIN else self._evaluate(data, variables)

    def _predict(self, data: Batch, variables: GraphVariables) -> Any:
        with variables.scope():
            predictions = self._predictions(self._model(data.x, training=False))
        return estimator.EstimatorSpec(_PREDICT, predictions=predictions, export_outputs=self._outputs(predictions))

    def _train(self, data: Batch, variables: GraphVariables) -> Any:
        model = self._model
        variables.ignore(model.metrics_variables)
        with variables.scope(collect_losses=True) as scope:
            outputs = model(data.x, training=True)
            loss = self._loss(data, outputs, training=True)
        updates = variables.updates(scope, model.non_trainable_variables)
        loss, step = compiled.train_op(model, loss, variables.of(model.trainable_variables), updates)
        return estimator.EstimatorSpec(_TRAIN, self._predictions(outputs), loss, step)

    def _evaluate(self, data: Batch, variables: GraphVariables) -> Any:
        model, state = self._model, self._model.metrics_variables
        variables.add_metrics(state)
        with variables.scope(collect_losses=True) as scope:
            outputs = model(data.x, training=False)
            loss = self._loss(data, outputs, training=False)
            model.compute_metrics(data.x, data.y, outputs, data.sample_weight)
        update = tf.group(*variables.updates(scope, state))
        results = {name: (value, update) for name, value in self._results(variables).items()}
        return estimator.EstimatorSpec(_EVAL, self._predictions(outputs), loss, eval_metric_ops=results)

    def _loss(self, data: Batch, outputs: Any, *, training: bool) -> Any:
        """Return the mean loss over the batch of this replica."""
        loss = self._model.compute_loss(data.x, data.y, outputs, data.sample_weight, training=training)
        return loss * compiled.replicas()

    def _metrics(self) -> List[Any]:
        """Return the metrics without the means of the losses, which an Estimator computes itself."""
        model = self._model
        of_losses = [model._loss_tracker, *getattr(model._compile_loss, "metrics", ())]  # noqa: SLF001
        return [metric for metric in model.metrics if not any(metric is each for each in of_losses)]

    def _results(self, variables: GraphVariables) -> Dict[str, Any]:
        def result(*_: Any) -> Dict[str, Any]:
            with variables.scope():
                return self._named(self._metrics())

        context = tf.distribute.get_replica_context()
        if tf.distribute.has_strategy() and context is not None:
            merged: Dict[str, Any] = context.merge_call(result)
            return merged
        return result()

    def _named(self, metrics: List[Any]) -> Dict[str, Any]:
        """Return the value of each metric under its legacy name, which `metric_names_map` may replace."""
        found: Dict[str, Any] = {}
        for metric in metrics:
            value = metric.result()
            found.update(value if isinstance(value, dict) else {metric.name: value})
        outputs = output_names(self._model)
        named = {
            _legacy_key(name, self._legacy_names, outputs): tf.convert_to_tensor(value) for name, value in found.items()
        }
        return {self._metric_names.get(name, name): value for name, value in named.items()}

    def _predictions(self, outputs: Any) -> Dict[str, Any]:
        tensors = keras.tree.flatten(outputs)
        names = output_names(self._model) or [f"output_{index + 1}" for index in range(len(tensors))]
        return dict(zip(names, tensors))

    def _outputs(self, predictions: Dict[str, Any]) -> Dict[str, Any]:
        """Return the signatures of an export.

        Raises:
            KeyError: `export_outputs` names an output that the model does not have.

        """
        unknown = set(self._exports) - set(predictions)
        if unknown:
            raise KeyError(
                f"export_outputs names {sorted(unknown)}, and the outputs of the keras model are {sorted(predictions)}"
            )
        chosen = {name: output(predictions[name]) for name, output in self._exports.items()}
        return {_SERVING: estimator.export.PredictOutput(predictions), **chosen}


@contextmanager
def _own_tensors_named() -> Iterator[None]:
    """Say which layer has tensors that are not Keras weights; the graph of an Estimator cannot take them.

    Raises:
        ValueError: there is such a layer.

    """
    try:
        yield
    except RuntimeError as error:
        if "capture an EagerTensor" not in str(error):
            raise
        calling = _CALLING.search(str(error))
        raise ValueError(
            f"{calling.group(1) if calling else 'A layer'} holds a tensor or a tf.Variable that is no weight of Keras, "
            "and the graph of an Estimator cannot take it: make it by add_weight, or train the model by fit"
        ) from error


def _legacy_key(name: str, legacy: Mapping[str, str], outputs: List[str]) -> str:
    """Return the legacy name of a metric; with several outputs, the output's name is in front: `o1_acc`."""
    for output in outputs:
        prefix = output + "_"
        if len(outputs) > 1 and name.startswith(prefix) and name[len(prefix) :] in legacy:
            return prefix + legacy[name[len(prefix) :]]
    return legacy.get(name, name)


def rehearse(model: Any, data: Batch) -> None:
    """Make model, loss and metrics create their variables outside of the graph; Keras does it with the first batch."""
    loss, metrics = model._compile_loss, model._compile_metrics  # noqa: SLF001
    if model.built and (data.y is None or (_built(loss) and _built(metrics))):
        return
    specs = [keras.tree.map_structure(_one_row, part) for part in data]

    def call() -> None:
        one = Batch(*(keras.tree.map_structure(_zeros, spec) for spec in specs))
        outputs = model(one.x, training=False)
        if one.y is not None:
            model.compute_loss(one.x, one.y, outputs, one.sample_weight, training=False)
            model.compute_metrics(one.x, one.y, outputs, one.sample_weight)
            model.reset_metrics()

    outside_of_graphs(call)


def _built(part: Any) -> bool:
    return part is None or bool(part.built)


def _one_row(tensor: Any) -> Optional[tf.TensorSpec]:
    """Return the spec of one sample, with size 1 for unknown dimensions."""
    if tensor is None:
        return None
    return tf.TensorSpec([1, *(size or 1 for size in (tensor.shape[1:] if tensor.shape.rank else ()))], tensor.dtype)


def _zeros(spec: Optional[tf.TensorSpec]) -> Any:
    return None if spec is None else tf.zeros(spec.shape, spec.dtype)
