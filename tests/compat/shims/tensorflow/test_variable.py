"""`tf.Variable` takes its arguments in the order of TensorFlow 1."""

import inspect


def test_order_of_arguments(v1):
    from compat.shims.tensorflow.variable import ORDER

    declared = list(inspect.signature(v1.Variable.__init__).parameters)[1:]
    assert declared[: len(ORDER)] == list(ORDER)
