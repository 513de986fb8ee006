from __future__ import annotations

import pytest

from codemods.types import Finding
from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

START = "import tensorflow as tf\nstrategy = tf.distribute.MirroredStrategy()\n"
ADAM = "    optimizer = tf.keras.optimizers.Adam(0.1)\n"
SEQUENTIAL = "    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])\n"
SCOPE = "with strategy.scope():\n"
STEP = """
def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
"""
TRAIN = """
@tf.function
def train(x, y):
    strategy.run(step, args=(x, y))
"""
LOOP = STEP + TRAIN
BUILD = "    optimizer.build(model.trainable_variables)\n"


@pytest.mark.parametrize(
    "made",
    [
        SEQUENTIAL + ADAM,
        ADAM + SEQUENTIAL,
        ADAM + "    model = tf.keras.applications.ResNet50(weights=None)  # large\n",
        ADAM + "    model = tf.keras.models.load_model('m.h5')\n",
        "    x = tf.keras.Input((2,))\n    model = tf.keras.Model(x, tf.keras.layers.Dense(1)(x))\n" + ADAM,
        "    x = tf.keras.Input((2,))\n    model = tf.keras.Model(inputs=x, outputs=tf.keras.layers.Dense(1)(x))\n"
        + ADAM,
        ADAM
        + "    model = tf.keras.Sequential()\n    model.add(tf.keras.layers.Dense(3, input_dim=2))\n"
        + "    model.add(tf.keras.layers.Dense(1))\n",
        ADAM + "    model = tf.keras.Sequential([tf.keras.layers.InputLayer((2,)), tf.keras.layers.Dense(1)])\n",
    ],
)
def test_built_where_both_are_made(made: str) -> None:
    check_upgraded(START + SCOPE + made + LOOP, START + SCOPE + made + BUILD + LOOP)


def test_two_scopes() -> None:
    made = SCOPE + SEQUENTIAL + "\n" + SCOPE + ADAM
    check_upgraded(START + made + LOOP, START + made + BUILD + LOOP)


def test_model_of_a_function() -> None:
    function = (
        "def make():\n    net = tf.keras.Sequential()\n    net.add(tf.keras.layers.Dense(1, input_shape=(2,)))\n"
        "    return net\n\n"
    )
    made = START + function + SCOPE + "    model = make()\n" + ADAM
    check_upgraded(made + LOOP, made + BUILD + LOOP)


def test_two_optimizers() -> None:
    """A generator and a discriminator, each with its own."""
    made = "    a = tf.keras.applications.VGG16()\n    b = tf.keras.applications.VGG16()\n"
    made += "    first = tf.keras.optimizers.Adam()\n    second = tf.keras.optimizers.Adam()\n"
    step = (
        "\ndef step(x):\n    f, s = gradients(x)\n    variables = b.trainable_weights\n"
        "    first.apply_gradients(zip(f, a.trainable_variables))\n    second.apply_gradients(zip(s, variables))\n"
    )
    builds = "    first.build(a.trainable_variables)\n    second.build(b.trainable_weights)\n"
    after = START + SCOPE + made.replace("    second =", builds.splitlines(keepends=True)[0] + "    second =")
    check_upgraded(START + SCOPE + made + step + TRAIN, after + builds.splitlines(keepends=True)[1] + step + TRAIN)


def test_the_other_optimizer_is_built_already() -> None:
    made = "    a = tf.keras.applications.VGG16()\n    first = tf.keras.optimizers.Adam()\n"
    made += "    first.build(a.trainable_variables)\n    second = tf.keras.optimizers.Adam()\n"
    step = (
        "\ndef step(x):\n    first.apply_gradients(zip(f(x), a.trainable_variables))\n"
        "    second.apply_gradients(zip(s(x), a.trainable_variables))\n"
    )
    build = "    second.build(a.trainable_variables)\n"
    check_upgraded(START + SCOPE + made + step + TRAIN, START + SCOPE + made + build + step + TRAIN)


def test_one_optimizer_for_two_models() -> None:
    """Keras 3 refuses variables that it was not built with."""
    made = "    a = tf.keras.applications.VGG16()\n    b = tf.keras.applications.VGG16()\n" + ADAM
    step = (
        "\ndef step(x):\n    f, s = gradients(x)\n    optimizer.apply_gradients(zip(f, a.trainable_variables))\n"
        "    optimizer.apply_gradients(zip(s, b.trainable_variables))\n"
    )
    build = "    optimizer.build(a.trainable_variables + b.trainable_variables)\n"
    check_upgraded(START + SCOPE + made + step + TRAIN, START + SCOPE + made + build + step + TRAIN)


CLASS = """
import tensorflow as tf

class Trainer:
    def __init__(self):
        self.strategy = tf.distribute.MirroredStrategy()
        with self.strategy.scope():
            self.model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
            self.optimizer = tf.keras.optimizers.Adam()

    def step(self, x):
        gradients = self.gradients(x)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))

    @tf.function
    def train(self, x):
        self.strategy.run(self.step, args=(x,))
"""


def test_attributes() -> None:
    line = "            self.optimizer = tf.keras.optimizers.Adam()\n"
    check_upgraded(
        CLASS, CLASS.replace(line, line + "            self.optimizer.build(self.model.trainable_variables)\n")
    )


def test_nested_step() -> None:
    """As in the guides of 2019: the step is defined in the `tf.function`."""
    nested = "\n@tf.function\ndef train(x):\n" + STEP.replace("\n", "\n    ").rstrip(" ") + "    strategy.run(step)\n"
    made = START + SCOPE + SEQUENTIAL + ADAM
    check_upgraded(made + nested, made + BUILD + nested)


def declined(source: str) -> Finding:
    line = source.count("\n", 0, source.index(".apply_gradients")) + 1
    return check_declined(source, "TFM183", line)


DATA = "data = tf.data.Dataset.from_tensor_slices((a, b)).batch(8)\n"
UNBUILT = "    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n"
FEED = "\ndist = strategy.experimental_distribute_dataset(data)\nfor x, y in dist:\n    train(x, y)\n"
SHAPE = "    model.build((None, *data.element_spec[0].shape[1:]))\n"


def test_input_shape_of_the_dataset() -> None:
    """As in the guides: a sequential model without an input shape, whose weights the first batch would make."""
    check_upgraded(
        START + DATA + SCOPE + UNBUILT + ADAM + LOOP + FEED,
        START + DATA + SCOPE + UNBUILT + ADAM + SHAPE + BUILD + LOOP + FEED,
    )


def test_dataset_after_the_scope() -> None:
    check_upgraded(
        START + SCOPE + UNBUILT + ADAM + DATA + LOOP + FEED,
        START + SCOPE + UNBUILT + ADAM + DATA + SCOPE + SHAPE + BUILD + LOOP + FEED,
    )


@pytest.mark.parametrize(
    ("step", "feed", "spec"),
    [
        ("batch):\n    x, y = batch", "for batch in dist:\n    train(batch)", "[0]"),
        ("batch):\n    (y, x) = batch", "for place, batch in enumerate(dist):\n    train(batch)", "[1]"),
        ("batch):\n    x = batch", "for batch in data:\n    train(batch=batch)", ""),
        ("batch):\n    (x, z), y = batch", "for e in range(2):\n    for batch in dist: train(batch)", None),
    ],
)
def test_parts_of_a_batch(step: str, feed: str, spec: str | None) -> None:
    loop = LOOP.replace("step(x, y):", f"step({step}").replace("train(x, y)", "train(batch)")
    loop = loop.replace("args=(x, y)", "args=(batch,)")
    feed = f"\ndist = strategy.experimental_distribute_dataset(data)\n{feed}\n"
    source = START + DATA + SCOPE + UNBUILT + ADAM + loop + feed
    if spec is None:
        assert "does not show its input" in declined(source).message
    else:
        shape = SHAPE.replace("[0]", spec, 1)
        check_upgraded(source, START + DATA + SCOPE + UNBUILT + ADAM + shape + BUILD + loop + feed)


@pytest.mark.parametrize(
    ("train", "feed"),
    [
        ("train(source):\n    strategy.run(step, args=(next(source),))", "source = iter(dist)\ntrain(source)"),
        ("train():\n    strategy.run(step, (source.get_next(),))", "source = iter(dist)\ntrain()"),
        ("train(batch):\n    strategy.run(step, args=(batch,))", "source = iter(dist)\ntrain(next(source))"),
        (
            "train(source):\n    strategy.experimental_run(step, source)",
            "source = strategy.make_dataset_iterator(data)\nsource.initialize()\ntrain(source)",
        ),
    ],
)
def test_iterators(train: str, feed: str) -> None:
    loop = STEP.replace("step(x, y):", "step(batch):\n    x, y = batch") + f"\n@tf.function\ndef {train}\n"
    feed = f"\ndist = strategy.experimental_distribute_dataset(data)\n{feed}\n"
    made = START + DATA + SCOPE + UNBUILT + ADAM
    check_upgraded(made + loop + feed, made + SHAPE + BUILD + loop + feed)


def test_model_of_its_own_class() -> None:
    """`build` of such a model makes no weights of its layers in Keras 3: it has to be called."""
    own = "class Own(tf.keras.Model):\n    def call(self, x, training=False): return x\n\n"
    made = SCOPE + "    model = Own()\n" + ADAM
    call = "    model(tf.zeros((1, *data.element_spec[0].shape[1:]), data.element_spec[0].dtype))\n"
    check_upgraded(START + DATA + own + made + LOOP + FEED, START + DATA + own + made + call + BUILD + LOOP + FEED)


def test_sequential_under_plain_sgd() -> None:
    sgd = "    optimizer = tf.keras.optimizers.SGD(0.1)\n"
    check_upgraded(
        START + DATA + SCOPE + UNBUILT + sgd + LOOP + FEED, START + DATA + SCOPE + UNBUILT + sgd + SHAPE + LOOP + FEED
    )


def test_sequential_that_the_script_builds() -> None:
    build = "    model.build((None, 2))\n"
    for made in (UNBUILT + build + ADAM, UNBUILT + ADAM + build):
        check_upgraded(START + SCOPE + made + LOOP, START + SCOPE + made + BUILD + LOOP)


def test_sequential_that_a_function_builds() -> None:
    made = UNBUILT + ADAM + "\ndef start():\n    model.build((None, 2))\nstart()\n"
    check_declined(START + SCOPE + made + LOOP, "TFM183", 15)


@pytest.mark.parametrize(
    "feed",
    [
        "",
        FEED.replace("train(x, y)", "train(*pair)"),
        FEED.replace("in dist", "in read()"),
        FEED + "train(x, y)\n" + "for x, y in other:\n    train(x, y)\n",
        FEED.replace("train(x, y)", "train(x + 1, y)"),
    ],
)
def test_reported_where_the_input_does_not_show(feed: str) -> None:
    assert "does not show its input" in declined(START + DATA + SCOPE + UNBUILT + ADAM + LOOP + feed).message


def test_reported_where_a_model_takes_two_inputs() -> None:
    own = "class Own(tf.keras.Model):\n    def call(self, x, y): return x\n\n"
    source = START + DATA + own + SCOPE + "    model = Own()\n" + ADAM + LOOP.replace("model(x)", "model(x, y)") + FEED
    assert "the weights of model may not exist yet" in declined(source).message


OWN = "class Own(tf.keras.Model):\n    def call(self, x): return x\n\n"


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (OWN + SCOPE + "    model = Own()\n" + ADAM, "the weights of model may not exist yet"),
        (SCOPE + "    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n" + ADAM, "may not exist yet"),
        (
            SCOPE + "    model = tf.keras.Sequential()\n    model.add(tf.keras.layers.Dense(1))\n" + ADAM,
            "not exist yet",
        ),
        ("from project import make\n" + SCOPE + "    model = make()\n" + ADAM, "may not exist yet"),
        (SCOPE.replace(SCOPE, "if True:\n") + SEQUENTIAL + ADAM, "not made in the scope"),
        (SCOPE + SEQUENTIAL + "if a:\n  with strategy.scope():\n  " + ADAM, "not made in one place"),
        ("from project import optimizer\n" + SCOPE + SEQUENTIAL, "does not show where it is made"),
        (SCOPE + SEQUENTIAL + ADAM + "    if b:\n    " + ADAM, "does not show where it is made"),
    ],
)
def test_reported(made: str, reason: str) -> None:
    if "if a" in made:
        made = made.replace(SCOPE + SEQUENTIAL, "if b:\n  with strategy.scope():\n  " + SEQUENTIAL)
    finding = declined(START + made + LOOP)
    assert reason in finding.message
    assert "optimizer.build(model.trainable_variables)" in finding.advice


@pytest.mark.parametrize("pairs", ["pairs()", "[(g, v)]", "zip(g, model.variables)", "zip(g, collected)"])
def test_reported_where_what_is_trained_does_not_show(pairs: str) -> None:
    source = START + SCOPE + SEQUENTIAL + ADAM + f"\ndef step(x, y):\n    optimizer.apply_gradients({pairs})\n" + TRAIN
    assert "not written as model.trainable_variables" in declined(source).message


@pytest.mark.parametrize(
    "source",
    [
        START + SCOPE + SEQUENTIAL + ADAM + BUILD + LOOP,
        START + SCOPE + SEQUENTIAL + ADAM + STEP + TRAIN.replace("@tf.function\n", ""),
        START + SCOPE + SEQUENTIAL + "    optimizer = tf.keras.optimizers.SGD(0.1)\n" + LOOP,
        START + SCOPE + SEQUENTIAL + "    optimizer = tf.keras.optimizers.SGD(learning_rate=0.1)\n" + LOOP,
        START + SCOPE + SEQUENTIAL + ADAM + STEP.replace("step(x, y)", "other(x, y)") + TRAIN,
        "import tensorflow as tf\n"
        + SEQUENTIAL.strip()
        + "\n"
        + ADAM.strip()
        + STEP
        + "\n@tf.function\ndef f(x): step(x, x)\n",
        START + "class Own:\n    def apply_gradients(self, pairs): pass\noptimizer = Own()\n" + LOOP,
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_optimizer_of_tensorflow_1_is_reported_by_another_rule() -> None:
    source = START + SCOPE + SEQUENTIAL + "    optimizer = tf.compat.v1.train.AdamOptimizer()\n" + LOOP
    assert [each.code for each in check_sound(source).findings] == ["TFM223"]


def test_momentum_is_a_variable() -> None:
    sgd = "    optimizer = tf.keras.optimizers.SGD(0.1, momentum=0.9)\n"
    check_upgraded(START + SCOPE + SEQUENTIAL + sgd + LOOP, START + SCOPE + SEQUENTIAL + sgd + BUILD + LOOP)


TRAINER = """
class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = {optimizer}

    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = self.model(x) - y
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))

    @tf.function
    def run(self, x, y):
        strategy.run(self.step, args=(x, y))
"""


@pytest.mark.parametrize(
    "made", ["Trainer(tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))]))", "Trainer(given)"]
)
def test_plain_sgd_of_an_object(made: str) -> None:
    check_untouched(START + TRAINER.format(optimizer="tf.keras.optimizers.SGD(0.1)") + f"trainer = {made}\n")


def test_optimizer_of_an_object_with_variables() -> None:
    assert (
        "given"
        not in declined(START + TRAINER.format(optimizer="tf.keras.optimizers.Adam()") + "Trainer(given)\n").message
    )


ON_SHIMS = START.replace("import tensorflow as tf", "from compat.tensorflow.compat import v2 as tf") + SCOPE


@pytest.mark.parametrize("optimizer", [ADAM, "    optimizer = tf.keras.optimizers.SGD(0.1)\n"])
def test_the_shims_make_no_weights_on_the_replicas(optimizer: str) -> None:
    """Their optimizers make slots there, but a model without weights stops with an error."""
    found = check_declined(ON_SHIMS + UNBUILT + optimizer + LOOP, "TFM183", 11, to="compat")
    assert "the weights of model may not exist yet" in found.message


@pytest.mark.parametrize("optimizer", [ADAM, "    optimizer = tf.keras.optimizers.SGD(0.1, momentum=0.9)\n"])
def test_the_shims_make_slots_on_the_replicas(optimizer: str) -> None:
    before = START + SCOPE + SEQUENTIAL + optimizer + LOOP
    check_upgraded(before, ON_SHIMS + SEQUENTIAL + optimizer + LOOP, to="compat")


def test_the_shims_without_a_function() -> None:
    check_untouched(ON_SHIMS + UNBUILT + ADAM + STEP + TRAIN.replace("@tf.function\n", ""), to="compat")
