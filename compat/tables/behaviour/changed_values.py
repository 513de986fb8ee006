"""Values that legacy releases accepted and modern ones reject or interpret differently.

`tests/compat/tables/test_changed_values.py` makes each call on the releases.
No activation and no optimizer lost its name as a string; `"constant"` is the only initializer that did.
"""

from typing import Tuple

from compat.tables.names.loss_names import COSINES, LOSS_NAMES
from compat.tables.names.makers import MODEL_CLASSES, model_methods
from compat.tables.rows import (
    DIFFERS,
    Between,
    ChangedValue,
    Each,
    EndsWith,
    Given,
    Lacks,
    LacksStart,
    NotFrom,
    NotOfType,
    NotOneOf,
)

_KERAS_3 = "https://github.com/keras-team/keras/issues/18467"
_SAVING = "https://keras.io/api/models/model_saving_apis/model_saving_and_loading/"
_WEIGHTS = "https://keras.io/api/models/model_saving_apis/weights_saving_and_loading/"
_COMPILE = "https://keras.io/api/models/model_training_apis/#compile-method"
_FIT = "https://keras.io/api/models/model_training_apis/#fit-method"
_CHECKPOINT = "https://keras.io/api/callbacks/model_checkpoint/"
_EARLY_STOPPING = "https://github.com/keras-team/keras/blob/2.3.1/keras/callbacks/callbacks.py"
_GET_FILE = "https://keras.io/api/utils/python_utils/#get_file-function"
_INITIALIZERS = "https://keras.io/api/layers/initializers/"
_KERAS_231 = "https://github.com/keras-team/keras/blob/2.3.1/keras"

_DROPOUTS = tuple(
    "keras.layers." + name
    for name in (
        "Dropout",
        "AlphaDropout",
        "GaussianDropout",
        "SpatialDropout1D",
        "SpatialDropout2D",
        "SpatialDropout3D",
    )
)
_MERGES = tuple(
    f"keras.layers.{name}"
    for name in ("add", "average", "concatenate", "dot", "maximum", "minimum", "multiply", "subtract")
)
_CONVOLUTIONS = tuple(
    "keras.layers." + name
    for name in (
        "Conv1D",
        "Conv2D",
        "Conv3D",
        "Conv2DTranspose",
        "Conv3DTranspose",
        "SeparableConv1D",
        "SeparableConv2D",
    )
)

FILE_NAMES: Tuple[ChangedValue, ...] = (
    ChangedValue(
        model_methods("save_weights"),
        ("filepath",),
        EndsWith((".weights.h5",)),
        "keras 3.0",
        "end the path with .weights.h5, here and where it is read",
        _WEIGHTS,
        absent="max_shard_size",
    ),
    ChangedValue(
        model_methods("load_weights"),
        ("filepath",),
        EndsWith((".h5", ".hdf5", ".keras", ".weights.json")),
        "keras 3.0",
        "weights are read from .weights.h5, .keras and HDF5 files by their suffix; TensorFlow checkpoints with "
        "tf.train.Checkpoint",
        _WEIGHTS,
    ),
    ChangedValue(
        model_methods("load_weights"),
        ("filepath",),
        Lacks(".weights.h5"),
        "keras 3.0",
        "by_name is for the HDF5 files of Keras 2; leave it out, with skip_mismatch=True if layers differ",
        _WEIGHTS,
        given=Given("by_name", True),
        on_shims=True,
    ),
    ChangedValue(
        (*model_methods("save"), "keras.models.save_model"),
        ("filepath",),
        EndsWith((".keras", ".h5", ".hdf5"), prefixes=("hf://",)),
        "keras 3.0",
        "end the path with .keras (or .h5); model.export(path) writes a SavedModel for serving",
        _SAVING,
        absent="zipped",
    ),
    ChangedValue(
        ("keras.models.load_model",),
        ("filepath",),
        EndsWith((".keras", ".h5", ".hdf5"), prefixes=("hf://",)),
        "keras 3.0",
        "give an HDF5 file the suffix .h5; a SavedModel is read with "
        'keras.layers.TFSMLayer(path, call_endpoint="serving_default"), for inference only',
        _SAVING,
        unless="keras.callbacks.OrbaxCheckpoint",
    ),
    ChangedValue(
        ("keras.callbacks.ModelCheckpoint",),
        ("filepath",),
        EndsWith((".weights.h5",)),
        "keras 3.0",
        "end the path with .weights.h5, here and where it is read",
        _CHECKPOINT,
        given=Given("save_weights_only", value=True),
    ),
    ChangedValue(
        ("keras.callbacks.ModelCheckpoint",),
        ("filepath",),
        EndsWith((".keras", ".h5")),
        "keras 3.0",
        "end the path with .keras or .h5, here and where it is read",
        _CHECKPOINT,
        given=Given("save_weights_only", value=False, is_default=True),
    ),
    ChangedValue(
        ("keras.utils.get_file",),
        ("fname",),
        LacksStart("/"),
        "keras 3.0",
        "pass only the file name, and its folder as cache_dir= and cache_subdir=",
        _GET_FILE,
    ),
    ChangedValue(
        ("keras.utils.get_file",),
        ("origin",),
        NotOneOf({None: None}),
        "keras 3.0",
        "pass the URL, or read the existing file without get_file",
        _GET_FILE,
    ),
    ChangedValue(
        ("keras.utils.get_file",),
        ("untar", "extract"),
        NotOneOf({True: None}),
        "keras 3.0",
        "the archive is unpacked into a folder of its own, whose path get_file returns, no longer beside the archive",
        _GET_FILE,
        effect=DIFFERS,
    ),
)

SINGLE_METRICS: Tuple[ChangedValue, ...] = (
    ChangedValue(
        model_methods("compile"),
        ("metrics", "weighted_metrics"),
        NotOfType(("str", "lambda")),
        "keras 3.0",
        "write a list, with one metric in it",
        _COMPILE,
    ),
    ChangedValue(
        model_methods("compile"),
        ("metrics", "weighted_metrics"),
        NotFrom(("keras.metrics", "keras.losses")),
        "keras 3.0",
        "write a list, with one metric in it",
        _COMPILE,
    ),
)
"""One metric that is not in a list; `tf.keras` 2.2 to 2.15 took it."""

TRAINING: Tuple[ChangedValue, ...] = (
    *SINGLE_METRICS,
    ChangedValue(
        model_methods("compile"),
        ("metrics", "weighted_metrics"),
        Each(NotOneOf({"ce": None, "crossentropy": None})),
        "keras 3.0",
        "use the name of the crossentropy that fits the loss, such as binary_crossentropy",
        _COMPILE,
        on_shims=True,
    ),
    ChangedValue(
        model_methods("compile"),
        ("metrics", "weighted_metrics"),
        Each(
            NotOneOf(
                {
                    **dict.fromkeys(COSINES),
                    **{name: modern for name, modern in LOSS_NAMES.items() if name != "huber_loss"},
                }
            )
        ),
        "keras 3.0",
        "use the current name of the metric; cosine_similarity took the place of cosine_proximity, in some releases "
        "with the other sign",
        _COMPILE,
    ),
    ChangedValue(
        model_methods("compile"),
        ("loss",),
        Each(NotOneOf({**dict.fromkeys(COSINES), **LOSS_NAMES})),
        "keras 3.0",
        "use the current name of the loss; cosine_similarity is what standalone Keras called cosine_proximity; in "
        "tf.keras 1.x it had the other sign",
        _COMPILE,
    ),
    ChangedValue(
        model_methods("compile"),
        ("optimizer",),
        NotFrom(("tensorflow.train", "tensorflow.compat.v1.train", "tensorflow.contrib.opt")),
        "keras 3.0",
        "use the optimizer of keras.optimizers with the same update rule; mind its default epsilon",
        _COMPILE,
    ),
    ChangedValue(
        model_methods("compile"),
        ("optimizer",),
        NotOneOf({name: None for stem in ("adadelta", "adagrad", "adamax", "nadam") for name in (stem, stem.title())}),
        "keras 3.0",
        "the default learning rate is 0.001; standalone Keras had 1.0 for Adadelta, 0.01 for Adagrad, 0.002 for Adamax "
        "and Nadam: write the object with learning_rate=",
        _COMPILE,
        effect=DIFFERS,
    ),
)

FITTING: Tuple[ChangedValue, ...] = (
    ChangedValue(
        model_methods("fit", "train_on_batch"),
        ("class_weight",),
        NotOfType(("str", "list", "tuple")),
        "keras 2.4",
        "leave it out to train as before: up to TensorFlow 2.1, texts and lists of numbers weighed nothing; or pass a "
        "dictionary of class numbers and weights",
        _FIT,
    ),
    ChangedValue(
        model_methods("fit", "train_on_batch"),
        ("class_weight",),
        NotFrom(("numpy", "sklearn.utils.class_weight.compute_class_weight")),
        "keras 2.4",
        "leave it out to train as before: up to TensorFlow 2.1, an array weighed nothing; or pass a dictionary of the "
        "numbers of classes and weights, dict(enumerate(weights))",
        _FIT,
    ),
    ChangedValue(
        model_methods("fit", "evaluate", "train_on_batch", "test_on_batch"),
        ("sample_weight",),
        NotOfType(("dict",)),
        "keras 3.0",
        "pass a list of arrays, one for each output in their order, and the targets in a list as well",
        _FIT,
        listed=True,
    ),
    ChangedValue(
        model_methods("fit"),
        ("steps_per_epoch", "validation_steps"),
        NotOfType(("float",)),
        "keras 3.0",
        "pass a whole number: legacy loops ran until they had made at least that many steps",
        _FIT,
    ),
    ChangedValue(
        model_methods("evaluate", "predict"),
        ("steps",),
        NotOfType(("float",)),
        "keras 3.0",
        "pass a whole number: legacy loops ran until they had made at least that many steps",
        _FIT,
    ),
)

LAYERS: Tuple[ChangedValue, ...] = (
    ChangedValue(
        ("keras.layers.*", *_MERGES, *MODEL_CLASSES),
        ("name",),
        Lacks("/"),
        "keras 3.0",
        "write another character instead of /, also where the layer is looked up by name",
        _KERAS_3,
        on_shims=True,
    ),
    ChangedValue(
        ("keras.layers.Layer.add_weight",),
        ("name",),
        Lacks("/"),
        "keras 3.0",
        "write another character instead of /",
        _KERAS_3,
        on_shims=True,
    ),
    ChangedValue(
        ("keras.layers.*",),
        (
            "alpha_initializer",
            "beta_initializer",
            "bias_initializer",
            "depthwise_initializer",
            "embeddings_initializer",
            "gamma_initializer",
            "kernel_initializer",
            "moving_mean_initializer",
            "moving_variance_initializer",
            "pointwise_initializer",
            "recurrent_initializer",
        ),
        NotOneOf({"Constant": "zeros", "constant": "zeros"}),
        "keras 3.0",
        "the string stood for Constant(0.0)",
        _INITIALIZERS,
    ),
    ChangedValue(
        ("keras.layers.*",),
        (
            "activity_regularizer",
            "beta_regularizer",
            "bias_regularizer",
            "depthwise_regularizer",
            "embeddings_regularizer",
            "gamma_regularizer",
            "kernel_regularizer",
            "pointwise_regularizer",
            "recurrent_regularizer",
        ),
        NotOneOf({"l1_l2": None}),
        "keras 3.0",
        "write keras.regularizers.L1L2(l1=0.01, l2=0.01)",
        "https://keras.io/api/layers/regularizers/",
    ),
    ChangedValue(
        ("keras.layers.*",),
        (
            "beta_constraint",
            "bias_constraint",
            "depthwise_constraint",
            "embeddings_constraint",
            "gamma_constraint",
            "kernel_constraint",
            "pointwise_constraint",
            "recurrent_constraint",
        ),
        NotOneOf(
            {
                "maxnorm": "max_norm",
                "nonneg": "non_neg",
                "radial_constraint": None,
                "RadialConstraint": None,
                "unitnorm": "unit_norm",
            }
        ),
        "keras 3.0",
        "use the current name of the constraint; the radial one has no equivalent",
        "https://keras.io/api/layers/constraints/",
    ),
    ChangedValue(
        _DROPOUTS,
        ("rate",),
        Between(0.0, 1.0),
        "keras 3.0",
        "legacy layers dropped nothing at such a rate: leave the layer out",
        _KERAS_231 + "/layers/core.py",
    ),
    ChangedValue(
        ("keras.layers.GaussianNoise",),
        ("stddev",),
        Between(0.0, 1.0),
        "keras 3.0",
        "scale the input to a deviation of at most 1, or add the noise in your own layer",
        _KERAS_231 + "/layers/noise.py",
    ),
    ChangedValue(
        ("keras.layers.SeparableConv1D",),
        ("padding",),
        NotOneOf({"causal": None}),
        "keras 3.0",
        "pad the start with ZeroPadding1D, and take padding='valid'",
        "https://keras.io/api/layers/convolution_layers/separable_convolution1d/",
    ),
    ChangedValue(
        ("keras.layers.Dense",),
        ("units",),
        NotOfType(("float",)),
        "keras 3.0",
        "pass a whole number: // instead of /",
        _KERAS_3,
    ),
    ChangedValue(
        _CONVOLUTIONS,
        ("filters",),
        NotOfType(("float",)),
        "keras 3.0",
        "pass a whole number: // instead of /",
        _KERAS_3,
    ),
    ChangedValue(
        ("keras.layers.Input",),
        ("shape",),
        NotOfType(("int",)),
        "keras 3.0",
        "write a tuple: (4,) instead of 4",
        "https://keras.io/api/layers/core_layers/input/",
    ),
    ChangedValue(
        ("keras.layers.InputLayer",),
        ("shape", "input_shape"),
        NotOfType(("int",)),
        "keras 3.0",
        "write a tuple: (4,) instead of 4",
        "https://keras.io/api/layers/core_layers/input/",
    ),
    ChangedValue(
        ("keras.layers.BatchNormalization",),
        ("axis",),
        NotOfType(("list", "tuple")),
        "keras 3.0",
        "pass one axis as a number; over several axes use LayerNormalization or your own layer",
        "https://keras.io/api/layers/normalization_layers/batch_normalization/",
    ),
    ChangedValue(
        ("keras.layers.ZeroPadding2D",),
        ("padding",),
        NotOfType(("dict",)),
        "keras 2.4",
        "write ((top, bottom), (left, right))",
        _KERAS_231 + "/legacy/interfaces.py",
    ),
    ChangedValue(
        ("keras.layers.Layer.add_weight",),
        ("shape",),
        NotOfType(("str",)),
        "keras 3.0",
        "the shape comes first: give the name as name=",
        "https://keras.io/api/layers/base_layer/#add_weight-method",
    ),
    ChangedValue(
        ("keras.utils.normalize",),
        ("axis",),
        NotOneOf({0: None}),
        "keras 3.0",
        "it divides each row by the norm of a column: divide by numpy.linalg.norm(x, axis=0, keepdims=True)",
        "https://github.com/keras-team/keras/blob/v3.15.0/keras/src/utils/numerical_utils.py",
        effect=DIFFERS,
    ),
    ChangedValue(
        ("keras.callbacks.EarlyStopping",),
        ("baseline",),
        NotOfType(("float", "int")),
        "keras 3.0",
        "Keras 2 counted each epoch behind the baseline, and stopped after `patience` of them; since TensorFlow 2.4 "
        "training goes on as long as the value improves",
        _EARLY_STOPPING,
        effect=DIFFERS,
    ),
    ChangedValue(
        ("keras.callbacks.EarlyStopping",),
        ("restore_best_weights",),
        NotOneOf({True: None}),
        "keras 3.0",
        "Keras 2 kept the last weights where all epochs ran, and restored the best ones only if it stopped early",
        _EARLY_STOPPING,
        effect=DIFFERS,
    ),
    ChangedValue(
        ("keras.layers.UpSampling2D",),
        ("interpolation",),
        NotOneOf({"bilinear": None}),
        "keras 2.4",
        "standalone Keras 2.3 put the samples on the corners of the pixels, tf.keras puts them in the middle: "
        "the numbers differ",
        _KERAS_231 + "/layers/convolutional.py",
        effect=DIFFERS,
    ),
    ChangedValue(
        ("keras.layers.*",),
        ("activation", "recurrent_activation"),
        NotOneOf({"hard_sigmoid": None}),
        "keras 3.0",
        "hard_sigmoid was 0.2 * x + 0.5, now it is x / 6 + 0.5: pass that function itself to keep the numbers",
        "https://keras.io/api/layers/activations/",
        effect=DIFFERS,
    ),
)

FUNCTIONS: Tuple[ChangedValue, ...] = (
    ChangedValue(
        ("tensorflow.nn.fused_batch_norm", "tensorflow.compat.v1.nn.fused_batch_norm"),
        ("epsilon",),
        Between(1.001e-5, float("inf")),
        "tensorflow 2.11",
        "releases up to 2.10 took 1.001e-5 for a smaller number: write that to keep the numbers",
        "https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/python/ops/nn_impl.py",
        effect=DIFFERS,
    ),
)

CHANGED_VALUES: Tuple[ChangedValue, ...] = (*FILE_NAMES, *TRAINING, *FITTING, *LAYERS, *FUNCTIONS)
