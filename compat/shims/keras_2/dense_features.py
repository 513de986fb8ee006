"""`DenseFeatures`: one row of numbers for each sample, from feature columns.

Written after reading `keras.feature_column.dense_features` and `dense_features_v2` of Keras 2.15.
"""

from typing import Any, Dict, Optional, Tuple

import tensorflow as tf
from tensorflow.python.trackable import base as trackable

from compat.shims.keras_2.feature_layer import FeatureLayer, columns_api


class DenseFeaturesV1(FeatureLayer):
    """The layer of `tf.compat.v1.keras`: its variables are in variable scopes, where a partitioner can split them."""

    _column_kind = columns_api.DenseColumn

    def call(self, features: Any, cols_to_output_tensors: Optional[Dict[Any, Any]] = None, training: Any = None) -> Any:
        """Return the columns side by side; `cols_to_output_tensors`, if given, receives each column's part."""
        tensors = []
        for column, tensor in self._column_tensors("get_dense_tensor", features, training):
            tensors.append(self._in_target_shape(column, tensor))
            if cols_to_output_tensors is not None:
                cols_to_output_tensors[column] = tensors[-1]
        return self._concatenated(tensors)

    def _target_shape(self, input_shape: Any, elements: int) -> Tuple[Any, ...]:
        return (input_shape[0], elements)


class _NameScopes(columns_api.StateManager):  # type: ignore[misc]
    """Makes variables whose names need not be unique: they are tracked by column and name."""

    def create_variable(
        self,
        feature_column: Any,
        name: str,
        shape: Any,
        dtype: Any = None,
        trainable: bool = True,
        use_resource: bool = True,
        initializer: Any = None,
    ) -> Any:
        if name in self._cols_to_vars_map[feature_column]:
            raise ValueError("Variable already exists.")
        with trackable.no_manual_dependency_tracking_scope(self._layer):
            variable = self._layer.add_weight(
                name=name,
                shape=shape,
                dtype=dtype,
                initializer=initializer,
                trainable=self._trainable and trainable,
                use_resource=use_resource,
            )
        if isinstance(variable, trackable.Trackable):
            self._layer._track_trackable(variable, feature_column.name + "/" + name)
        self._cols_to_vars_map[feature_column][name] = variable
        return variable


class DenseFeatures(DenseFeaturesV1):
    """The layer of `tf.keras` in TF 2: its variables are in name scopes."""

    _state_manager_kind = _NameScopes

    def __init__(self, feature_columns: Any, trainable: bool = True, name: Optional[str] = None, **kwargs: Any) -> None:
        super().__init__(feature_columns, trainable=trainable, name=name, **kwargs)

    def build(self, input_shape: Any) -> None:
        del input_shape
        for column in self._feature_columns:
            with tf.name_scope(column.name):
                column.create_state(self._state_manager)
        self.built = True
