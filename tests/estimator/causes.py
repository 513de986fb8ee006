"""The causes why some of upstream's tests pass on TensorFlow 2.15.1 but not elsewhere."""

import re
from typing import NamedTuple, Tuple


class Cause(NamedTuple):
    """A cause, and the tests it accounts for: regular expressions for column, `file test` and the last line."""

    text: str
    column: str
    test: str
    last_line: str

    def accounts_for(self, column: str, file: str, behaviour: str, name: str, last_line: str) -> bool:
        del behaviour
        pairs = ((self.column, column), (self.test, f"{file} {name}"), (self.last_line, last_line))
        return all(re.search(pattern, text) for pattern, text in pairs)


_AS_IT_COMES = r"^2\.\d+\.\d+$"

CAUSES: Tuple[Cause, ...] = (
    Cause(
        "The optimizers of Keras 2.10, which take the place of those of 2.11 and later, do run in a graph.",
        _AS_IT_COMES,
        r"^canned/optimizers_test\.py GetOptimizerInstance\.test_keras_optimizer_after_tf_2_11$",
        ".",
    ),
    Cause(
        "NumPy 2 takes the difference of a Python and a float32 number in float32; the loss is the same.",
        r"^2\.21\.0",
        r"^(head/binary_class_head_test|canned/head_test)\.py \w+\.test_float_labels_eval$",
        r"0\.6242161 != np\.float32\(0\.62421614\) within 7 places",
    ),
    Cause(
        "Not mended: in a graph, save_weights of a model of tensorflow.python.keras wants a default session.",
        _AS_IT_COMES,
        r"^keras_test\.py TestKerasEstimator\.test_warm_start_from_keras_ckpt$",
        "in graph mode without a default session",
    ),
)
