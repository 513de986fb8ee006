"""Functions of `tf.contrib.data` that batch and interleave as in TensorFlow 1.15.5."""

from contextlib import suppress

import numpy as np


def elements(v1, make):
    graph = v1.Graph()
    with graph.as_default(), v1.Session() as session:
        batch = v1.data.make_one_shot_iterator(make(v1.data.Dataset.range(7))).get_next()
        found = []
        with suppress(v1.errors.OutOfRangeError):
            while True:
                found.append(session.run(batch).tolist())
    return found


def test_the_last_batch_is_left_out(tf, v1):
    apply = tf.contrib.data.batch_and_drop_remainder(3)
    assert elements(v1, lambda numbers: numbers.apply(apply)) == [[0, 1, 2], [3, 4, 5]]


def test_padded(tf, v1):
    def make(numbers):
        lists = numbers.map(lambda n: v1.fill([n % 3], n))
        return lists.apply(tf.contrib.data.padded_batch_and_drop_remainder(3, [None], np.int64(9)))

    assert elements(v1, make) == [[[9, 9], [1, 9], [2, 2]], [[9, 9], [4, 9], [5, 5]]]


def test_interleaved(tf, v1):
    def make(numbers):
        each = tf.contrib.data.sloppy_interleave(lambda n: v1.data.Dataset.from_tensors(n).repeat(2), cycle_length=2)
        return numbers.apply(each)

    assert sorted(elements(v1, make)) == sorted([*range(7), *range(7)])
