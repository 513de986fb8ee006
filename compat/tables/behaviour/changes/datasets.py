"""Changes in `tf.data`."""

from typing import Tuple

from compat.tables.behaviour.unseen import TYPES
from compat.tables.rows import Change

_TENSORFLOW = "https://github.com/tensorflow/tensorflow/blob/"
_DATASETS = _TENSORFLOW + "v1.15.5/tensorflow/python/data/ops/dataset_ops.py"
_TF_1 = ("keras 2.2.4", "keras 2.3.1", "tf.keras 1*")
_EARLY_2 = ("keras 2.3.1 on 2.1", "tf.keras 2.3")


def _graph(dataset: str) -> str:
    return f"""# tensorflow==1.15.5
import tensorflow as tf

dataset = tf.data.Dataset.{dataset}
with tf.Session() as session:
    session.run(dataset.make_one_shot_iterator().get_next())
"""


DATASETS: Tuple[Change, ...] = (
    Change(
        "The order of later passes of a dataset that is shuffled with a seed",
        (
            "tensorflow_data: Dataset.range(4).shuffle(4, seed=5).repeat(3) / elements",
            "tensorflow_data: Dataset.range(6).apply(data.experimental.shuffle_and_repeat(6, 2, seed=5)) / elements",
        ),
        (*_TF_1, "keras 2.3.1 on 2.1"),
        "The shuffle itself drew the seeds of its passes.",
        "A generator of seeds that all passes share draws them: the order is another one.",
        "Nothing, unless the order itself matters; a script with a session keeps it, by what upgrade writes.",
        _DATASETS,
        rules=("TFM160",),
        example=_graph("range(4).shuffle(4, seed=5).repeat(3)"),
        on_shims="shuffle as TensorFlow 2 does",
    ),
    Change(
        "reshuffle_each_iteration=False before repeat, in TensorFlow 1.13",
        (
            "tensorflow_data: Dataset.range(4).shuffle(4, seed=5, reshuffle_each_iteration=False).repeat(3) / elements",
            "tensorflow_data: shuffled_again / kept",
        ),
        ("keras 2.2.4", "tf.keras 1.13"),
        "shuffle and repeat became one operation, which shuffled anew in each pass.",
        "Each pass has the same order, as the argument says.",
        "Leave reshuffle_each_iteration out for an order of its own in each pass.",
        _TENSORFLOW + "v1.13.2/tensorflow/python/data/experimental/ops/optimization_options.py",
        rules=("TFM162",),
        example="""
# tensorflow==1.13
import tensorflow as tf

numbers = tf.data.Dataset.range(4).shuffle(4, seed=5, reshuffle_each_iteration=False).repeat(3)
""",
    ),
    Change(
        "== of tensors",
        ("tensorflow_data: conditions_in_a_function / elements",),
        _TF_1,
        "== asked whether two tensors are the same object: x % 2 == 0 was False.",
        "It compares their elements, and AutoGraph makes a condition of an if.",
        "Write tf.equal where the elements are meant; a script with a session keeps what it was.",
        _TENSORFLOW + "v1.15.5/tensorflow/python/framework/ops.py",
        rules=("TFM267",),
        example="""# tensorflow==1.15.5
import tensorflow as tf

tf.enable_eager_execution()
dataset = tf.data.Dataset.range(4).map(lambda x: x // 2 if x % 2 == 0 else x)
""",
    ),
    Change(
        "The type of a list of arrays of whole numbers, in TensorFlow 2.0 to 2.3",
        ("tensorflow_data: Dataset.from_tensor_slices([np.array([1, 2]), np.array([3, 4])]) / types",),
        _EARLY_2,
        "from_tensor_slices made int32 of a list of arrays with int64.",
        "It makes int64.",
        "Cast where the type matters.",
        _TENSORFLOW + "v2.3.0/tensorflow/python/data/util/structure.py",
        unseen=TYPES,
    ),
)
