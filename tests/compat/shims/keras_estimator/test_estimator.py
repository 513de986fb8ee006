"""Uses of such an Estimator besides training: resuming, hooks, weights, exports, forms of input, refusals."""

import numpy as np
import pytest
import tensorflow  # noqa: ICN001 - tf is the namespace of compat

from tests.quick import only

RANDOM = np.random.RandomState(0)
X = RANDOM.rand(16, 4).astype("float32")
Y = np.eye(3)[RANDOM.randint(0, 3, 16)].astype("float32")


def dense(tf, **options):
    model = tf.keras.Sequential([tf.keras.layers.Dense(3, activation="softmax", name="out", input_shape=(4,))])
    model.compile(**{"optimizer": tf.train.GradientDescentOptimizer(0.1), "loss": "mse", "metrics": ["mae"], **options})
    return model


def estimator(tf, model, folder, **config):
    return tf.keras.estimator.model_to_estimator(model, config=tf.estimator.RunConfig(model_dir=str(folder), **config))


def data(tf, x=X, y=Y):
    return lambda: tf.data.Dataset.from_tensor_slices((x, y)).batch(4)


def test_keeps_the_weights_of_the_model(tf, tmp_path):
    model = dense(tf)
    weights = model.get_weights()
    made = estimator(tf, model, tmp_path)
    model.set_weights([weight + 1 for weight in weights])
    predicted = [row["out"] for row in made.predict(data(tf))]
    model.set_weights(weights)
    np.testing.assert_allclose(predicted, model.predict(X), rtol=1e-5)


def test_resumes_from_model_dir(tf, tmp_path):
    estimator(tf, dense(tf), tmp_path).train(data(tf), steps=3)
    again = estimator(tf, dense(tf), tmp_path)
    trained = again.get_variable_value("out/kernel")
    assert again.evaluate(data(tf))["global_step"] == 3
    again.train(data(tf), max_steps=3)
    np.testing.assert_array_equal(again.get_variable_value("out/kernel"), trained)
    again.train(data(tf), steps=2)
    assert again.get_variable_value("global_step") == 5


def test_a_hook_stops(tf, tmp_path):
    class Stop(tf.train.SessionRunHook):
        def before_run(self, run_context):
            return tf.train.SessionRunArgs(tf.train.get_global_step())

        def after_run(self, run_context, run_values):
            if run_values.results >= 2:
                run_context.request_stop()

    made = estimator(tf, dense(tf), tmp_path)
    made.train(data(tf, np.tile(X, (4, 1)), np.tile(Y, (4, 1))), hooks=[Stop()])
    assert 2 <= made.get_variable_value("global_step") <= 3


def test_stop_at_step_and_logging(tf, tmp_path):
    made = estimator(tf, dense(tf), tmp_path, save_checkpoints_steps=1, keep_checkpoint_max=2)
    made.train(data(tf), hooks=[tf.train.StopAtStepHook(last_step=3), tf.train.StepCounterHook(every_n_steps=1)])
    assert sorted(path.name for path in tmp_path.glob("model.ckpt-*.index")) == [
        "model.ckpt-2.index",
        "model.ckpt-3.index",
    ]


def test_train_and_evaluate_with_exporters(tf, tmp_path):
    def receive():
        features = tf.placeholder("float32", [None, 4])
        return tf.estimator.export.ServingInputReceiver({"out_input": features}, {"x": features})

    made = estimator(tf, dense(tf), tmp_path, save_checkpoints_steps=2)
    exporters = [tf.estimator.LatestExporter("latest", receive), tf.estimator.BestExporter("best", receive)]
    result, exports = tf.estimator.train_and_evaluate(
        made,
        tf.estimator.TrainSpec(lambda: data(tf)().repeat(), max_steps=4),
        tf.estimator.EvalSpec(data(tf), exporters=exporters, throttle_secs=0),
    )
    assert result["global_step"] == 4
    assert exports[0]
    assert list((tmp_path / "export" / "best").iterdir())
    path = max((tmp_path / "export" / "latest").iterdir())
    serving = tensorflow.saved_model.load(str(path)).signatures["serving_default"]
    predicted = [row["out"] for row in made.predict(data(tf))]
    np.testing.assert_allclose(serving(x=tensorflow.constant(X))["out"], predicted, rtol=1e-5)


@pytest.mark.parametrize("optimizer", only(("adam",), ["sgd", "adam", "rmsprop", "adagrad"]))
@pytest.mark.parametrize("replicas", [1, 2])
def test_optimizers_of_keras(tf, tmp_path, optimizer, replicas):
    """One step is the step of `fit` on the batch of all replicas."""
    model = dense(tf, optimizer=optimizer)
    strategy = tf.distribute.MirroredStrategy(["GPU:0", "GPU:1"]) if replicas > 1 else None
    made = estimator(tf, model, tmp_path, train_distribute=strategy)
    made.train(data(tf), steps=1)
    model.train_on_batch(X[: 4 * replicas], Y[: 4 * replicas])
    np.testing.assert_allclose(made.get_variable_value("out/kernel"), model.get_weights()[0], rtol=1e-4, atol=1e-5)


def test_several_inputs_and_outputs(tf, tmp_path):
    layers = tf.keras.layers
    one, two = tf.keras.Input((4,), name="one"), tf.keras.Input((4,), name="two")
    outputs = [layers.Dense(3, name="o1")(one), layers.Dense(3, name="o2")(two)]
    model = tf.keras.Model([one, two], outputs)
    sgd = tf.train.GradientDescentOptimizer(0.1)
    model.compile(sgd, ["mse", "mae"], loss_weights=[1.0, 0.5], metrics=["accuracy", "mae"])
    made = estimator(tf, model, tmp_path)

    def named():
        return tf.data.Dataset.from_tensor_slices(({"two": X, "one": 2 * X}, {"o2": Y, "o1": Y})).batch(4)

    result = made.evaluate(named)
    expected = model.predict([2 * X, X])
    losses = np.mean((expected[0] - Y) ** 2) + 0.5 * np.mean(np.abs(expected[1] - Y))
    assert result["loss"] == pytest.approx(losses, rel=1e-5)
    # as on TensorFlow 1.15: every metric for every output
    assert set(result) == {
        *("loss", "global_step", "o1_acc", "o2_acc", "o1_mean_absolute_error", "o2_mean_absolute_error"),
    }
    assert result["o2_mean_absolute_error"] == pytest.approx(np.mean(np.abs(expected[1] - Y)), rel=1e-5)
    made.train(named)
    assert set(next(made.predict(named))) == {"o1", "o2"}


def test_evaluation_over_two_replicas(tf, tmp_path):
    """Metrics are gathered over the replicas, as they are over the batches."""
    strategy = tf.distribute.MirroredStrategy(["GPU:0", "GPU:1"])
    model = dense(tf)
    single = estimator(tf, model, tmp_path / "1").evaluate(data(tf))
    double = estimator(tf, model, tmp_path / "2", eval_distribute=strategy).evaluate(data(tf))
    assert double == pytest.approx(single, rel=1e-5)


def test_sample_weights(tf, tmp_path):
    weights = np.array([1.0, 0.0] * 8, "float32")
    model = dense(tf, metrics=[])
    made = estimator(tf, model, tmp_path)
    features = {"features": X, "sample_weights": weights}
    result = made.evaluate(lambda: tf.data.Dataset.from_tensor_slices((features, Y)).batch(4))
    error = ((model.predict(X) - Y) ** 2).mean(axis=1) * weights
    assert result["loss"] == pytest.approx(error.mean(), rel=1e-5)


@pytest.mark.parametrize("form", ["tensors", "iterator", "numpy_input_fn", "named", "no_shapes"])
def test_forms_of_input(tf, tmp_path, form):
    def tensors():
        return tf.constant(X), tf.constant(Y)

    def iterator():
        return tf.data.make_one_shot_iterator(data(tf)().repeat()).get_next()

    def named():
        return tf.data.Dataset.from_tensor_slices(({"out_input": X}, Y)).batch(4)

    def no_shapes():
        def read(x, y):
            return tensorflow.numpy_function(lambda *arrays: arrays, [x, y], ["float32", "float32"])

        return data(tf)().map(read)

    def numpy_input_fn():
        return tf.estimator.inputs.numpy_input_fn({"out_input": X}, Y, batch_size=4, shuffle=False)()

    made = estimator(tf, dense(tf), tmp_path)
    forms = [tensors, iterator, numpy_input_fn, named, no_shapes]
    made.train({each.__name__: each for each in forms}[form], steps=2)
    assert made.get_variable_value("global_step") == 2


def test_learning_rate_of_the_step(tf, tmp_path):
    """A `tf.train` optimizer is itself at work, so that its rate may be a function."""
    rates = []

    def rate():
        rates.append(1)
        return 0.0

    made = estimator(tf, dense(tf, optimizer=tf.train.GradientDescentOptimizer(rate)), tmp_path)
    before = tensorflow.train.load_variable(str(tmp_path / "keras" / "keras_model.ckpt"), "out/kernel")
    made.train(data(tf), steps=2)
    np.testing.assert_array_equal(made.get_variable_value("out/kernel"), before)
    assert rates


def test_recurrent_layers_dropout_and_regularizers(tf, tmp_path):
    layers = tf.keras.layers
    decay = tf.keras.regularizers.l2(0.1)
    model = tf.keras.Sequential(
        [
            layers.Embedding(7, 3, input_shape=(5,)),
            layers.Bidirectional(layers.LSTM(4, dropout=0.5)),
            layers.Dropout(0.5),
            layers.Dense(1, kernel_regularizer=decay, name="out"),
        ]
    )
    model.compile("adam", "mse")
    tokens, targets = RANDOM.randint(0, 7, (16, 5)), RANDOM.rand(16, 1).astype("float32")
    strategy = tf.distribute.MirroredStrategy(["GPU:0", "GPU:1"])
    made = estimator(tf, model, tmp_path, train_distribute=strategy)
    expected = model.evaluate(tokens, targets, verbose=0)
    assert made.evaluate(data(tf, tokens, targets))["loss"] == pytest.approx(expected, rel=1e-5)
    made.train(data(tf, tokens, targets), steps=2)
    assert made.get_variable_value("global_step") == 2


def test_a_subclass_that_is_not_built_yet(tf, tmp_path):
    class Net(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.out = tf.keras.layers.Dense(3)

        def call(self, inputs):
            return self.out(inputs)

    model = Net()
    model.compile(tf.train.AdamOptimizer(), "mse")
    made = estimator(tf, model, tmp_path)
    made.train(data(tf))
    assert next(made.predict(data(tf)))["output_1"].shape == (3,)


def test_metric_names_map_and_export_outputs(tf, tmp_path):
    made = tf.keras.estimator.model_to_estimator(
        dense(tf),
        model_dir=str(tmp_path),
        metric_names_map={"mean_absolute_error": "error"},
        export_outputs={"out": tf.estimator.export.PredictOutput},
    )
    made.train(data(tf))
    assert set(made.evaluate(data(tf))) == {"error", "loss", "global_step"}
    serving = tf.estimator.export.build_raw_serving_input_receiver_fn({"out_input": tensorflow.zeros([1, 4])})
    path = made.export_saved_model(str(tmp_path / "export"), serving)
    assert set(tensorflow.saved_model.load(path.decode()).signatures) == {"serving_default", "out"}


def test_a_saved_model_by_its_path(tf, tmp_path):
    model = dense(tf, optimizer="sgd")
    model.save(str(tmp_path / "model.h5"))
    folder = str(tmp_path / "run")
    made = tf.keras.estimator.model_to_estimator(keras_model_path=str(tmp_path / "model.h5"), model_dir=folder)
    np.testing.assert_allclose(next(made.predict(data(tf)))["out"], model.predict(X)[0], rtol=1e-5)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "Either `keras_model` or `keras_model_path`"),
        ({"keras_model": "model", "keras_model_path": "x.h5"}, "but not both"),
        ({"keras_model": "model", "checkpoint_format": "zip"}, "Checkpoint format must be one of"),
        ({"keras_model": "uncompiled"}, "has not been compiled yet"),
    ],
)
def test_bad_arguments(tf, arguments, message):
    models = {"model": dense(tf), "uncompiled": tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])}
    with pytest.raises(ValueError, match=message):
        tf.keras.estimator.model_to_estimator(**{key: models.get(value, value) for key, value in arguments.items()})


def test_other_names_of_inputs(tf, tmp_path):
    made = estimator(tf, dense(tf), tmp_path)
    with pytest.raises(KeyError, match=r"Expected keys: \['out_input'\]. features keys: \['pixels'\]"):
        made.train(lambda: tf.data.Dataset.from_tensor_slices(({"pixels": X}, Y)).batch(4))


@pytest.mark.parametrize("name", [lambda model: model.input.name.split(":")[0], lambda model: model.inputs[0].name])
def test_the_name_of_the_tensor_of_an_input(tf, tmp_path, name):
    model = dense(tf)
    key = name(model)
    expected = estimator(tf, model, tmp_path / "arrays").evaluate(data(tf))
    assert estimator(tf, model, tmp_path / "named").evaluate(data(tf, {key: X})) == expected


def test_the_names_of_the_tensors_of_several_inputs(tf, tmp_path):
    one, two = tf.keras.Input((4,)), tf.keras.Input((4,))
    outputs = tf.keras.layers.Dense(1)(tf.keras.layers.concatenate([one, 2 * two]))
    model = tf.keras.Model([one, two], outputs)
    model.compile(tf.train.GradientDescentOptimizer(0.1), "mse")
    first, second = [tensor.name for tensor in model.inputs]
    labels = np.zeros((16, 1), "float32")
    made = estimator(tf, model, tmp_path)
    assert made.evaluate(data(tf, {second: 2 * X, first: X}, labels))["loss"] == pytest.approx(
        np.mean(model.predict([X, 2 * X]) ** 2), rel=1e-4
    )


def test_model_dir_of_another_model(tf, tmp_path):
    estimator(tf, dense(tf), tmp_path).train(data(tf), steps=1)
    other = tf.keras.Sequential([tf.keras.layers.Dense(5, name="out", input_shape=(4,))])
    other.compile("sgd", "mse")
    with pytest.raises(ValueError, match="is of another model: 'out/kernel' has the shape"):
        estimator(tf, other, tmp_path).evaluate(data(tf, y=np.zeros((16, 5), "float32")))


def test_model_dir_that_is_a_file(tf, tmp_path):
    (tmp_path / "taken").write_text("")
    with pytest.raises(NotADirectoryError, match="taken is a file"):
        estimator(tf, dense(tf), tmp_path / "taken" / "run")


@pytest.mark.parametrize("returned", [None, "generator"])
def test_input_that_is_no_dataset(tf, tmp_path, returned):
    def input_fn():
        return None if returned is None else (batch for batch in [(X, Y)])

    with pytest.raises(
        ValueError, match=r"input_fn returned (None|a generator): an input_fn returns a tf\.data\.Dataset"
    ):
        estimator(tf, dense(tf), tmp_path).train(input_fn)


def test_more_gpus_than_there_are(tf, tmp_path):
    strategy = tf.distribute.MirroredStrategy([f"GPU:{index}" for index in range(5)])
    with pytest.raises(ValueError, match="GPU:4"):
        estimator(tf, dense(tf), tmp_path, train_distribute=strategy).train(data(tf))
    assert not list(tmp_path.glob("model.ckpt*"))


def test_a_layer_with_tensors_of_its_own(tf, tmp_path):
    normalization = tensorflow.keras.layers.Normalization()
    normalization.adapt(X)
    model = tf.keras.Sequential([tf.keras.Input((4,)), normalization, tf.keras.layers.Dense(3)])
    model.compile("sgd", "mse")
    with pytest.raises(ValueError, match=r"Normalization holds a tensor or a tf\.Variable that is no weight of Keras"):
        estimator(tf, model, tmp_path).train(data(tf))


def test_optimizer_without_an_equal_in_graphs(tf, tmp_path):
    model = dense(tf)
    model.compile(tensorflow.keras.optimizers.Lion(), "mse")
    with pytest.raises(ValueError, match="Lion is an optimizer of Keras 3 that an Estimator cannot train with"):
        estimator(tf, model, tmp_path).train(data(tf))
