"""A Keras model that was an Estimator is trained by `fit`, or its file goes to the shims."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched, check_upgraded

HEAD = """import tensorflow as tf
"""
INPUT = """
def input_fn():
    return tf.data.TFRecordDataset("a").map(parse).batch(8)
"""
MODEL = """
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])
model.compile(optimizer=OPTIMIZER, loss="mse", metrics=["accuracy"])
"""
ESTIMATOR = """
strategy = tf.contrib.distribute.MirroredStrategy(num_gpus=2)
config = tf.estimator.RunConfig(train_distribute=strategy)
estimator = tf.keras.estimator.model_to_estimator(model, config=config)
"""
TRAIN = """
estimator.train(input_fn)
"""
SGD = MODEL.replace("OPTIMIZER", "tf.train.GradientDescentOptimizer(0.1)")
PLAIN = "estimator = tf.keras.estimator.model_to_estimator(model)\n"
SCRIPT = HEAD + INPUT + SGD + ESTIMATOR
SCOPED = (
    HEAD
    + INPUT
    + """
strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(2)])
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])
    model.compile(optimizer=tf.keras.optimizers.SGD(learning_rate=0.1), loss="mse", metrics=["accuracy"])
"""
)
FIT = """
model.fit(
    strategy.distribute_datasets_from_function(
        lambda context: input_fn()
        .window(strategy.num_replicas_in_sync, drop_remainder=True)
        .flat_map(lambda *batches: tf.data.Dataset.zip(batches))
    ),
)
"""


def test_training() -> None:
    result = check_upgraded(SCRIPT + TRAIN, SCOPED + FIT)
    assert result.findings == ()


def test_steps() -> None:
    train = TRAIN.replace("input_fn", "input_fn=input_fn, max_steps=100")
    check_upgraded(SCRIPT + train, SCOPED + FIT.replace("    ),\n", "    ),\n    steps_per_epoch=100,\n"))


def test_the_loss_of_evaluation_is_named() -> None:
    evaluate = 'print(estimator.evaluate(input_fn, steps=3)["loss"])\n'
    result = check_sound(SCRIPT + TRAIN + evaluate)
    text = result.after.decode()
    assert "evaluated = tf.keras.Model(model.inputs, model.outputs)\n" in text
    assert 'evaluated.compile(loss="mse", metrics=["accuracy"])\n' in text
    assert 'print(evaluated.evaluate(input_fn(), steps=3, return_dict=True)["loss"])\n' in text
    [change] = [each for each in result.changes if each.code == "TFM173"]
    assert "mean over batches" in change.message


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("estimator.train(input_fn)\n", "model.fit(input_fn())\n"),
        ("estimator.train(lambda: input_fn(), steps=3)\n", "model.fit(input_fn(), steps_per_epoch=3)\n"),
        ("r = estimator.evaluate(input_fn)\n", "r = model.evaluate(input_fn(), return_dict=True)\n"),
        (
            "for _ in range(3):\n    estimator.train(input_fn, steps=5)\n",
            "for _ in range(3):\n    model.fit(input_fn(), steps_per_epoch=5)\n",
        ),
    ],
)
def test_without_a_strategy(legacy: str, modern: str) -> None:
    check_upgraded(
        HEAD + INPUT + SGD + PLAIN + legacy,
        HEAD
        + INPUT
        + SGD.replace("tf.train.GradientDescentOptimizer(0.1)", "tf.keras.optimizers.SGD(learning_rate=0.1)")
        + modern,
    )


def test_a_strategy_that_is_there_already_stays() -> None:
    head, strategy, rest = ESTIMATOR.partition("strategy = tf.contrib.distribute.MirroredStrategy(num_gpus=2)\n")
    source = HEAD + INPUT + strategy + "print(strategy.num_replicas_in_sync)" + SGD + head + rest + TRAIN
    text = check_sound(source).after.decode()
    assert """
strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(2)])
print(strategy.num_replicas_in_sync)
with strategy.scope():
    model = tf""" in text.replace("\n\n", "\n")
    assert text.count("MirroredStrategy") == 1


def test_what_the_strategy_needs_to_know_moves_up() -> None:
    script = SCRIPT.replace("strategy = tf", "N = 2\nstrategy = tf").replace("num_gpus=2", "num_gpus=N")
    text = check_sound(script + TRAIN).after.decode()
    assert text.index("N = 2\n") < text.index("range(N)") < text.index("model = tf")


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("tf.train.AdamOptimizer()", "tf.keras.optimizers.Adam(epsilon=1e-08)"),
        ("tf.train.AdamOptimizer(0.1, 0.8)", "tf.keras.optimizers.Adam(learning_rate=0.1, beta_1=0.8, epsilon=1e-08)"),
        ("tf.train.AdamOptimizer(epsilon=0.1)", "tf.keras.optimizers.Adam(epsilon=0.1)"),
        (
            "tf.train.MomentumOptimizer(0.1, 0.9, use_nesterov=True)",
            "tf.keras.optimizers.SGD(learning_rate=0.1, momentum=0.9, nesterov=True)",
        ),
        ("tf.train.AdagradOptimizer(0.1)", "tf.keras.optimizers.Adagrad(learning_rate=0.1, epsilon=0.0)"),
        ("tf.compat.v1.train.AdamOptimizer(0.1)", "tf.keras.optimizers.Adam(learning_rate=0.1, epsilon=1e-08)"),
        ('"sgd"', '"sgd"'),
    ],
)
def test_optimizers(legacy: str, modern: str) -> None:
    result = check_sound(HEAD + INPUT + MODEL.replace("OPTIMIZER", legacy) + PLAIN + "estimator.train(input_fn)\n")
    assert f"optimizer={modern}, loss" in result.after.decode()
    assert "model.fit(input_fn())" in result.after.decode()


HOOK = """
class Hook(tf.train.SessionRunHook):
    def begin(self):
        self.times = []
    def after_run(self, run_context, run_values):
        self.times.append(time())
    def total(self):
        return sum(self.times)
hook = Hook()
estimator.train(input_fn, hooks=[hook])
"""


def test_a_hook_becomes_a_callback() -> None:
    text = check_sound(SCRIPT + HOOK).after.decode()
    assert "class Hook(tf.keras.callbacks.Callback):" in text
    assert "def on_train_begin(self, logs=None):" in text
    assert "def on_train_batch_end(self, batch, logs=None):" in text
    assert "    callbacks=[hook],\n" in text


def test_the_seed_is_set() -> None:
    config = "RunConfig(train_distribute=strategy, tf_random_seed=7, save_summary_steps=3)"
    result = check_sound((SCRIPT + TRAIN).replace("RunConfig(train_distribute=strategy)", config))
    assert "tf.keras.utils.set_random_seed(7)\n" in result.after.decode()
    assert any("dropped save_summary_steps= of RunConfig" in change.message for change in result.changes)


def test_nothing_is_said_to_have_gone_that_was_not_there() -> None:
    assert not any("of RunConfig" in change.message for change in check_sound(SCRIPT + TRAIN).changes)


def test_comments_stay() -> None:
    script = SCRIPT.replace("strategy = tf", "# both\nstrategy = tf").replace("config = tf", "# how\nconfig = tf")
    text = check_sound(script.replace("estimator = tf", "# it\nestimator = tf") + TRAIN).after.decode()
    assert all(f"# {word}" in text for word in ("both", "how", "it"))


@pytest.mark.parametrize(
    ("change", "to", "reason"),
    [
        ("tf.train.GradientDescentOptimizer(0.1)", "tf.train.RMSPropOptimizer(0.1)", "equivalent to RMSPropOptimizer"),
        ("tf.train.GradientDescentOptimizer(0.1)", "tf.train.ProximalAdagradOptimizer(0.1)", "equivalent to Proximal"),
        ("GradientDescentOptimizer(0.1)", "GradientDescentOptimizer(rate(step))", "may change"),
        ("GradientDescentOptimizer(0.1)", "GradientDescentOptimizer(**options)", "unpacked"),
        ("tf.train.GradientDescentOptimizer(0.1)", "make_optimizer()", "the optimizer is not known"),
        ("metrics=[", "metrics=[]) or model.compile('sgd', metrics=[", "compile is not called exactly once"),
        ("model.compile(", "other.compile(", "another model is compiled"),
        ("model = tf", "_, model = 1, tf", "not built in the same function"),
        ("model, config", "make(), config", "the model is not a variable"),
        ("model, config", "None, 'a.h5', config", "loaded from a file"),
        ("config=config", "config=config, model_dir='m'", "model_dir keeps checkpoints"),
        ("config=config", "config=config, custom_objects={}", "custom objects"),
        ("config=config", "**options", "unpacked"),
        (
            "RunConfig(train_distribute=strategy)",
            "RunConfig(train_distribute=strategy, model_dir='m')",
            "model_dir keeps",
        ),
        ("RunConfig(train_distribute=strategy)", "RunConfig(eval_distribute=strategy)", "evaluation is distributed"),
        ("RunConfig(train_distribute=strategy)", "RunConfig(session_config=c)", "configures devices"),
        ("RunConfig(train_distribute=strategy)", "RunConfig(protocol='grpc')", "no counterpart"),
        ("RunConfig(train_distribute=strategy)", "RunConfig('m')", "model_dir keeps"),
        ("(num_gpus=2)", "(num_gpus=2)\nstrategy.unwrap(x)", "more than the Estimator"),
        ("MirroredStrategy(num_gpus=2)", "CollectiveAllReduceStrategy(2)", "no equivalent in tf.distribute"),
        ("estimator.train(input_fn)", "estimator.predict(input_fn)", "more than train and evaluate"),
        ("estimator.train(input_fn)", "tf.estimator.train_and_evaluate(estimator, a, b)", "train_and_evaluate is used"),
        ("estimator.train(input_fn)", "x = estimator.train(input_fn)", "the return value of train"),
        ("estimator.train(input_fn)", "estimator.train(make(8))", "takes no arguments"),
        ("estimator.train(input_fn)", "estimator.train(lambda: read())", "may not return a dataset"),
        ("estimator.train(input_fn)", "estimator.train(input_fn, saving_listeners=[l])", "no counterpart"),
        ("estimator.train(input_fn)", "estimator.train(input_fn, hooks=hooks)", "hooks are not a list"),
        (
            "estimator.train(input_fn)",
            "estimator.train(input_fn, hooks=[tf.train.StopAtStepHook(3)])",
            "not defined in this file",
        ),
        ("estimator.train(input_fn)", "estimator.train(input_fn)\nestimator.train(input_fn)", "more than once"),
        ("estimator.train(input_fn)", "for i in x: estimator.train(input_fn, max_steps=i)", "larger statement"),
        (
            "estimator.train(input_fn)",
            "for i in x:\n    estimator.train(input_fn, max_steps=i)",
            "several calls of train",
        ),
        ("estimator.train(input_fn)", "estimator.train(input_fn)\nmodel.save('m')", "beside the Estimator"),
        ("estimator.train(input_fn)", "r = estimator.evaluate(input_fn)\nr['global_step']", "'global_step'"),
        ("estimator.train(input_fn)", "estimator.evaluate(input_fn, hooks=[h])", "evaluate has hooks"),
        ("model, ", "None, ", "not built in the same"),
        ("strategy = tf", "N = 1\nN = 2\nstrategy = tf", None),
        ("config = tf", "def f(strategy): pass\nconfig = tf", None),
        ("(train_distribute=strategy)", "(train_distribute=tf.contrib.distribute.MirroredStrategy())", None),
        (", input_shape=(3,)", "", None),
        ("estimator.train(input_fn)", "estimator.evaluate(input_fn, checkpoint_path='c')", "no counterpart"),
        (".map(parse).batch(8)", ".make_one_shot_iterator().get_next()", "may not return a dataset"),
        ('tf.data.TFRecordDataset("a").map(parse)', "tf.contrib.data.CsvDataset('a')", "is used"),
        ("estimator.train(input_fn)", "with tf.Session() as s: pass\nestimator.train(input_fn)", "a session is used"),
        (
            "estimator.train(input_fn)",
            "if x:\n    estimator = None\nestimator.train(input_fn)",
            "assigned more than once",
        ),
    ],
)
def test_what_is_not_proven_goes_to_the_shims(change: str, to: str, reason: str | None) -> None:
    source = SCRIPT + TRAIN
    assert change in source
    legacy = source.replace(change, to, 1)
    if reason is None:
        check_sound(legacy)
        return
    result = check_upgraded(legacy, legacy.replace("import tensorflow as tf", "from compat import tensorflow as tf"))
    [finding] = [each for each in result.notes if each.code == "TFM173"]
    assert reason in finding.message


EVALUATE = "estimator.train(input_fn)\nprint(estimator.evaluate(input_fn))\n"


@pytest.mark.parametrize(
    ("change", "to"),
    [
        (", input_shape=(3,))])", ")])  # no Input( layer"),
        ("input_shape=(3,))])", "name='Input(')])"),
        (", input_shape=(3,))])", ")])\nmodel.add(wrap(input_shape=(3,)))"),
    ],
)
def test_a_text_about_inputs_is_no_input(change: str, to: str) -> None:
    assert change in SCRIPT
    result = check_sound(SCRIPT.replace(change, to) + EVALUATE)
    [finding] = [each for each in result.notes if each.code == "TFM173"]
    assert "the inputs of the model are not known" in finding.message
    line = result.after[: result.after.index(b"print(")].count(b"\n") + 1
    assert finding.message.endswith(f"(line {line})")


@pytest.mark.parametrize(
    ("change", "to"),
    [
        ("tf.keras.layers.Dense(1, input_shape=(3,))", "tf.keras.layers.InputLayer((3,)), tf.keras.layers.Dense(1)"),
        ("tf.keras.layers.Dense(1, input_shape=(3,))", "tf.keras.Input((3,)), tf.keras.layers.Dense(1)"),
        ("tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])", "tf.keras.applications.ResNet50()"),
    ],
)
def test_inputs_that_are_known(change: str, to: str) -> None:
    assert change in SCRIPT
    assert b"evaluated = tf.keras.Model(" in check_sound(SCRIPT.replace(change, to) + EVALUATE).after


def test_a_pattern_is_no_model() -> None:
    text = check_sound("import regex\nword = regex.compile('a')\n" + SCRIPT + TRAIN).after.decode()
    assert "model.fit(" in text


def test_several_arguments_of_a_strategy() -> None:
    made = 'tf.distribute.MirroredStrategy(["GPU:0"], cross_device_ops=tf.distribute.NcclAllReduce())'
    source = SCRIPT.replace("tf.contrib.distribute.MirroredStrategy(num_gpus=2)", made)
    assert f"strategy = {made}\n" in check_sound(source + TRAIN).after.decode()


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (SCRIPT + "session = tf.InteractiveSession()\n" + TRAIN, "a session is used (line 12)"),
        (
            HEAD + "def f():\n    model = make()\n    model.compile('sgd')\n"
            "    return tf.keras.estimator.model_to_estimator(model)\n",
            "its result is not assigned to one name",
        ),
        (
            SCRIPT.replace("strategy = tf", "if tf:\n    strategy = tf").replace("config = tf", "    config = tf")
            + TRAIN,
            "a block would be empty (line 11)",
        ),
    ],
)
def test_more_that_is_not_proven(source: str, reason: str) -> None:
    result = check_sound(source)
    assert b"from compat" in result.after
    assert reason in next(each.message for each in result.notes if each.code == "TFM173")


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (
            "def before_run(self, run_context):\n        return tf.train.SessionRunArgs(x)",
            "requests values from the session",
        ),
        ("def after_run(self, run_context, run_values):\n        print(run_values)", "looks into the session"),
        ("def after_create_session(self, session, coord):\n        pass", "no counterpart in a callback"),
        ("def begin(self):\n        self.params = 1", "uses params"),
        ("def begin(self, *args):\n        pass", "the parameters of a hook"),
    ],
)
def test_hooks_that_stay(body: str, reason: str) -> None:
    hook = f"\nclass Hook(tf.train.SessionRunHook):\n    {body}\nestimator.train(input_fn, hooks=[Hook()])\n"
    result = check_sound(SCRIPT + hook)
    assert b"from compat import tensorflow as tf" in result.after
    [finding] = [each for each in result.notes if each.code == "TFM173"]
    assert reason in finding.message


@pytest.mark.parametrize(
    "source",
    [
        "from mylib import model_to_estimator\nestimator = model_to_estimator(model)\nestimator.train(input_fn)\n",
        "import tensorflow as tf\nmodel = make(tf)\nmodel.train(input_fn)\nmodel.evaluate(input_fn)\n",
        "def f(tf):\n    return tf.keras.estimator.model_to_estimator(model)\n",
        "import tensorflow as tf\nprint(tf, 'tf.keras.estimator.model_to_estimator(model)')\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    ("count", "reason"),
    [
        ("N = 1\nN = 2\nstrategy", "N is assigned more than once"),
        ("for N in (1, 2): pass\nstrategy", "N may not be a number"),
        ("N = len(model.layers)\nstrategy", "model is known only after"),
    ],
)
def test_what_cannot_move_up(count: str, reason: str) -> None:
    script = SCRIPT.replace("strategy = tf", f"{count} = tf").replace("num_gpus=2", "num_gpus=N")
    result = check_sound(script + TRAIN)
    assert b"from compat import tensorflow as tf" in result.after
    assert reason in next(each.message for each in result.notes if each.code == "TFM173")
