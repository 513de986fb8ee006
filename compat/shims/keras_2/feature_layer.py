"""The common base of the feature column layers: the columns, their variables, and the output shape.

Written after reading `keras.feature_column.base_feature_layer` of Keras 2.15.
"""

import re
from typing import Any, Dict, Iterable, Iterator, List, Optional, Tuple, Type

import tensorflow as tf
from tensorflow.python.feature_column import serialization
from tensorflow.python.keras import backend
from tensorflow.python.keras.engine.base_layer import Layer
from tensorflow.python.keras.utils import generic_utils

columns_api = tf.__internal__.feature_column
_NOT_IN_A_SCOPE = re.compile(r"[^A-Za-z0-9_.\-]")


class FeatureLayer(Layer):  # type: ignore[misc]
    """A layer made of feature columns of one kind.

    Raises:
        ValueError: there is no column, a name occurs twice, or a column is not of the kind that the layer takes.

    """

    _column_kind: Type[Any]
    _state_manager_kind: Type[Any] = columns_api.StateManager
    _is_feature_layer = True

    def __init__(
        self,
        feature_columns: Any,
        trainable: bool = True,
        name: Optional[str] = None,
        partitioner: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, trainable=trainable, **kwargs)
        self._feature_columns = _sorted_columns(feature_columns)
        self._state_manager = self._state_manager_kind(self, self.trainable)
        self._partitioner = partitioner
        for column in self._feature_columns:
            if not isinstance(column, self._column_kind):
                raise ValueError(
                    f"Items of feature_columns must be a {self._column_kind}. You can wrap a categorical column "
                    f"with an embedding_column or indicator_column. Given: {column}"
                )

    def build(self, input_shape: Any) -> None:
        del input_shape
        for column in self._feature_columns:
            scope = _NOT_IN_A_SCOPE.sub("_", column.name)
            layer_scope = tf.compat.v1.variable_scope(self.name, partitioner=self._partitioner)
            with layer_scope, tf.compat.v1.variable_scope(scope):
                column.create_state(self._state_manager)
        self.built = True

    def compute_output_shape(self, input_shape: Any) -> Any:
        return self._target_shape(
            input_shape, sum(each.variable_shape.num_elements() for each in self._feature_columns)
        )

    def get_config(self) -> Dict[str, Any]:
        return {
            **super().get_config(),
            "feature_columns": [serialization.serialize_feature_column(each) for each in self._feature_columns],
            "partitioner": generic_utils.serialize_keras_object(self._partitioner),
        }

    @classmethod
    def from_config(cls, config: Dict[str, Any], custom_objects: Any = None) -> "FeatureLayer":
        by_name: Dict[str, Any] = {}
        columns = [
            serialization.deserialize_feature_column(each, custom_objects, by_name)
            for each in config["feature_columns"]
        ]
        partitioner = generic_utils.deserialize_keras_object(config["partitioner"], custom_objects=custom_objects)
        return cls(**{**config, "feature_columns": columns, "partitioner": partitioner})

    def _target_shape(self, input_shape: Any, elements: int) -> Tuple[Any, ...]:
        raise NotImplementedError

    def _column_tensors(self, method: str, features: Any, training: Any) -> Iterator[Tuple[Any, Any]]:
        """Yield each column with the result of its `method` for the features.

        Raises:
            ValueError: `features` is not a dictionary.

        """
        if not isinstance(features, dict):
            raise ValueError("We expected a dictionary here. Instead we got: ", features)
        if training is None:
            training = backend.learning_phase()
        cache = columns_api.FeatureTransformationCache(features)
        for column in self._feature_columns:
            look_up = getattr(column, method)
            with backend.name_scope(column.name):
                try:
                    yield column, look_up(cache, self._state_manager, training=training)
                except TypeError:
                    yield column, look_up(cache, self._state_manager)

    def _in_target_shape(self, column: Any, tensor: Any) -> Any:
        elements = column.variable_shape.num_elements()
        return tf.reshape(tensor, self._target_shape(tf.shape(tensor), elements))

    def _concatenated(self, tensors: List[Any]) -> Any:
        check_batch_sizes(tensors, self._feature_columns)
        return tf.concat(tensors, -1)


def check_batch_sizes(tensors: List[Any], columns: List[Any]) -> None:
    """Check that the batch sizes that are known while the graph is built are equal.

    Raises:
        ValueError: two columns have batches of different sizes.

    """
    first: Optional[Tuple[str, int]] = None
    for column, tensor in zip(columns, tensors):
        size = tf.compat.dimension_value(tensor.shape[0])
        if size is None:
            continue
        first = first or (column.name, size)
        if first[1] != size:
            raise ValueError(
                "Batch size (first dimension) of each feature must be same. "
                f"Batch size of columns ({first[0]}, {column.name}): ({first[1]}, {size})"
            )


def _sorted_columns(feature_columns: Any) -> List[Any]:
    if isinstance(feature_columns, columns_api.FeatureColumn):
        feature_columns = [feature_columns]
    if isinstance(feature_columns, dict):
        raise ValueError("Expected feature_columns to be iterable, found dict.")
    columns = _checked(feature_columns)
    if not columns:
        raise ValueError("feature_columns must not be empty.")
    return sorted(columns.values(), key=lambda column: str(column.name))


def _checked(feature_columns: Iterable[Any]) -> Dict[str, Any]:
    columns: Dict[str, Any] = {}
    for column in feature_columns:
        if not isinstance(column, columns_api.FeatureColumn):
            raise ValueError(
                f"Items of feature_columns must be a FeatureColumn. Given (type {type(column)}): {column}."
            )
        if column.name in columns:
            raise ValueError(
                f"Duplicate feature column name found for columns: {column} and {columns[column.name]}. This usually "
                "means that these columns refer to same base feature. Either one must be discarded or a duplicated "
                "but renamed item must be inserted in features dict."
            )
        columns[column.name] = column
    return columns
