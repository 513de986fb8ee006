"""Register the layers that `tensorflow.python.keras` lacks, so that models can be rebuilt from their configs."""

from tensorflow.python import tf2
from tensorflow.python.keras.utils.generic_utils import get_custom_objects

from compat.shims.keras_2 import experimental, layers
from compat.shims.keras_2.v1 import layers as layers_v1


def register() -> None:
    """Register the classes of TF 2, or those of TF 1 if its behaviour was switched on before."""
    known = layers if tf2.enabled() else layers_v1
    get_custom_objects().update(
        {name: getattr(known, name) for name in ("BatchNormalization", "DenseFeatures", "GRU", "LSTM")},
        BatchNormalizationV1=layers_v1.BatchNormalization,
        BatchNormalizationV2=layers.BatchNormalization,
        LinearModel=experimental.LinearModel,
        SequenceFeatures=experimental.SequenceFeatures,
        WideDeepModel=experimental.WideDeepModel,
    )
