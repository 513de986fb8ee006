"""TPUEstimator where there is no TPU, as BERT-like scripts use it: with `use_tpu=False`."""

import numpy as np
import pytest

from compat.namespace.releases import has_estimator
from tests.compat.shims.estimator.linear_model import RATE, input_fn_of, mean_absolute_error, trained, weights_of


@pytest.fixture
def make(tf, v1, tmp_path):
    def model_fn(features, labels, mode, params):
        predicted = tf.layers.dense(
            features,
            1,
            kernel_initializer=v1.constant_initializer(0.5),
            bias_initializer=v1.constant_initializer(0.5),
            name="weights",
        )[:, 0]
        loss = v1.losses.mean_squared_error(labels, predicted)
        optimizer = v1.train.GradientDescentOptimizer(RATE)
        if params["use_tpu"]:
            optimizer = v1.tpu.CrossShardOptimizer(optimizer)
        return tf.estimator.tpu.TPUEstimatorSpec(
            mode,
            loss=loss,
            train_op=optimizer.minimize(loss, global_step=v1.train.get_global_step()),
            eval_metrics=(metrics_of(v1), [labels, predicted]),
        )

    def make(use_tpu):
        return tf.estimator.tpu.TPUEstimator(
            model_fn,
            model_dir=str(tmp_path),
            config=tf.estimator.tpu.RunConfig(tpu_config=tf.estimator.tpu.TPUConfig(iterations_per_loop=2)),
            use_tpu=use_tpu,
            train_batch_size=8,
            eval_batch_size=8,
        )

    return make


def metrics_of(v1):
    return lambda labels, predicted: {"mae": v1.metrics.mean_absolute_error(labels, predicted)}


def input_fn(params):
    return input_fn_of(params["batch_size"])()


def test_without_tpu(make):
    estimator = make(use_tpu=False).train(input_fn, max_steps=6)
    expected, _ = trained(8, 6)
    found = weights_of(estimator)
    np.testing.assert_allclose(found[0], expected[0], rtol=1e-5)
    metrics = estimator.evaluate(input_fn, steps=6)
    np.testing.assert_allclose(metrics["mae"], mean_absolute_error(expected), rtol=1e-5)


def test_tpu_that_is_not_there(make):
    with pytest.raises(RuntimeError, match="Cannot find any TPU cores in the system"):
        make(use_tpu=True).train(input_fn, max_steps=6)


def test_embedding_tables_without_tpu(tf, v1, tmp_path):
    """The columns are ordinary embedding columns, trained by the optimizer of the model."""
    column = v1.tpu.experimental.embedding_column(
        v1.feature_column.categorical_column_with_identity("x", 3), 1, initializer=v1.constant_initializer(1.0)
    )

    def model_fn(features, labels, mode, params):
        loss = v1.losses.mean_squared_error(labels, v1.feature_column.input_layer(features, [column])[:, 0])
        step = v1.train.get_or_create_global_step()
        train_op = v1.train.GradientDescentOptimizer(0.5).minimize(loss, global_step=step)
        return tf.estimator.tpu.TPUEstimatorSpec(mode, loss=loss, train_op=train_op)

    from tensorflow_estimator.python.estimator.tpu import tpu_estimator

    estimator = tf.estimator.tpu.TPUEstimator(
        model_fn,
        model_dir=str(tmp_path),
        config=tf.estimator.tpu.RunConfig(),
        use_tpu=False,
        train_batch_size=2,
        embedding_config_spec=tf.estimator.tpu.experimental.EmbeddingConfigSpec(
            feature_columns=[column], optimization_parameters=tpu_estimator.AdagradParameters(0.1)
        ),
    )

    def input_fn(params):
        return tf.data.Dataset.from_tensors(({"x": [0, 1]}, [3.0, 1.0])).repeat()

    estimator.train(input_fn, steps=1)
    (table,) = (name for name in estimator.get_variable_names() if name.endswith("embedding_weights"))
    np.testing.assert_allclose(estimator.get_variable_value(table), [[2.0], [1.0], [1.0]])


def test_embedding_tables_on_a_tpu(v1):
    if has_estimator():
        pytest.skip("these are TensorFlow's own")
    from compat.shims.estimator.supplied import tpu

    with pytest.raises(RuntimeError, match=r"need TensorFlow 2\.15: this TPUEstimator runs on CPUs and GPUs"):
        tpu.TPUEmbedding({}, {}, 8, tpu.TRAINING)


class _Device:
    name = "/job:worker/replica:0/task:0/device:TPU:0"


def test_shutdown_hook(v1, monkeypatch):
    """It is part of the training graph before anything knows whether there is a TPU."""
    if has_estimator():
        pytest.skip("this is TensorFlow's own")
    from compat.shims.estimator.supplied import tpu

    hook = tpu.GracefulShutdownHook("model.ckpt", on_shutdown_hooks=[tpu.ResetComputation()])
    with v1.Graph().as_default():
        one = v1.constant(1)
        with v1.train.MonitoredSession(hooks=[hook]) as session:
            assert session.run(one) == 1
    monkeypatch.setattr(v1.Session, "list_devices", lambda session: [_Device])
    with pytest.raises(RuntimeError, match=r"Shutdown hooks of TPU workers need TensorFlow 2\.15"):
        hook.after_create_session(v1.Session(graph=v1.Graph()), None)
