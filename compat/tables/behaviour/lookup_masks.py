"""Tokens that lookup layers took for masks by default, before TensorFlow 2.6: they had the index 0.

Measured on TensorFlow 2.3.4, 2.4.4 and 2.10.1, read in 2.5.3 and 2.6.5.
https://github.com/tensorflow/tensorflow/blob/v2.5.0/tensorflow/python/keras/layers/preprocessing/string_lookup.py
"""

from typing import Mapping, Union

FIRST_WITHOUT_MASKS = "2.6"
"""The first TensorFlow whose lookup layers have no mask by default."""

MASKS: Mapping[str, Union[str, int]] = {"keras.layers.StringLookup": "", "keras.layers.IntegerLookup": 0}
"""The masks of TensorFlow 2.3 to 2.5."""

RENAMED = {"mask_value": "mask_token", "oov_value": "oov_token"}
"""Keywords of `IntegerLookup` that TensorFlow 2.5 renamed."""
