"""`WideDeepModel`: the sum of a linear and a deep model, each with its own optimizer if `compile` gets two.

Written after reading `keras.premade_models.wide_deep` of Keras 2.15.
"""

from typing import Any, Dict, List, Tuple

import tensorflow as tf
from tensorflow.python.keras import Model, activations, backend, layers
from tensorflow.python.keras.engine import data_adapter
from tensorflow.python.keras.utils.generic_utils import serialize_keras_object

_PAIR = 2


class WideDeepModel(Model):  # type: ignore[misc]
    """Takes the same inputs for both models, or a pair: those of the linear and those of the deep model."""

    def __init__(self, linear_model: Any, dnn_model: Any, activation: Any = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.linear_model = linear_model
        self.dnn_model = dnn_model
        self.activation = activations.get(activation)

    def call(self, inputs: Any, training: Any = None) -> Any:
        is_pair = isinstance(inputs, (tuple, list)) and len(inputs) == _PAIR
        linear_inputs, dnn_inputs = inputs if is_pair else (inputs, inputs)
        linear_outputs = self.linear_model(linear_inputs)
        if self.dnn_model._expects_training_arg:
            training = backend.learning_phase() if training is None else training
            dnn_outputs = self.dnn_model(dnn_inputs, training=training)
        else:
            dnn_outputs = self.dnn_model(dnn_inputs)
        outputs = tf.nest.map_structure(lambda x, y: x + y, linear_outputs, dnn_outputs)
        return tf.nest.map_structure(self.activation, outputs) if self.activation else outputs

    def train_step(self, data: Any) -> Dict[str, Any]:
        """Run one step of `fit`; `model_to_estimator` uses `_make_train_function` instead."""
        x, y, sample_weight = data_adapter.unpack_x_y_sample_weight(data)
        with tf.GradientTape() as tape:
            predicted = self(x, training=True)
            loss = self.compiled_loss(y, predicted, sample_weight, regularization_losses=self.losses)
        self.compiled_metrics.update_state(y, predicted, sample_weight)
        has_two = isinstance(self.optimizer, (list, tuple))
        optimizers, variables = self._by_part() if has_two else ([self.optimizer], [self.trainable_variables])
        for optimizer, gradients, its_variables in zip(optimizers, tape.gradient(loss, variables), variables):
            optimizer.apply_gradients(zip(gradients, its_variables))
        return {metric.name: metric.result() for metric in self.metrics}

    def _by_part(self) -> Tuple[List[Any], List[List[Any]]]:
        """Return the optimizers and the variables of the linear and of the deep model."""
        both = self.optimizer if isinstance(self.optimizer, (list, tuple)) else (self.optimizer, self.optimizer)
        return list(both), [self.linear_model.trainable_variables, self.dnn_model.trainable_variables]

    def _make_train_function(self) -> None:
        """Build the training graph, as `Model` of TF 1 does for one optimizer.

        A single optimizer for both models counts each step twice, as it did upstream.
        """
        is_recompiled = self._recompile_weights_loss_and_weighted_metrics()
        self._check_trainable_weights_consistency()
        if getattr(self, "train_function", None) is not None and not is_recompiled:
            return
        trainable = self._get_trainable_state()
        self._set_trainable_state(self._compiled_trainable_state)
        feeds = self._feed_inputs + self._feed_targets + self._feed_sample_weights
        phase = backend.symbolic_learning_phase()
        feeds += [] if isinstance(phase, int) else [phase]
        with backend.get_graph().as_default(), backend.name_scope("training"):
            updates = []
            for optimizer, variables in zip(*self._by_part()):
                updates += optimizer.get_updates(params=variables, loss=self.total_loss)
            updates += self.get_updates_for(None) + self.get_updates_for(self.inputs)
            metrics = [each._call_result for each in self._get_training_eval_metrics() if hasattr(each, "_call_result")]
        with backend.name_scope("training"):
            self.train_function = backend.function(
                feeds, [self.total_loss, *metrics], updates=updates, name="train_function", **self._function_kwargs
            )
        self._set_trainable_state(trainable)

    def get_config(self) -> Dict[str, Any]:
        return {
            **layers.Layer.get_config(self),
            "linear_model": serialize_keras_object(self.linear_model),
            "dnn_model": serialize_keras_object(self.dnn_model),
            "activation": activations.serialize(self.activation),
        }

    @classmethod
    def from_config(cls, config: Dict[str, Any], custom_objects: Any = None) -> "WideDeepModel":
        parts = {name: layers.deserialize(config[name], custom_objects) for name in ("linear_model", "dnn_model")}
        activation = activations.deserialize(config.get("activation"), custom_objects=custom_objects)
        return cls(**{**config, **parts, "activation": activation})
