"""A `tf.keras` model that trains as an Estimator for 24 steps, in the words of TensorFlow 1.13."""

import tempfile

import numpy as np

STEPS = 24
CHECKPOINT = "adam-1"
"""The case whose last checkpoint is kept."""
BATCH = 4
OPTIMIZERS = {
    "adam": lambda v1: v1.train.AdamOptimizer(0.01),
    "momentum": lambda v1: v1.train.MomentumOptimizer(0.05, 0.9, use_nesterov=True),
}
NAMES = ("conv/kernel", "bn/gamma", "bn/beta", "out/kernel", "out/bias")


def arrays():
    """108 images of 6 x 6 x 1 and their one-hot classes: 27 batches of 4, the last step of three replicas is full."""
    random = np.random.RandomState(0)
    images = random.rand(108, 6, 6, 1).astype("float32")
    return images, np.eye(3)[random.randint(0, 3, 108)].astype("float32")


def weights(shapes):
    random = np.random.RandomState(1)
    return [random.normal(0.0, 0.3, shape).astype("float32") for shape in shapes]


def input_fn(tf, epochs, rows=108):
    images, labels = arrays()
    return tf.data.Dataset.from_tensor_slices((images[:rows], labels[:rows])).repeat(epochs).batch(BATCH)


def build(tf, optimizer):
    layers = tf.keras.layers
    model = tf.keras.Sequential(
        [
            layers.Conv2D(4, 3, name="conv", use_bias=False, input_shape=(6, 6, 1)),
            layers.BatchNormalization(name="bn"),
            layers.Activation("relu", name="relu"),
            layers.Flatten(name="flat"),
            layers.Dense(3, activation="softmax", name="out"),
        ]
    )
    model.compile(optimizer, "categorical_crossentropy", metrics=["accuracy"])
    given = dict(zip(NAMES, weights([(3, 3, 1, 4), (4,), (4,), (64, 3), (3,)])))
    for name in ("conv", "bn", "out"):
        layer = model.get_layer(name)
        mine = [given[key] for key in NAMES if key.startswith(name + "/")]
        # the moving statistics stay as they begin: TensorFlow 1.13 to 2.15 do not take them over
        layer.set_weights(mine + layer.get_weights()[len(mine) :])
    return model


class Calls:
    """The hook methods that were called, with successive equal calls counted: `[["begin", 1], ["before_run", 1], ...]`."""

    def __init__(self):
        self.called = []

    def add(self, name):
        self.called.append(name)


def hook(v1, calls):
    class Hook(v1.train.SessionRunHook):
        def begin(self):
            calls.add("begin")

        def after_create_session(self, session, coord):
            calls.add("after_create_session")

        def before_run(self, run_context):
            calls.add("before_run")

        def after_run(self, run_context, run_values):
            calls.add("after_run")

        def end(self, session):
            calls.add("end")

    return Hook()


def train(tf, v1, strategy, optimizer, read_losses):
    """Train, evaluate and predict; `read_losses(model_dir)` reads the losses from the summaries."""
    tf.keras.backend.clear_session()
    replicas = strategy.num_replicas_in_sync if strategy is not None else 1
    config = tf.estimator.RunConfig(
        train_distribute=strategy,
        save_summary_steps=1,
        session_config=v1.ConfigProto(device_count={"CPU": 3}),
        model_dir=tempfile.mkdtemp(),
    )
    estimator = tf.keras.estimator.model_to_estimator(build(tf, OPTIMIZERS[optimizer](v1)), config=config)
    calls = Calls()
    # 25 rounds of `replicas` batches and a part of one: what is left over at the end is no step
    estimator.train(lambda: input_fn(tf, replicas), hooks=[hook(v1, calls)], max_steps=STEPS)
    evaluated = estimator.evaluate(lambda: input_fn(tf, 1, rows=50))
    predicted = next(estimator.predict(lambda: input_fn(tf, 1)))
    values = {name: estimator.get_variable_value(name) for name in (*NAMES, "bn/moving_mean", "bn/moving_variance")}
    return {
        "model_dir": estimator.model_dir,
        "losses": read_losses(estimator.model_dir),
        "weights": {name: np.asarray(value).ravel().tolist() for name, value in values.items()},
        "evaluated": {name: float(value) for name, value in evaluated.items()},
        "predicted": {name: value.tolist() for name, value in predicted.items()},
        "calls": calls.called,
    }
