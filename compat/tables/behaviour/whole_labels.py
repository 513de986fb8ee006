"""Functions of TensorFlow that take whole numbers for labels, and refuse floats; the parameters are those by place.

Measured on TensorFlow 2.3.4 and 2.21.0: `tests/compat/tables/test_whole_labels.py` asks the release that is installed.
https://www.tensorflow.org/api_docs/python/tf/nn/sparse_softmax_cross_entropy_with_logits
"""

from typing import Dict, NamedTuple, Tuple


class WholeLabels(NamedTuple):
    """The parameters of a function by their places, and the one that takes whole numbers only."""

    parameters: Tuple[str, ...]
    labels: str


_CROSSENTROPY = WholeLabels(("labels", "logits", "name"), "labels")
_WITH_SENTINEL = WholeLabels(("_sentinel", "labels", "logits", "name"), "labels")
_ONE_HOT = WholeLabels(("indices", "depth"), "indices")
_LOOKUP = WholeLabels(("params", "ids"), "ids")

WHOLE_LABELS: Dict[str, WholeLabels] = {
    "tensorflow.nn.sparse_softmax_cross_entropy_with_logits": _CROSSENTROPY,
    "tensorflow.compat.v2.nn.sparse_softmax_cross_entropy_with_logits": _CROSSENTROPY,
    "tensorflow.compat.v1.nn.sparse_softmax_cross_entropy_with_logits": _WITH_SENTINEL,
    "keras.backend.gather": WholeLabels(("reference", "indices"), "indices"),
    "keras.backend.one_hot": WholeLabels(("indices", "num_classes"), "indices"),
    "tensorflow.one_hot": _ONE_HOT,
    "tensorflow.gather": WholeLabels(("params", "indices"), "indices"),
    "tensorflow.gather_nd": WholeLabels(("params", "indices"), "indices"),
    "tensorflow.nn.embedding_lookup": _LOOKUP,
}
