"""Defaults of preprocessing layers that TensorFlow 2.6 changed.

Measured on TensorFlow 2.3.4, 2.4.4, 2.10.1 and 2.21.0, read in 2.5.3 and 2.6.5.
https://github.com/tensorflow/tensorflow/blob/v2.5.0/tensorflow/python/keras/layers/preprocessing/string_lookup.py
"""

from typing import NamedTuple, Tuple, Union

URL = "https://github.com/tensorflow/tensorflow/releases/tag/v2.6.0"
CHANGED_IN = "2.6"
"""The first TensorFlow with the defaults of today."""


class PreprocessingDefault(NamedTuple):
    """`symbol(keyword=)` had the default `legacy`; `place` counts the parameters before it.

    `unless_int`: it says something of all values of `output_mode` but `"int"`, the default.
    """

    symbol: str
    keyword: str
    legacy: Union[str, int, bool]
    place: int
    meaning: str
    unless_int: bool = False


_MASK = "kept index 0 for a mask"

PREPROCESSING_DEFAULTS: Tuple[PreprocessingDefault, ...] = (
    PreprocessingDefault("keras.layers.StringLookup", "mask_token", "", 2, _MASK),
    PreprocessingDefault("keras.layers.IntegerLookup", "mask_token", 0, 2, _MASK),
    PreprocessingDefault(
        "keras.layers.TextVectorization",
        "pad_to_max_tokens",
        True,
        6,
        "made rows as wide as max_tokens",
        unless_int=True,
    ),
)
