"""Canned estimators whose numbers are compared with those of TensorFlow 1.15.5.

Every trainable variable starts from values that its name decides, ten batches train it, and what comes back are the
names of the variables and the metrics.
"""

import zlib

import numpy as np

COLORS = ("red", "green", "blue")


def features():
    random = np.random.RandomState(1)
    return {
        "height": random.uniform(0, 2, (60, 1)).astype("float32"),
        "weight": random.uniform(-1, 1, (60, 2)).astype("float32"),
        "color": np.array([COLORS[index] for index in random.randint(0, 3, 60)]),
    }


def labels():
    x = features()
    return (x["height"][:, 0] + x["weight"][:, 1] > 1).astype("int64")


def input_fn():
    import tensorflow as tf

    return tf.data.Dataset.from_tensor_slices((features(), labels())).batch(6)


def wide(tf):
    column = tf.feature_column
    color = column.categorical_column_with_vocabulary_list("color", COLORS)
    height = column.bucketized_column(column.numeric_column("height"), [0.5, 1.0, 1.5])
    return [height, color, column.crossed_column([height, "color"], 10)]


def deep(tf):
    column = tf.feature_column
    color = column.categorical_column_with_vocabulary_list("color", COLORS)
    return [
        column.numeric_column("height"),
        column.numeric_column("weight", shape=(2,)),
        column.embedding_column(color, 2),
        column.indicator_column(color),
    ]


CASES = {
    "LinearClassifier": lambda tf, v1, **run: tf.estimator.LinearClassifier(wide(tf), **run),
    "LinearRegressor with Adam": lambda tf, v1, **run: tf.estimator.LinearRegressor(
        wide(tf), optimizer=v1.train.AdamOptimizer(0.02), **run
    ),
    "DNNClassifier": lambda tf, v1, **run: tf.estimator.DNNClassifier([5, 4], deep(tf), **run),
    "DNNClassifier with batch normalization": lambda tf, v1, **run: tf.estimator.DNNClassifier(
        [5, 4], deep(tf), n_classes=3, batch_norm=True, optimizer="Adam", **run
    ),
    "DNNLinearCombinedClassifier": lambda tf, v1, **run: tf.estimator.DNNLinearCombinedClassifier(
        linear_feature_columns=wide(tf), dnn_feature_columns=deep(tf), dnn_hidden_units=[4], **run
    ),
    "BaselineClassifier": lambda tf, v1, **run: tf.estimator.BaselineClassifier(**run),
}


def run(tf, v1, name, folder):
    """Train, evaluate and predict with one of the cases."""
    estimator = CASES[name](tf, v1, model_dir=folder)
    estimator.train(input_fn, hooks=[_start_of(v1)()])
    return {
        "variables": sorted(estimator.get_variable_names()),
        "metrics": {key: float(value) for key, value in estimator.evaluate(input_fn).items()},
    }


def _start_of(v1):
    class Start(v1.train.SessionRunHook):
        def after_create_session(self, session, coord):
            for variable in v1.trainable_variables():
                random = np.random.RandomState(zlib.crc32(variable.name.encode()))
                variable.load(random.uniform(-0.5, 0.5, variable.shape.as_list()), session)

    return Start
