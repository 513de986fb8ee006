"""Functions of TensorFlow 0.12 that TensorFlow 1.0 had under another name, or with its arguments in another order.

Recorded from TensorFlow 0.12.1 and 1.15.5: `tests/codemods/fixtures/tensorflow_0` ran on 0.12.1, and has its numbers.
"""

from typing import Dict, Mapping, NamedTuple, Tuple

URL = "https://github.com/tensorflow/tensorflow/blob/v1.0.0/RELEASE.md"


class Renamed(NamedTuple):
    """`modern` is the name in TensorFlow 1.0; `parameters` maps those of 0.12, in their order, to the modern ones.

    The first `places` arguments may stay where they are; others are passed by keyword.
    """

    legacy: str
    modern: str
    parameters: Mapping[str, str]
    places: int


def _rows(lines: str) -> Dict[str, Renamed]:
    """Parse `legacy modern parameter legacy:modern * by_keyword`, one a line."""
    found = {}
    for line in lines.strip().splitlines():
        legacy, modern, *words = line.split()
        places = words.index("*") if "*" in words else len(words)
        pairs = [word.split(":") for word in words if word != "*"]
        parameters = {pair[0]: pair[-1] for pair in pairs}
        row = Renamed("tensorflow." + legacy, "tensorflow." + modern, parameters, places)
        found[row.legacy] = row
    return found


TENSORFLOW_0: Dict[str, Renamed] = _rows(
    """
audio_summary summary.audio tag:name tensor sample_rate max_outputs collections
batch_matmul matmul x:a y:b * adj_x:adjoint_a adj_y:adjoint_b
complex_abs abs x name
concat_v2 concat values axis name
histogram_summary summary.histogram tag:name values collections
image_summary summary.image tag:name tensor max_images:max_outputs collections
merge_all_summaries summary.merge_all key
merge_summary summary.merge inputs collections name
mul multiply x y name
neg negative x name
nn.bidirectional_rnn nn.static_bidirectional_rnn cell_fw cell_bw inputs initial_state_fw initial_state_bw dtype \
sequence_length scope
nn.rnn nn.static_rnn cell inputs initial_state dtype sequence_length scope
nn.state_saving_rnn nn.static_state_saving_rnn cell inputs state_saver state_name sequence_length scope
pack stack values axis name
scalar_summary summary.scalar tags:name values:tensor collections
select where condition t:x e:y name
split_v split value size_splits:num_or_size_splits split_dim:axis num name
sub subtract x y name
train.SummaryWriter summary.FileWriter logdir graph max_queue flush_secs graph_def
unpack unstack value num axis name
""".replace("\\\n", "")
)
"""By the legacy name, which no later release has."""

REORDERED: Dict[str, Tuple[Mapping[str, str], Tuple[str, ...]]] = {
    "tensorflow.concat": ({"concat_dim": "axis", "values": "values", "name": "name"}, ("values", "axis")),
    "tensorflow.split": (
        {"split_dim": "axis", "num_split": "num_or_size_splits", "value": "value", "name": "name"},
        ("value", "num_or_size_splits", "axis"),
    ),
}
"""Names that stayed: the parameters of 0.12 in their order, and the modern ones that are passed by position."""

CROSSENTROPIES: Dict[str, Mapping[str, str]] = {
    "tensorflow.nn.softmax_cross_entropy_with_logits": {
        "logits": "logits",
        "labels": "labels",
        "dim": "dim",
        "name": "name",
    },
    "tensorflow.nn.sparse_softmax_cross_entropy_with_logits": {"logits": "logits", "labels": "labels", "name": "name"},
    "tensorflow.nn.sigmoid_cross_entropy_with_logits": {"logits": "logits", "targets": "labels", "name": "name"},
    "tensorflow.nn.weighted_cross_entropy_with_logits": {
        "logits": "logits",
        "targets": "targets",
        "pos_weight": "pos_weight",
        "name": "name",
    },
}
"""Losses with their parameters of 0.12. TensorFlow 1 takes the first three by keyword only, and reorders the last."""
