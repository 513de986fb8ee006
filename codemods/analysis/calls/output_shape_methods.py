"""Who calls the `compute_output_shape` of a layer."""

from __future__ import annotations

from codemods.analysis.objects.object_types import LAYER, Receiver
from codemods.source.file import File

SHAPE = "compute_output_shape"
_WRAPPER = "keras.layers.TimeDistributed"


def only_keras_asks(file: File, base: Receiver) -> bool:
    """True if a layer of this base does without the method: Keras 3 takes the shape from `call` then.

    False if the file calls such a method, puts layers into `TimeDistributed`, or derives from more than `Layer`.
    """
    is_called = bool(file.references(_WRAPPER)) or any(each.attr.value == SHAPE for each in file.attributes)
    return not is_called and base.path.removeprefix("tensorflow.") == LAYER
