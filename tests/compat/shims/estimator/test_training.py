"""Train, evaluate, predict, export: the numbers are those of the same model in NumPy."""

import glob
import os

import numpy as np
import pytest

from tests.compat.shims.estimator.linear_model import (
    input_fn_of,
    mean_absolute_error,
    model_fn_of,
    samples,
    trained,
    weights_of,
)


@pytest.fixture
def make(tf, v1, tmp_path):
    def make(folder="model", strategy=None, **kwargs):
        layer = kwargs.pop("layer", "weights")
        config = tf.estimator.RunConfig(train_distribute=strategy, save_checkpoints_steps=4)
        return tf.estimator.Estimator(model_fn_of(tf, v1, layer), str(tmp_path / folder), config=config, **kwargs)

    return make


def close(found, expected):
    np.testing.assert_allclose(found[0], expected[0], rtol=1e-5)
    np.testing.assert_allclose(found[1], expected[1], rtol=1e-5)


def test_train_evaluate_predict(make):
    estimator = make().train(input_fn_of(8))
    expected, _ = trained(8, 6)
    close(weights_of(estimator), expected)
    metrics = estimator.evaluate(input_fn_of(8))
    assert metrics["global_step"] == 6
    np.testing.assert_allclose(metrics["mae"], mean_absolute_error(expected), rtol=1e-5)
    predicted = [each["y"] for each in estimator.predict(input_fn_of(8))]
    np.testing.assert_allclose(predicted, samples()[0] @ expected[0] + expected[1], rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("replicas", [2, 3])
def test_mirrored_strategy(make, tf, replicas):
    import tensorflow  # noqa: ICN001

    devices = [f"/gpu:{index}" for index in range(replicas)]
    strategy = tensorflow.compat.v1.distribute.MirroredStrategy(devices)
    estimator = make(strategy=strategy).train(input_fn_of(4, 48))
    # The batch is per replica: every step takes one for each.
    steps = 48 // (4 * replicas)
    close(weights_of(estimator), trained(4 * replicas, steps)[0])
    assert estimator.evaluate(input_fn_of(8))["global_step"] == steps


def test_hooks(make, v1):
    seen = []

    class Watch(v1.train.SessionRunHook):
        def begin(self):
            seen.append("begin")

        def after_create_session(self, session, coord):
            seen.append("session")

        def before_run(self, run_context):
            return v1.train.SessionRunArgs(v1.train.get_global_step())

        def after_run(self, run_context, run_values):
            seen.append(int(run_values.results) if len(seen) > 2 else "first step")
            if len(seen) == 5:
                run_context.request_stop()

        def end(self, session):
            seen.append("end")

    estimator = make().train(input_fn_of(8), hooks=[Watch()])
    assert seen[:3] == ["begin", "session", "first step"]
    assert seen[-1] == "end"
    assert estimator.get_variable_value("global_step") == 3


def test_resume(make):
    make().train(input_fn_of(8), steps=2)
    estimator = make().train(input_fn_of(8), max_steps=5)
    middle, _ = trained(8, 2)
    close(weights_of(estimator), trained(8, 3, middle)[0])
    assert estimator.get_variable_value("global_step") == 5


def test_warm_start(make, tf):
    first = make("first").train(input_fn_of(8), steps=3)
    settings = tf.estimator.WarmStartSettings(
        first.model_dir, vars_to_warm_start=".*", var_name_to_prev_var_name={"other/kernel": "weights/kernel"}
    )
    second = make("second", layer="other", warm_start_from=settings)
    with pytest.raises(ValueError, match="other/bias"):
        second.train(input_fn_of(8), steps=1)
    kernel_only = settings._replace(vars_to_warm_start="other/kernel")
    third = make("third", layer="other", warm_start_from=kernel_only).train(input_fn_of(8), steps=1)
    start = (trained(8, 3)[0][0], 0.5)
    close(weights_of(third, "other"), trained(8, 1, start)[0])


def test_train_and_evaluate_with_exporters(make, tf, v1):
    estimator = make()
    receiver = serving_input_receiver_fn_of(tf, v1)
    exporters = [
        tf.estimator.LatestExporter("latest", receiver),
        tf.estimator.FinalExporter("final", receiver),
        tf.estimator.BestExporter("best", receiver),
    ]
    train = tf.estimator.TrainSpec(input_fn_of(8, epochs=None), max_steps=10)
    evaluate = tf.estimator.EvalSpec(input_fn_of(8), steps=None, exporters=exporters, throttle_secs=0)
    metrics, exported = tf.estimator.train_and_evaluate(estimator, train, evaluate)
    assert metrics["global_step"] == 10
    np.testing.assert_allclose(metrics["mae"], mean_absolute_error(trained(8, 10)[0]), rtol=1e-5)
    assert len(exported) == 3
    for name in ("latest", "final", "best"):
        assert glob.glob(os.path.join(estimator.model_dir, "export", name, "*", "saved_model.pb"))


@pytest.mark.parametrize("method", ["export_saved_model", "export_savedmodel"])
def test_export(make, tf, v1, tmp_path, method):
    estimator = make().train(input_fn_of(8))
    folder = getattr(estimator, method)(str(tmp_path / "export"), serving_input_receiver_fn_of(tf, v1))
    x, _ = samples(5)
    with v1.Session(graph=v1.Graph()) as session:
        signatures = v1.saved_model.load(session, ["serve"], folder.decode()).signature_def
        signature = signatures["serving_default"]
        (output,) = signature.outputs.values()
        (feed,) = signature.inputs.values()
        served = session.run(output.name, {feed.name: x})
    w, b = trained(8, 6)[0]
    np.testing.assert_allclose(served, x @ w + b, rtol=1e-4, atol=1e-6)


def serving_input_receiver_fn_of(tf, v1):
    def receiver():
        x = v1.placeholder("float32", [None, 3])
        return tf.estimator.export.TensorServingInputReceiver(x, x)

    return receiver


def test_numpy_input_fn(make, tf):
    x, y = samples()
    by_numpy = tf.estimator.inputs.numpy_input_fn(x, y, batch_size=8, num_epochs=1, shuffle=False)
    close(weights_of(make("numpy").train(by_numpy)), trained(8, 6)[0])


def test_pandas_input_fn(make, tf):
    x, y = samples()
    pandas = pytest.importorskip("pandas", reason="tf.estimator.inputs.pandas_input_fn needs pandas")
    frame = pandas.DataFrame({"x": x[:, 0]})
    input_fn = tf.estimator.inputs.pandas_input_fn(frame, pandas.Series(y), batch_size=8, shuffle=False)
    columns = [tf.feature_column.numeric_column("x")]
    estimator = tf.estimator.LinearRegressor(columns, model_dir=str(make("unused").model_dir)).train(input_fn)
    assert estimator.get_variable_value("global_step") == 6
