"""Packages beside TensorFlow that ended with Keras 2, and what took their place."""

from typing import Dict, FrozenSet, Tuple

from compat.tables.rows import Removed

_HOROVOD = (
    "its DistributedOptimizer averages no gradients of Keras 3, and says nothing: train under "
    "tf.distribute.MultiWorkerMirroredStrategy, or with tf_keras and TF_USE_LEGACY_KERAS=1"
)
_HOROVOD_URL = "https://github.com/horovod/horovod/blob/v0.28.1/horovod/_keras/__init__.py"

ENDED_PACKAGES: Tuple[Removed, ...] = (
    Removed(
        "tensorflow_addons",
        "keras 3.0",
        "it ended in 2024; keras has many of its optimizers, losses and layers (AdamW, GroupNormalization, CTC, ...)",
        "https://github.com/tensorflow/addons/issues/2807",
    ),
    Removed(
        "plaidml",
        "keras 3.0",
        "leave out install_backend(): Keras 3 runs on TensorFlow, JAX and PyTorch",
        "https://keras.io/getting_started/#configuring-your-backend",
    ),
    Removed(
        "keras_contrib",
        "keras 2.4",
        "keras.layers has GroupNormalization and SpectralNormalization; copy what else you need",
        "https://github.com/keras-team/keras-contrib",
    ),
    Removed(
        "keras_applications",
        "keras 2.4",
        "use keras.applications",
        "https://keras.io/api/applications/",
    ),
    Removed(
        "keras_preprocessing",
        "keras 3.0",
        "use keras.utils and keras.layers, or tensorflow.keras.preprocessing",
        "https://keras.io/api/data_loading/",
    ),
    Removed(
        "tensorflow_model_optimization",
        "keras 3.0",
        "it needs tf_keras: set TF_USE_LEGACY_KERAS=1, or quantize with model.quantize()",
        "https://github.com/tensorflow/model-optimization",
    ),
    Removed(
        "rl",
        "keras 3.0",
        "keras-rl and keras-rl2 ended; write the agent's training loop, or take Stable-Baselines3",
        "https://github.com/keras-rl/keras-rl",
    ),
    Removed(
        "keras_bert",
        "keras 3.0",
        "it ended in 2022; keras_hub has BERT, keras_hub.models.BertBackbone",
        "https://github.com/CyberZHG/keras-bert",
    ),
    Removed(
        "bert4keras",
        "keras 3.0",
        "it needs keras.engine; keras_hub has BERT and its kin, bert4keras3 is its port to Keras 3",
        "https://github.com/bojone/bert4keras",
    ),
    Removed(
        "keras_radam",
        "keras 3.0",
        "it ended in 2022; use keras.optimizers.AdamW with a warm-up, or copy the update rule into an own optimizer",
        "https://github.com/CyberZHG/keras-radam",
    ),
    Removed(
        "keras_lookahead",
        "keras 3.0",
        "it ended in 2019; copy the update rule into an own optimizer",
        "https://github.com/CyberZHG/keras-lookahead",
    ),
    Removed(
        "keras_adamw",
        "keras 3.0",
        "use keras.optimizers.AdamW, and a LearningRateSchedule for the warm restarts",
        "https://github.com/OverLordGoldDragon/keras-adamw",
    ),
    Removed(
        "keras_vggface",
        "keras 3.0",
        "it ended in 2020; build the network with keras.applications, and load the weights into it",
        "https://github.com/rcmalli/keras-vggface",
    ),
    Removed(
        "keras_squeezenet",
        "keras 3.0",
        "it ended in 2020; copy its model, which is short",
        "https://github.com/rcmalli/keras-squeezenet",
    ),
    Removed(
        "keras_resnet",
        "keras 3.0",
        "use keras.applications, which has ResNet50 to ResNet152",
        "https://github.com/broadinstitute/keras-resnet",
    ),
    Removed(
        "keras_retinanet",
        "keras 3.0",
        "it ended in 2020; keras_hub has RetinaNet, keras_hub.models.RetinaNetObjectDetector",
        "https://github.com/fizyr/keras-retinanet",
    ),
    Removed(
        "keras_metrics",
        "keras 3.0",
        "use keras.metrics, which has Precision, Recall, F1Score, ...",
        "https://github.com/netrack/keras-metrics",
    ),
    Removed(
        "keras_lr_finder",
        "keras 3.0",
        "it saves weights to a name that Keras 3 does not take; copy its callback, and name the file tmp.weights.h5",
        "https://github.com/surmenok/keras_lr_finder",
    ),
    Removed(
        "vis",
        "keras 3.0",
        "keras-vis ended in 2018; tf-keras-vis is its successor",
        "https://github.com/raghakot/keras-vis",
    ),
    Removed(
        "innvestigate",
        "keras 3.0",
        "it needs conv_utils of Keras 2, and TensorFlow before 2.15; compute the gradients in a tape",
        "https://github.com/albermax/innvestigate",
    ),
    Removed(
        "hyperas",
        "keras 3.0",
        "it ended in 2019; use keras_tuner, or hyperopt itself",
        "https://github.com/maxpumperla/hyperas",
    ),
    Removed(
        "tflearn",
        "keras 3.0",
        "it ended in 2020; build its layers with tf.keras, and train them with compile and fit",
        "https://github.com/tflearn/tflearn",
    ),
    Removed(
        "textgenrnn",
        "keras 2.4",
        "it ended in 2020, and imports multi_gpu_model; copy its model, which is short",
        "https://github.com/minimaxir/textgenrnn",
    ),
    Removed(
        "prettytensor",
        "keras 3.0",
        "it ended in 2017; build its layers with tf.keras",
        "https://github.com/google/prettytensor",
    ),
    Removed(
        "kerastuner",
        "keras 3.0",
        "it is called keras_tuner today: import keras_tuner, which has the same names",
        "https://keras.io/keras_tuner/",
    ),
    Removed("horovod.keras", "keras 3.0", _HOROVOD, _HOROVOD_URL),
    Removed("horovod.tensorflow.keras", "keras 3.0", _HOROVOD, _HOROVOD_URL),
    Removed(
        "segmentation_models",
        "keras 3.0",
        "set os.environ['SM_FRAMEWORK'] = 'tf.keras' before it is imported",
        "https://github.com/qubvel/segmentation_models",
    ),
)
"""`gone_in` is the release from which on the package does not work."""

SILENT: FrozenSet[str] = frozenset({"horovod.keras", "horovod.tensorflow.keras"})
"""Those that still run, and do nothing."""

WRAPS_OPTIMIZERS = "horovod.tensorflow.DistributedOptimizer"
"""It hands an optimizer of Keras to `horovod.tensorflow.keras`, and averages the gradients of one of `tf.train`."""

HOROVOD = "horovod.tensorflow.keras"

INSTALLED_AS: Dict[str, Tuple[str, ...]] = {
    "rl": ("keras-rl", "keras-rl2"),
    "vis": ("keras-vis",),
}
"""What the package is called where it is installed, if not by its own name."""

RESCUED: Dict[str, str] = {"segmentation_models": "SM_FRAMEWORK"}
"""The setting with which the package works."""

SUCCEEDED: Dict[str, str] = {"keras_preprocessing": "tensorflow.keras.preprocessing"}
"""Packages all of whose names are elsewhere, and mean the same there."""
