"""Keywords that legacy releases took and modern ones drop, with or without a word.

Keywords that live on under another name are in `renamed_keywords`, those of the `*_generator` methods in
`generator_methods`. `tests/compat/test_ignored_keywords.py` makes each call on the releases.
"""

from typing import NamedTuple, Tuple

from compat.tables.behaviour.effects import IGNORED, RAISES, WARNS
from compat.tables.keywords.renamed_keywords import OPTIMIZERS


class IgnoredKeyword(NamedTuple):
    """What a call of one of `symbols` with one of `keywords` comes to, since `gone_in`.

    `module.*` is every class of a module that does not name the keyword in its modern signature.
    A row with `suffixes` speaks of calls whose path ends so, and comes before one without.
    """

    symbols: Tuple[str, ...]
    keywords: Tuple[str, ...]
    effect: str
    gone_in: str
    advice: str
    url: str
    suffixes: Tuple[str, ...] = ()


_KERAS_3 = "https://github.com/keras-team/keras/issues/18467"
_COMPILE = "https://keras.io/api/models/model_training_apis/#compile-method"
_FIT = "https://keras.io/api/models/model_training_apis/#fit-method"
_SAVING = "https://keras.io/api/models/model_saving_apis/model_saving_and_loading/"
_PY_DATASET = "https://keras.io/api/utils/python_utils/#pydataset-class"
_CHECKPOINT = "https://keras.io/api/callbacks/model_checkpoint/"
_TENSORBOARD = "https://keras.io/api/callbacks/tensorboard/"
_RECURRENT = "https://keras.io/api/layers/recurrent_layers/lstm/"
_BATCH_NORMALIZATION = "https://keras.io/api/layers/normalization_layers/batch_normalization/"

_MODELS = ("keras.models.Model", "keras.models.Sequential")


def _methods(*names: str) -> Tuple[str, ...]:
    return tuple(model + "." + name for model in _MODELS for name in names)


def _layers(names: str) -> Tuple[str, ...]:
    return tuple("keras.layers." + name for name in names.split())


IGNORED_KEYWORDS: Tuple[IgnoredKeyword, ...] = (
    IgnoredKeyword(
        (*(name for name in OPTIMIZERS if not name.endswith("Nadam")), "keras.optimizers.Ftrl"),
        ("decay",),
        WARNS,
        "keras 3.0",
        "give learning_rate a keras.optimizers.schedules.InverseTimeDecay(rate, 1, decay)",
        "https://keras.io/api/optimizers/learning_rate_schedules/inverse_time_decay/",
    ),
    IgnoredKeyword(
        ("keras.optimizers.Nadam",),
        ("decay",),
        WARNS,
        "keras 3.0",
        "leave it out: tf.keras took it and ignored it too, standalone Keras refused it",
        "https://keras.io/api/optimizers/Nadam/",
    ),
    IgnoredKeyword(
        ("keras.optimizers.Nadam",),
        ("schedule_decay",),
        RAISES,
        "keras 3.0",
        "0.004 is built in; another value needs an optimizer of your own",
        "https://keras.io/api/optimizers/Nadam/",
    ),
    IgnoredKeyword(
        ("keras.callbacks.ModelCheckpoint",),
        ("period",),
        RAISES,
        "keras 3.0",
        "save_freq counts batches: save_freq=PERIOD * steps_per_epoch, or keep every epoch",
        _CHECKPOINT,
    ),
    IgnoredKeyword(
        ("keras.callbacks.ModelCheckpoint",),
        ("load_weights_on_restart",),
        RAISES,
        "keras 3.0",
        "use keras.callbacks.BackupAndRestore, or load the weights before fit",
        _CHECKPOINT,
    ),
    IgnoredKeyword(
        ("keras.callbacks.ModelCheckpoint", "keras.models.load_model", "keras.models.save_model", *_methods("save")),
        ("options",),
        RAISES,
        "keras 3.0",
        "leave it out: it spoke of SavedModel and TensorFlow checkpoints, which Keras 3 does not write",
        _SAVING,
    ),
    IgnoredKeyword(
        ("keras.callbacks.TensorBoard",),
        ("write_grads",),
        RAISES,
        "keras 3.0",
        "write the gradients with tf.summary.histogram in a train_step of your own",
        _TENSORBOARD,
    ),
    IgnoredKeyword(
        ("keras.callbacks.TensorBoard",),
        ("batch_size",),
        RAISES,
        "keras 3.0",
        "leave it out: histograms are taken of the weights, which needs no batches",
        _TENSORBOARD,
    ),
    IgnoredKeyword(
        ("keras.callbacks.TensorBoard",),
        ("embeddings_layer_names", "embeddings_data"),
        RAISES,
        "keras 3.0",
        "the weights of all Embedding layers are written; name their labels in embeddings_metadata",
        _TENSORBOARD,
    ),
    IgnoredKeyword(
        ("keras.callbacks.ProgbarLogger",),
        ("count_mode", "stateful_metrics"),
        RAISES,
        "keras 3.0",
        "leave it out: the bar counts steps, and every metric keeps its own state",
        _KERAS_3,
    ),
    IgnoredKeyword(
        _methods("compile"),
        ("sample_weight_mode",),
        RAISES,
        "keras 3.0",
        "leave it out: weights of the shape (samples, steps) are taken as they are",
        _COMPILE,
    ),
    IgnoredKeyword(
        _methods("compile"),
        ("target_tensors",),
        RAISES,
        "keras 3.0",
        "give the targets to fit, from a tf.data.Dataset if they are tensors",
        _COMPILE,
    ),
    IgnoredKeyword(
        _methods("compile"),
        ("distribute",),
        RAISES,
        "keras 2.4",
        "build and compile the model under strategy.scope()",
        "https://www.tensorflow.org/tutorials/distribute/keras",
    ),
    IgnoredKeyword(
        _methods("compile"),
        ("cloning", "experimental_run_tf_function"),
        RAISES,
        "keras 3.0",
        "leave it out",
        _COMPILE,
    ),
    IgnoredKeyword(
        _methods("compile"),
        ("options", "run_metadata"),
        RAISES,
        "keras 2.4",
        "trace with tf.profiler in place of a session's options",
        "https://www.tensorflow.org/guide/profiler",
    ),
    IgnoredKeyword(
        _methods("fit", "evaluate", "predict"),
        ("workers", "use_multiprocessing", "max_queue_size"),
        RAISES,
        "keras 3.0",
        "give it to the constructor of the keras.utils.PyDataset; other data needs none",
        _PY_DATASET,
    ),
    IgnoredKeyword(
        _methods("train_on_batch", "test_on_batch"),
        ("reset_metrics",),
        RAISES,
        "keras 3.0",
        "metrics run on over the batches: call model.reset_metrics() where they shall start anew",
        "https://keras.io/api/models/model_training_apis/#train_on_batch-method",
    ),
    IgnoredKeyword(
        (*_methods("save"), "keras.models.save_model"),
        ("save_format",),
        WARNS,
        "keras 3.0",
        "leave it out: the suffix of the path decides, as it did before",
        _SAVING,
        suffixes=(".keras", ".h5", ".hdf5"),
    ),
    IgnoredKeyword(
        (*_methods("save"), "keras.models.save_model"),
        ("save_format",),
        RAISES,
        "keras 3.0",
        "end the path with .keras or .h5; model.export(path) writes a SavedModel for serving",
        _SAVING,
    ),
    IgnoredKeyword(
        _methods("save_weights"),
        ("save_format",),
        RAISES,
        "keras 3.0",
        "end the path with .weights.h5; tf.train.Checkpoint(model=model).write(path) writes a TensorFlow checkpoint",
        "https://keras.io/api/models/model_saving_apis/weights_saving_and_loading/",
    ),
    IgnoredKeyword(
        (*_methods("save"), "keras.models.save_model"),
        ("signatures",),
        RAISES,
        "keras 3.0",
        "write a SavedModel with signatures by tf.saved_model.save or keras.export.ExportArchive",
        "https://keras.io/api/models/model_saving_apis/export/",
    ),
    IgnoredKeyword(
        (*_methods("save"), "keras.models.save_model"),
        ("include_optimizer",),
        IGNORED,
        "keras 3.0",
        "the optimizer is saved all the same: save before compile, write .h5, or load with compile=False",
        _SAVING,
        suffixes=(".keras",),
    ),
    IgnoredKeyword(
        ("keras.layers.*",),
        ("weights",),
        RAISES,
        "keras 3.0",
        "call layer.set_weights(weights) once the layer is built (Embedding takes weights= as before)",
        _KERAS_3,
    ),
    IgnoredKeyword(
        ("keras.layers.*",),
        ("batch_input_shape", "batch_size", "input_dtype"),
        RAISES,
        "keras 3.0",
        "put keras.Input(shape=..., batch_size=..., dtype=...) before the layer",
        "https://keras.io/api/layers/core_layers/input/",
    ),
    IgnoredKeyword(
        ("keras.layers.*",),
        ("dynamic",),
        RAISES,
        "keras 3.0",
        "compile the model with run_eagerly=True",
        _KERAS_3,
    ),
    IgnoredKeyword(
        _layers("LSTM GRU SimpleRNN Conv1D"),
        ("input_dim",),
        RAISES,
        "keras 3.0",
        "it stands for a shape without steps: write input_shape=(None, input_dim)",
        _RECURRENT,
    ),
    IgnoredKeyword(
        _layers("LSTM GRU SimpleRNN Conv1D"),
        ("input_length",),
        RAISES,
        "keras 3.0",
        "write input_shape=(input_length, input_dim)",
        _RECURRENT,
    ),
    IgnoredKeyword(
        _layers("Embedding"),
        ("input_length",),
        WARNS,
        "keras 3.0",
        "put keras.Input((input_length,)) before the layer where Flatten or Dense behind it needs the length",
        "https://keras.io/api/layers/core_layers/embedding/",
    ),
    IgnoredKeyword(
        _layers("LSTM GRU LSTMCell GRUCell"),
        ("implementation",),
        IGNORED,
        "keras 3.0",
        "leave it out: there is one implementation, and it computes the same",
        _RECURRENT,
    ),
    IgnoredKeyword(
        _layers("SimpleRNN"),
        ("implementation",),
        RAISES,
        "keras 3.0",
        "leave it out",
        _RECURRENT,
    ),
    IgnoredKeyword(
        _layers("LSTM GRU SimpleRNN RNN"),
        ("time_major",),
        RAISES,
        "keras 3.0",
        "leave out False; for True swap the first two axes with keras.ops.swapaxes before and after the layer",
        _RECURRENT,
    ),
    IgnoredKeyword(
        _layers("BatchNormalization"),
        ("fused", "adjustment"),
        RAISES,
        "keras 3.0",
        "leave it out: the kernel is chosen by itself",
        _BATCH_NORMALIZATION,
    ),
    IgnoredKeyword(
        _layers("BatchNormalization"),
        ("virtual_batch_size",),
        RAISES,
        "keras 3.0",
        "leave out None; reshape to the virtual batches around the layer otherwise",
        _BATCH_NORMALIZATION,
    ),
    IgnoredKeyword(
        _layers("SeparableConv1D SeparableConv2D DepthwiseConv2D"),
        ("kernel_initializer", "kernel_regularizer", "kernel_constraint"),
        RAISES,
        "keras 3.0",
        "leave it out: legacy layers never used it; depthwise_* and pointwise_* do the work",
        "https://keras.io/api/layers/convolution_layers/separable_convolution2d/",
    ),
    IgnoredKeyword(
        _layers("SpatialDropout1D SpatialDropout2D SpatialDropout3D"),
        ("noise_shape",),
        RAISES,
        "keras 3.0",
        "leave it out: legacy layers never used it",
        "https://keras.io/api/layers/regularization_layers/spatial_dropout2d/",
    ),
    IgnoredKeyword(
        _layers("SpatialDropout1D SpatialDropout2D SpatialDropout3D"),
        ("input_shape", "trainable"),
        RAISES,
        "keras 3.0",
        "put keras.Input(shape) before the layer; there is nothing in it to train",
        "https://keras.io/api/layers/regularization_layers/spatial_dropout2d/",
    ),
    IgnoredKeyword(
        _layers("StackedRNNCells"),
        ("reverse_state_order",),
        RAISES,
        "keras 3.0",
        "leave out False; for True reverse the list of states",
        _RECURRENT,
    ),
    IgnoredKeyword(
        _layers("Attention AdditiveAttention"),
        ("causal",),
        RAISES,
        "keras 3.0",
        "give use_causal_mask=True where the layer is called",
        "https://keras.io/api/layers/attention_layers/attention/",
    ),
    IgnoredKeyword(
        ("keras.layers.Layer.add_loss",),
        ("inputs",),
        RAISES,
        "keras 3.0",
        "leave it out, and call add_loss in call()",
        "https://keras.io/api/layers/base_layer/#add_loss-method",
    ),
    IgnoredKeyword(
        ("keras.applications.*",),
        ("backend", "layers", "models", "utils"),
        RAISES,
        "keras 2.4",
        "leave it out: the models are those of the Keras that they are imported from",
        "https://keras.io/api/applications/",
    ),
)
