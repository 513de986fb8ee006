"""The arguments of Keras 1 that the layers of standalone Keras took up to 2.3.1, and what they are today.

https://github.com/keras-team/keras/blob/2.3.1/keras/legacy/interfaces.py

`tf.keras` never took them. `tests/compat/keras_1_calls.py` has a call for each, which runs on Keras 2.3.1 and 3.
"""

from typing import Any, Dict, Mapping, NamedTuple, Tuple

from compat.tables.rows import Keras1Layer

URL = "https://github.com/keras-team/keras/wiki/Keras-2.0-release-notes"

DIM_ORDERING: Mapping[Any, Any] = {"tf": "channels_last", "th": "channels_first", "default": None}
CONSTRAINTS: Mapping[Any, Any] = {"maxnorm": "max_norm", "nonneg": "non_neg", "unitnorm": "unit_norm"}

_WEIGHTS_OF = ["kernel", "bias", "embeddings", "depthwise", "pointwise", "recurrent", "beta", "gamma"]

VALUES: Dict[str, Mapping[Any, Any]] = {
    "data_format": DIM_ORDERING,
    "color_mode": {True: "grayscale", False: "rgb"},
    "unit_forget_bias": {"one": True},
    **{weights + "_constraint": CONSTRAINTS for weights in _WEIGHTS_OF},
}
"""Values that have another name, by the modern keyword."""

_KERNEL_2D = ("nb_row", "nb_col")
_KERNEL_3D = ("kernel_dim1", "kernel_dim2", "kernel_dim3")

_BIAS = {"b_regularizer": "bias_regularizer", "bias": "use_bias"}
_WEIGHTS = {"init": "kernel_initializer", "W_regularizer": "kernel_regularizer", **_BIAS}
_CONSTRAINTS = {"W_constraint": "kernel_constraint", "b_constraint": "bias_constraint"}
_BORDER = {"border_mode": "padding"}
_ORDER = {"dim_ordering": "data_format"}
_IMAGE = {"nb_filter": "filters", "subsample": "strides", **_BORDER, **_ORDER}
_CONVOLUTION = {**_IMAGE, **_WEIGHTS, **_CONSTRAINTS}
_LINE = {
    "nb_filter": "filters",
    "filter_length": "kernel_size",
    "subsample_length": "strides",
    **_BORDER,
    **_WEIGHTS,
    **_CONSTRAINTS,
}
_RECURRENT = {
    **_WEIGHTS,
    "inner_init": "recurrent_initializer",
    "inner_activation": "recurrent_activation",
    "U_regularizer": "recurrent_regularizer",
    "dropout_W": "dropout",
    "dropout_U": "recurrent_dropout",
    "forget_bias_init": "unit_forget_bias",
}


def _row(names: str, parameters: str, keywords: Mapping[str, str], **more: Any) -> Keras1Layer:
    symbols = tuple("keras.layers." + name for name in names.split())
    return Keras1Layer(symbols, tuple(parameters.split()), keywords, **more)


KERAS_1_LAYERS: Tuple[Keras1Layer, ...] = (
    _row("Dense", "units", {"output_dim": "units", **_WEIGHTS, **_CONSTRAINTS}),
    _row("Dropout SpatialDropout1D GaussianDropout", "rate", {"p": "rate"}),
    _row("SpatialDropout2D SpatialDropout3D", "rate", {"p": "rate", **_ORDER}),
    _row("GaussianNoise", "stddev", {"sigma": "stddev"}),
    _row("PReLU", "alpha_initializer", {"init": "alpha_initializer"}),
    _row(
        "Embedding",
        "input_dim output_dim",
        {
            "init": "embeddings_initializer",
            "W_regularizer": "embeddings_regularizer",
            "W_constraint": "embeddings_constraint",
        },
        unlike={"dropout": "put keras.layers.SpatialDropout1D behind the layer: Keras 2 ignored dropout= already"},
    ),
    _row(
        "BatchNormalization",
        "",
        {"beta_init": "beta_initializer", "gamma_init": "gamma_initializer"},
        unlike={"mode": "mode 0 is what the layer does; Keras 2 had no others"},
        dropped={"mode": (0,)},
    ),
    _row(
        "MaxPooling1D AveragePooling1D MaxPool1D AvgPool1D",
        "pool_size strides padding",
        {"pool_length": "pool_size", "stride": "strides", **_BORDER},
    ),
    _row(
        "MaxPooling2D AveragePooling2D MaxPool2D AvgPool2D MaxPooling3D AveragePooling3D MaxPool3D AvgPool3D",
        "pool_size strides padding",
        {**_BORDER, **_ORDER},
    ),
    _row(
        "GlobalMaxPooling2D GlobalAveragePooling2D GlobalMaxPool2D GlobalAvgPool2D GlobalMaxPooling3D "
        "GlobalAveragePooling3D GlobalMaxPool3D GlobalAvgPool3D",
        "data_format",
        _ORDER,
    ),
    _row("UpSampling1D", "size", {"length": "size"}),
    _row("UpSampling2D UpSampling3D", "size", _ORDER),
    _row("ZeroPadding2D", "padding", _ORDER, sides=("top_pad", "bottom_pad", "left_pad", "right_pad")),
    _row("ZeroPadding3D", "padding", _ORDER),
    _row("Cropping2D Cropping3D", "cropping", _ORDER),
    _row("Conv1D Convolution1D", "filters kernel_size", {**_LINE, "atrous_rate": "dilation_rate"}, is_sequence=True),
    _row(
        "Conv2D Convolution2D",
        "filters kernel_size",
        {**_CONVOLUTION, "atrous_rate": "dilation_rate"},
        kernel=_KERNEL_2D,
    ),
    _row("Conv3D Convolution3D", "filters kernel_size", _CONVOLUTION, kernel=_KERNEL_3D),
    _row(
        "Conv2DTranspose Convolution2DTranspose",
        "filters kernel_size",
        _CONVOLUTION,
        kernel=_KERNEL_2D,
        dropped={"output_shape": None},
    ),
    _row(
        "SeparableConv2D SeparableConvolution2D",
        "filters kernel_size",
        {**_IMAGE, **_BIAS, "b_constraint": "bias_constraint"},
        kernel=_KERNEL_2D,
        twice={"init": ("depthwise_initializer", "pointwise_initializer")},
    ),
    _row(
        "ConvLSTM2D",
        "filters kernel_size",
        {**_IMAGE, **_RECURRENT},
        kernel=_KERNEL_2D,
        unlike={"forget_bias_init": "pass unit_forget_bias=True, or False for a forget bias that starts at zero"},
    ),
    _row(
        "LSTM GRU SimpleRNN",
        "units",
        {"output_dim": "units", **_RECURRENT},
        unlike={"forget_bias_init": "pass unit_forget_bias=True, or False for a forget bias that starts at zero"},
        dropped={"consume_less": None},
        is_sequence=True,
    ),
)

KERAS_1: Dict[str, Keras1Layer] = {symbol: row for row in KERAS_1_LAYERS for symbol in row.symbols}
"""The row of each layer."""

_FILTERS = {"image_shape": None, "filter_shape": None}
"""Sizes that only Theano made use of."""


def _functions(names: str, keywords: Mapping[str, str], **more: Any) -> Keras1Layer:
    return Keras1Layer(tuple("keras." + name for name in names.split()), (), keywords, **more)


KERAS_1_FUNCTION_ROWS: Tuple[Keras1Layer, ...] = (
    _functions("backend.conv1d", {"stride": "strides", **_BORDER}, dropped=_FILTERS),
    _functions("backend.conv2d", {**_BORDER, **_ORDER, "filter_dilation": "dilation_rate"}, dropped=_FILTERS),
    _functions("backend.conv3d", {**_BORDER, **_ORDER}, dropped={"volume_shape": None, "filter_shape": None}),
    _functions("backend.pool2d backend.pool3d backend.separable_conv2d", {**_BORDER, **_ORDER}),
    _functions("backend.resize_images backend.resize_volumes", {"X": "x", **_ORDER}),
    _functions("backend.expand_dims", {"dim": "axis"}),
    _functions("backend.random_normal", {"std": "stddev"}),
    _functions("backend.random_uniform", {"low": "minval", "high": "maxval"}),
    _functions("backend.moving_average_update", {"variable": "x"}),
    _functions("backend.one_hot utils.to_categorical utils.np_utils.to_categorical", {"nb_classes": "num_classes"}),
    _functions("utils.normalize utils.np_utils.normalize", {"a": "x"}),
    _functions("datasets.imdb.load_data datasets.reuters.load_data", {"nb_words": "num_words"}),
    _functions("preprocessing.text.Tokenizer", {"nb_words": "num_words"}),
    _functions(
        "preprocessing.image.ImageDataGenerator preprocessing.image.DirectoryIterator "
        "preprocessing.image.NumpyArrayIterator",
        _ORDER,
    ),
    _functions("preprocessing.image.random_channel_shift", {"intensity": "intensity_range"}),
    _functions("preprocessing.image.load_img", {"grayscale": "color_mode"}),
    _functions("regularizers.l1", {"l": "l1"}),
    _functions("regularizers.l2", {"l": "l2"}),
)

KERAS_1_FUNCTIONS: Dict[str, Keras1Layer] = {symbol: row for row in KERAS_1_FUNCTION_ROWS for symbol in row.symbols}
"""What is no layer and took other keywords in Keras 1; most of them Keras 2 refused. `tf.keras` had the last three."""


class WrittenOut(NamedTuple):
    """What a function did, as code of `numpy` and of what is `given`; `reads_twice` if it reads that in two places."""

    code: str
    reads_twice: bool = False


_COLUMNS = "{numpy}.argmax({given}, axis=1)"

KERAS_1_CLASSES: Dict[str, WrittenOut] = {
    "keras.utils.np_utils.categorical_probas_to_classes": WrittenOut(_COLUMNS),
    "keras.utils.np_utils.probas_to_classes": WrittenOut(
        _COLUMNS + " if {numpy}.ndim({given}) > 1 and {numpy}.shape({given})[1] > 1"
        " else ({numpy}.ravel({given}) > 0.5).astype(int)",
        reads_twice=True,
    ),
}
"""Functions that made classes of probabilities.

https://github.com/keras-team/keras/blob/1.2.2/keras/utils/np_utils.py
"""

LAYERS_OF_THE_SHIMS: Tuple[Keras1Layer, ...] = (
    _row("LocallyConnected1D", "filters kernel_size", _LINE, is_sequence=True),
    _row("LocallyConnected2D", "filters kernel_size", _CONVOLUTION, kernel=_KERNEL_2D),
)
"""Layers that Keras 3 lacks, and the shims have."""

MERGE_MODES: Mapping[str, str] = {
    "sum": "add",
    "mul": "multiply",
    "concat": "concatenate",
    "ave": "average",
    "dot": "dot",
    "max": "maximum",
}
"""The function of `keras.layers` for each `mode=` of `keras.layers.merge`, which went with Keras 2.2."""

MERGE_PARAMETERS = ("inputs", "mode", "concat_axis", "dot_axes", "output_shape", "output_mask", "arguments", "name")
"""The parameters of `keras.layers.merge` in their order; `mode` was "sum" by default, both axes -1."""
