"""Columns of texts in the queues of `pandas_input_fn` and `numpy_input_fn`, with any pandas."""

from collections import OrderedDict

import numpy as np
import pytest

from compat.namespace.releases import has_estimator
from compat.shims.estimator.pandas_texts import as_objects

pd = pytest.importorskip("pandas")
pytestmark = pytest.mark.skipif(has_estimator(), reason="this TensorFlow has tf.estimator, for its own pandas")


def frame():
    return pd.DataFrame({"age": [20, 30, 40, 50], "job": ["a", "b", "a", "b"]})


@pytest.mark.parametrize("index", [None, ["p", "q", "r", "s"]])
def test_pandas_input_fn(tf, tmp_path, index):
    data = frame().set_axis(index) if index else frame()
    columns = [
        tf.feature_column.numeric_column("age"),
        tf.feature_column.categorical_column_with_vocabulary_list("job", ["a", "b"]),
    ]
    made = tf.estimator.LinearClassifier(columns, model_dir=str(tmp_path))
    labels = pd.Series([0, 1, 0, 1], index=data.index)
    input_fn = tf.estimator.inputs.pandas_input_fn(data, labels, batch_size=2, num_epochs=20, shuffle=False)
    made.train(input_fn)
    assert made.evaluate(input_fn)["accuracy"] == 1.0
    weights = made.get_variable_value("linear/linear_model/job/weights")
    assert weights[0, 0] < 0 < weights[1, 0]


def test_numpy_input_fn(tf, v1):
    features = {name: frame()[name].values for name in ("age", "job")}
    input_fn = tf.estimator.inputs.numpy_input_fn(features, batch_size=4, num_epochs=1, shuffle=False)
    with v1.Graph().as_default():
        read = input_fn()
        with v1.train.MonitoredSession() as session:
            got = session.run(read)
    assert got["job"].tolist() == [b"a", b"b", b"a", b"b"]
    assert got["age"].tolist() == [20, 30, 40, 50]


def test_all_else_is_left_alone():
    numbers = frame()[["age"]]
    assert as_objects(numbers) is numbers
    array = np.zeros((2, 3))
    assert as_objects(array) is array
    assert as_objects(OrderedDict(x=array))["x"] is array
    assert as_objects(frame()).dtypes.tolist() == [np.dtype("int64"), np.dtype(object)]
