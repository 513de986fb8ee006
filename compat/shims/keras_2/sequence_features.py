"""`tf.keras.experimental.SequenceFeatures`: a sequence of rows for each sample, from feature columns.

Written after reading `keras.feature_column.sequence_feature_column` of Keras 2.15.
"""

from typing import Any, List, Tuple

import tensorflow as tf
from tensorflow.python.keras import backend

from compat.shims.keras_2.feature_layer import FeatureLayer, check_batch_sizes, columns_api


class SequenceFeatures(FeatureLayer):
    """Returns the sequences, padded to the longest of the batch, and their lengths."""

    _column_kind = columns_api.SequenceDenseColumn

    def call(self, features: Any, training: Any = None) -> Tuple[Any, Any]:
        tensors, lengths = [], []
        for column, (tensor, length) in self._column_tensors("get_sequence_dense_tensor", features, training):
            tensors.append(self._in_target_shape(column, tensor))
            lengths.append(length)
        check_batch_sizes(lengths, self._feature_columns)
        length = _the_same(lengths)
        return self._concatenated(tensors), length

    def _target_shape(self, input_shape: Any, elements: int) -> Tuple[Any, ...]:
        return (input_shape[0], input_shape[1], elements)


def _the_same(lengths: List[Any]) -> Any:
    with backend.name_scope("assert_all_equal"):
        if len(lengths) == 1:
            return lengths[0]
        checks = [tf.compat.v1.assert_equal(lengths[0], each) for each in lengths[1:]]
        with tf.control_dependencies(checks):
            return tf.identity(lengths[0])
