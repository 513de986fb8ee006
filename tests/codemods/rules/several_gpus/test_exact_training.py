"""The call of `exact` goes where plain Keras 3 under a strategy is wrong, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import check, upgrade
from codemods.source.project import Project
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

TF = "import tensorflow as tf\n"
EXACT = "from compat.distribute import exact\n"
MIRRORED = "tf.distribute.MirroredStrategy()"
TWO = 'tf.distribute.MirroredStrategy(["GPU:0", "GPU:1"])'
WORKERS = "tf.distribute.MultiWorkerMirroredStrategy()"
MODEL = """
strategy = {}
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile({})
"""
COMPILE = '"sgd", "mse"'
CALL = "    exact(model)\n"
GENERATOR = "def batches():\n    while True:\n        yield x, y\n"


def script(strategy: str, use: str, compiled: str = COMPILE, *, call: str = "", head: str = "") -> str:
    imports = (EXACT if call else "") + TF
    return f"{imports}{head}{MODEL.format(strategy, compiled)}{call}{use}\n"


def inserted(strategy: str, use: str, compiled: str = COMPILE, *, head: str = "", exact: bool = False) -> Upgraded:
    before = script(strategy, use, compiled, head=head)
    own = "WorkerMirrored" in strategy and not exact
    after = script(strategy, use, compiled, call=CALL.replace(")", ", same_batches=False)") if own else CALL, head=head)
    return check_upgraded(before, after, exact=exact)


# --- without being asked


@pytest.mark.parametrize("strategy", [WORKERS, "tf.distribute.experimental.MultiWorkerMirroredStrategy()"])
@pytest.mark.parametrize("use", ["model.fit(x, y)", "model.evaluate(x)", "model.predict(x)", "model.train_on_batch(x)"])
def test_several_workers(strategy: str, use: str) -> None:
    result = inserted(strategy, use)
    [change] = result.changes
    assert "20585" in change.message


@pytest.mark.parametrize("method", ["train_on_batch", "test_on_batch", "predict_on_batch"])
def test_single_batches(method: str) -> None:
    [change] = inserted(MIRRORED, f"print(model.{method}(x))").changes
    assert method in change.message


def test_several_steps_per_execution() -> None:
    inserted(MIRRORED, "model.fit(x)", f"{COMPILE}, steps_per_execution=8")


@pytest.mark.parametrize("data", ["batches()", "((x, y) for _ in range(9))", "data", "x=batches()"])
def test_a_generator(data: str) -> None:
    head = GENERATOR + ("data = batches()\n" if data == "data" else "")
    inserted(MIRRORED, f"model.fit({data}, steps_per_epoch=9)", head=head)


@pytest.mark.parametrize(
    ("strategy", "use"),
    [
        (TWO, "model.fit(x, y, batch_size=7)"),
        (TWO, "model.fit(x, y, 7)"),
        (TWO, "model.fit(x, y, batch_size=8, validation_data=v, validation_batch_size=5)"),
        (TWO, "model.evaluate(x, y, batch_size=3)"),
        (TWO, "model.fit(tf.data.Dataset.from_tensor_slices(x).shuffle(9).batch(9).prefetch(1))"),
        ('tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(3)])', "model.fit(x, y, batch_size=32)"),
        ('tf.distribute.MirroredStrategy(devices=("GPU:0", "GPU:1", "GPU:2"))', "model.fit(x, y, batch_size=32)"),
    ],
)
def test_a_batch_that_does_not_divide(strategy: str, use: str) -> None:
    inserted(strategy, use)


# --- with --exact


@pytest.mark.parametrize(
    "use",
    [
        "model.fit(x, y)",
        "model.fit(x, y, batch_size=64)",
        "model.evaluate(x, y)",
        "model.fit(dataset)",
        "model.fit(tf.data.Dataset.range(9).batch(4))",
        "model.fit(tf.data.Dataset.range(9).batch(4, drop_remainder=False))",
        "model.fit(tf.data.Dataset.range(9).batch(4, drop_remainder=True), validation_data=v)",
    ],
)
def test_batches_that_are_not_proven_to_divide(use: str) -> None:
    check_untouched(script(TWO, use))
    inserted(TWO, use, exact=True)


@pytest.mark.parametrize(
    "use",
    [
        "model.fit(tf.data.Dataset.range(9).batch(4, drop_remainder=True))",
        "model.fit(tf.data.Dataset.range(9).batch(3 * strategy.num_replicas_in_sync, drop_remainder=True).prefetch(1))",
        "model.predict(x)",
        "model.save('model.keras')",
    ],
)
def test_batches_that_divide(use: str) -> None:
    check_untouched(script(TWO, use), exact=True)


def test_it_is_one_setting_of_check_and_upgrade() -> None:
    source = script(MIRRORED, "model.fit(x, y)").encode()
    for exact in (False, True):
        settings = Settings(exact=exact)
        upgraded, checked = upgrade(source, settings), check(source, settings)
        assert isinstance(upgraded, Upgraded)
        assert isinstance(checked, Upgraded)
        assert len(upgraded.changes) == len(checked.findings) == exact


MULTI_GPU = """
from keras.layers import Dense
from keras.models import Sequential
from keras.utils import multi_gpu_model
model = Sequential([Dense(1)])
model = multi_gpu_model(model, gpus=2)
model.compile("sgd", "mse")
model.{}
"""
SCOPED = """
from compat.distribute import exact
import tensorflow as tf
from keras.layers import Dense
from keras.models import Sequential
strategy = tf.distribute.MirroredStrategy([f"GPU:{{i}}" for i in range(2)])
with strategy.scope():
    model = Sequential([Dense(1)])
    model.compile("sgd", "mse")
    exact(model)
model.{}
"""


@pytest.mark.parametrize("use", ["fit(x, y)", "fit(x, y, batch_size=7)", "train_on_batch(x, y)"])
def test_a_parallel_model(use: str) -> None:
    check_upgraded(MULTI_GPU.format(use), SCOPED.format(use), exact=True)


@pytest.mark.parametrize("use", ["fit(x, y, batch_size=7)", "train_on_batch(x, y)"])
def test_a_parallel_model_stays_on_the_shim_unless_it_is_asked_for(use: str) -> None:
    result = upgrade(MULTI_GPU.format(use).encode())
    assert isinstance(result, Upgraded)
    assert b"compat.keras.utils" in result.after
    assert b"compat.distribute" not in result.after


def test_a_parallel_model_needs_the_rule_to_leave_the_shim() -> None:
    result = upgrade(MULTI_GPU.format("fit(x, y, batch_size=7)").encode(), Settings(exact=True, ignore=("TFM206",)))
    assert isinstance(result, Upgraded)
    assert b"compat.keras.utils" in result.after


CLIPPED = [
    "SGD(0.1, clipnorm=1.0)",
    "SGD(0.1, clipvalue=0.5)",
    'SGD(**{"learning_rate": 0.1, "clipvalue": 0.5})',
]


@pytest.mark.parametrize("optimizer", CLIPPED)
@pytest.mark.parametrize("use", ["fit(x, y, batch_size=8)", "fit_generator(batches(), steps_per_epoch=2)"])
def test_a_parallel_model_whose_gradients_are_clipped(optimizer: str, use: str) -> None:
    """Plain Keras 3 clips those of each replica, Keras 2 clipped their sum."""
    source = MULTI_GPU.format(use).replace('"sgd"', optimizer)
    result = upgrade(f"from keras.optimizers import SGD\n{source}".encode())
    assert isinstance(result, Upgraded)
    assert b"    exact(model)\n" in result.after
    assert [change.code for change in result.changes].count("TFM206") == 1


@pytest.mark.parametrize(
    ("head", "optimizer", "use"),
    [
        ("", "tf.keras.optimizers.SGD(0.1, clipnorm=1.0)", "model.fit(x, y)"),  # may be of Keras 3, and mean this
        ("from keras import ops\n", "tf.keras.optimizers.SGD(0.1, clipnorm=1.0)", "model.fit(x, y)"),
        ("tf.compat.v1.disable_v2_tensorshape()\n", "tf.keras.optimizers.SGD(0.1, clipnorm=None)", "model.fit(x, y)"),
        ("", "tf.keras.optimizers.SGD(0.1)", "model.fit(x, y)"),
    ],
)
def test_clipping_of_today_left_alone(head: str, optimizer: str, use: str) -> None:
    result = check_sound(script(TWO, use, f'{optimizer}, "mse"', head=head))
    assert result.after == result.before
    assert not result.findings


LOSS = "import tensorflow as tf\nfrom keras import backend as K\ndef own(t, p):\n    return {}\n"
ONE_NUMBER = [
    "K.mean(K.square(t - p))",
    "1.0 - (2 * K.sum(t * p) + 1) / (K.sum(t) + K.sum(p) + 1)",
    "tf.reduce_mean(tf.abs(t - p), axis=None)",
    "K.sqrt(K.mean(K.square(t - p)))",
    "-tf.math.reduce_sum(t * p)",
    "K.sum(t * p) / K.maximum(K.cast_to_floatx(1.0), K.cast(K.shape(tf.where(t))[0], K.floatx()))",
    "K.sum(t * p) / tf.cast(tf.size(t), tf.float32)",
    "options.scale * K.sum(t * p) / options.batch",
    "tf.math.divide_no_nan(tf.reduce_sum(p), tf.math.count_nonzero(t, dtype=tf.float32))",
]
ONE_A_ROW = [
    "K.mean(K.square(t - p), axis=-1)",
    "K.square(t - p)",
    "K.mean(K.square(t - p), -1)",
    "K.mean(K.square(t - p), axis=-1) + 0.1 * K.mean(p)",
    "tf.reduce_sum(t * p, [1])",
    "other(t, p)",
    "options.scale * K.square(t - p)",
    "K.binary_crossentropy(t, p)",
    "K.sum(t * p, axis=-1) / K.cast(K.shape(p)[-1], 'float32')",
    "tf.reduce_sum(t * p, 1) / tf.cast(tf.size(t), tf.float32)",
]


@pytest.mark.parametrize(
    ("returned", "is_one"), [*((each, True) for each in ONE_NUMBER), *((each, False) for each in ONE_A_ROW)]
)
def test_a_parallel_model_with_a_loss_of_its_own(returned: str, *, is_one: bool) -> None:
    """Plain Keras 3 adds up what the replicas return, if that is one number for the batch."""
    source = LOSS.format(returned) + MULTI_GPU.format("fit(x, y, batch_size=8)").replace('"mse"', "own")
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    assert [change.code for change in result.changes].count("TFM206") == is_one
    assert (b"    exact(model)\n" in result.after) is is_one


@pytest.mark.parametrize(
    ("head", "loss"),
    [
        ("def loss(t, p):\n    error = K.square(t - p)\n    return K.mean(error)\n", "loss"),
        ("def part(t, p):\n    return K.sum(t * p)\ndef loss(t, p):\n    return 1 - part(t, p) / 2\n", "loss"),
        ("def made(a):\n    def loss(t, p):\n        return a * K.mean(t - p)\n    return loss\n", "made(2.0)"),
        ("loss = lambda t, p: K.mean(t - p)\n", "loss"),
        ("def loss(t, p):\n    if K.size(t) == 0:\n        return K.constant(0.0)\n    return K.mean(t - p)\n", "loss"),
        ("def loss(t, p):\n    n = K.shape(t)[0]\n    n = K.cast(n, p.dtype)\n    return K.sum(t - p) / n\n", "loss"),
        ("def loss(t, p):\n    return K.mean(t - p)\n", '["mse", loss]'),
        ("def loss(t, p):\n    return K.mean(t - p)\n", '{"a": loss}'),
    ],
)
def test_ways_to_a_loss(head: str, loss: str) -> None:
    source = f"from keras import backend as K\n{head}" + MULTI_GPU.format("fit(x, y, batch_size=8)").replace(
        '"mse"', loss
    )
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    assert [change.code for change in result.changes].count("TFM206") == 1


@pytest.mark.parametrize(
    ("is_one", "value"),
    [
        (True, "(2.0 * K.sum(t * p) + 1) / (K.sum(t) + K.sum(p) + 1)"),
        (True, "K.sum(t * p)"),
        (True, "-10.0 * K.log(K.mean(K.square(t - p))) / K.log(10.0)"),
        (True, "K.mean(K.square(t - K.mean(t)))"),
        (True, "1.0 / K.mean(p)"),
        (True, "K.sqrt(K.mean(K.square(t - p)))"),
        (False, "K.mean(K.square(t - p))"),
        (False, "100.0 * K.mean(K.cast(K.equal(t, p), 'float32')) / 2 - 1"),
        (False, "K.mean(t) - K.mean(p)"),
        (False, "K.sum(t * p, axis=-1) / K.sum(p, axis=-1)"),
        (False, "K.mean(K.sum(t * p, axis=-1))"),
        (False, "metric_of_another_package(t, p)"),
    ],
)
@pytest.mark.parametrize("given", ["metrics=[own]", "metrics={'a': ['mae', own]}", "metrics=['mae', parts.own]"])
def test_metrics_of_whole_batches(tmp_path: Path, value: str, given: str, *, is_one: bool) -> None:
    own = f"from keras import backend as K\ndef own(t, p):\n    return {value}\n"
    (tmp_path / "parts.py").write_text(own)
    body = MULTI_GPU.format("fit(x, y, batch_size=8)").replace('"mse"', f'"mse", {given}')
    (tmp_path / "train.py").write_text(source := f"import parts\n{own}" + body)
    result = upgrade(source.encode(), project=project_of(tmp_path / "train.py"))
    assert isinstance(result, Upgraded)
    assert (b"    exact(model)\n" in result.after) is is_one


@pytest.mark.parametrize(("is_one", "value"), [(True, "K.log(K.mean(t - p))"), (False, "K.mean(t - p)")])
def test_a_metric_that_is_a_method(value: str, *, is_one: bool) -> None:
    source = f"""
from keras import backend as K
from keras.layers import Dense
from keras.models import Sequential
from keras.utils import multi_gpu_model
class Net(object):
    def psnr(self, t, p):
        return {value}
    def build(self, gpus):
        model = Sequential([Dense(1, input_shape=(3,))])
        model = multi_gpu_model(model, gpus=gpus)
        model.compile("sgd", "mse", metrics=[self.psnr])
        return model
model = Net().build(2)
model.fit(x, y, batch_size=8)
"""
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    assert (b"exact(model)" in result.after) is is_one


@pytest.mark.parametrize(
    "built", ["model = Net().build(2)\nmodel", "net = Net()\nnet.build(2)", "net = Net()\nm = net.build(2)\nm"]
)
@pytest.mark.parametrize(("is_one", "data"), [(True, "batches()"), (False, "x, y, batch_size=8")])
def test_a_model_of_a_method(built: str, data: str, *, is_one: bool) -> None:
    source = f"""
from keras.layers import Dense
from keras.models import Sequential
from keras.utils import multi_gpu_model
{GENERATOR}
class Net(object):
    def build(self, gpus):
        model = Sequential([Dense(1, input_shape=(3,))])
        model = multi_gpu_model(model, gpus=gpus)
        model.compile("sgd", "mse")
        return model
{built}.fit({data})
"""
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    assert (b"exact(model)" in result.after) is is_one


def test_metrics_of_whole_batches_under_a_strategy_of_old() -> None:
    own = "def own(t, p):\n    return tf.reduce_sum(t * p)\n"
    result = check_sound(script(TWO, "model.fit(x, y)", '"sgd", "mse", metrics=[own]', head=own))
    assert b"exact" not in result.after


FLOW = "from keras.preprocessing.image import ImageDataGenerator\ndata = ImageDataGenerator()"


@pytest.mark.parametrize(
    ("is_one", "head", "gpus", "use"),
    [
        (True, "", "", "fit(x, y, batch_size=1)"),
        (True, "", "", "evaluate(x, y, batch_size=1)"),
        (True, "", ", gpus=3", "fit(x, y)"),
        (True, f"{FLOW}\nv = data.flow(x, y, batch_size=1)", "", "fit(x, y, batch_size=8, validation_data=v)"),
        (True, f"{FLOW}\nv = data.flow_from_directory('v', batch_size=5)", ", gpus=2", "fit_generator(v)"),
        (True, f"{FLOW}\nv = data.flow_from_directory('v')", ", gpus=3", "fit_generator(v)"),
        (False, "", "", "fit(x, y, batch_size=2)"),
        (False, "", "", "fit(x, y)"),
        (False, "", "", "predict(x, batch_size=1)"),
        (False, "", ", gpus=2", "fit(x, y)"),
        (False, f"{FLOW}\nv = data.flow(x, y, batch_size=rows)", "", "fit(x, y, validation_data=v)"),
        (False, f"{FLOW}\nv = data.flow_from_directory('v', batch_size=8)", ", gpus=2", "fit_generator(v)"),
        (False, f"{FLOW}\nv = data.flow_from_directory('v')", ", gpus=2", "fit_generator(v)"),
    ],
)
def test_sizes_that_cannot_divide(head: str, gpus: str, use: str, *, is_one: bool) -> None:
    result = upgrade(f"{head}\n{MULTI_GPU.format(use).replace(', gpus=2', gpus)}".encode())
    assert isinstance(result, Upgraded)
    assert b"strategy.scope()" in result.after
    assert (b"    exact(model)\n" in result.after) is is_one


@pytest.mark.parametrize("made", ["Loader().batches()", "loader.batches()"])
def test_a_generator_that_a_function_is_given(made: str) -> None:
    loader = (
        "class Loader:\n    def batches(self):\n        while True:\n            yield x, y\n\n\nloader = Loader()\n"
    )
    train = "def train(m, data):\n    m.fit_generator(data, steps_per_epoch=2)\n"
    source = loader + train + MULTI_GPU.replace("model.{}", f"train(model, {made})")
    assert "train(model" in source
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    assert [change.code for change in result.changes].count("TFM206") == 1


def test_a_loss_of_another_module(tmp_path: Path) -> None:
    (tmp_path / "losses.py").write_text(
        "from keras import backend as K\ndef dice(t, p):\n    return 1 - K.sum(t * p)\n"
    )
    source = "from losses import dice\n" + MULTI_GPU.format("fit(x, y, batch_size=8)").replace('"mse"', "dice")
    (tmp_path / "train.py").write_text(source)
    result = upgrade(source.encode(), project=project_of(tmp_path / "train.py"))
    assert isinstance(result, Upgraded)
    assert b"    exact(model)\n" in result.after


@pytest.mark.parametrize("compiled", ['tf.keras.optimizers.SGD(0.1, clipnorm=1.0), "mse"', '"sgd", own'])
def test_a_note_where_the_release_decides(compiled: str) -> None:
    own = "def own(t, p):\n    return tf.reduce_mean(t - p)\n"
    result = check_sound(script(TWO, "model.fit(x, y)", compiled, head=own))
    assert [each.code for each in result.notes if "under a strategy" in each.message] == ["TFM206"]
    assert not result.findings


# --- where the call goes


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (  # the model is made and compiled by a function, and trained in another
            f"""
def build():
    model = tf.keras.Sequential()
    model.compile("sgd", "mse")
    return model

def main():
    with {WORKERS}.scope():
        net = build()
    train(net)

def train(model):
    model.fit(x)
""",
            {"        net = build()\n": "        net = build()\n        exact(net, same_batches=False)\n"},
        ),
        (  # the scope is inside the function that builds
            f"""
def build():
    strategy = {WORKERS}
    with strategy.scope():
        inputs = tf.keras.Input((2,))
        model = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(inputs))
        model.compile("sgd", "mse")
        return model

build().fit(x)
""",
            {'"mse")\n': '"mse")\n        exact(model, same_batches=False)\n'},
        ),
        (  # the model has no name
            f"""
def build():
    with {WORKERS}.scope():
        return tf.keras.Sequential([])

model = build()
model.compile("sgd", "mse")
model.fit(x)
""",
            {"tf.keras.Sequential([])": "exact(tf.keras.Sequential([]), same_batches=False)"},
        ),
        (  # the scope is one line
            f"""
with {WORKERS}.scope(): model = tf.keras.Sequential([])
model.fit(x)
""",
            {"tf.keras.Sequential([])": "exact(tf.keras.Sequential([]), same_batches=False)"},
        ),
        (  # the whole work is done in the scope
            f"""
def train():
    model = tf.keras.Sequential()
    model.add(tf.keras.layers.Dense(1))
    model.compile("sgd", "mse")
    model.fit(x)

strategy = {WORKERS}
with strategy.scope():
    train()
""",
            {'"mse")\n': '"mse")\n    exact(model, same_batches=False)\n'},
        ),
        (  # it is made in branches
            f"""
with {WORKERS}.scope():
    if resume:
        model = tf.keras.models.load_model(path, compile=False)
    else:
        model = tf.keras.Sequential()
    model.compile("sgd", "mse")
    model.fit(x)
""",
            {'"mse")\n': '"mse")\n    exact(model, same_batches=False)\n'},
        ),
        (  # a loop makes a model in each round
            f"""
strategy = {WORKERS}
with strategy.scope():
    for rate in rates:
        model = tf.keras.Sequential()
        model.compile(tf.keras.optimizers.SGD(rate), "mse")
        model.fit(x)
""",
            {'"mse")\n': '"mse")\n        exact(model, same_batches=False)\n'},
        ),
        (  # an attribute
            f"""
class Training:
    def __init__(self):
        self.strategy = {WORKERS}
        with self.strategy.scope():
            self.model = tf.keras.Sequential()
    def run(self):
        self.model.fit(x)
""",
            {"Sequential()\n": "Sequential()\n            exact(self.model, same_batches=False)\n"},
        ),
        (  # the strategy may be another
            f"""
strategy = {WORKERS} if several else tf.distribute.get_strategy()
with strategy.scope():
    model = tf.keras.Sequential()
model.fit(x)
""",
            {
                "Sequential()\n": "Sequential()\n"
                "    if isinstance(strategy, tf.distribute.MultiWorkerMirroredStrategy):\n        exact(model, same_batches=False)\n"
            },
        ),
        (  # a function returns the model beside others
            f"""
def build():
    return tf.keras.Sequential(), 3

with {WORKERS}.scope():
    model, count = build()
    model.compile(optimizer="sgd", loss="mse")
model.fit(x)
""",
            {'"mse")\n': '"mse")\n    exact(model, same_batches=False)\n'},
        ),
    ],
)
def test_the_place(before: str, after: dict[str, str]) -> None:
    expected = before
    for old, new in after.items():
        expected = expected.replace(old, new, 1)
    check_upgraded(TF + before, EXACT + TF + expected)


def test_two_models_of_one_scope() -> None:
    before = f"""{TF}
with {WORKERS}.scope():
    a = tf.keras.Sequential()
    b = tf.keras.Sequential()
a.fit(x)
b.fit(x)
"""
    after = EXACT + before.replace(
        "b = tf.keras.Sequential()\n", "b = tf.keras.Sequential()\n    exact(b, same_batches=False)\n"
    )
    check_upgraded(
        before,
        after.replace("a = tf.keras.Sequential()\n", "a = tf.keras.Sequential()\n    exact(a, same_batches=False)\n"),
    )


def test_a_name_that_is_taken() -> None:
    head = f"{TF}exact = 1\n"
    use = MODEL.format(WORKERS, COMPILE)
    after = f"from compat.distribute import exact as exact_training\n{head}{use}    exact_training(model, same_batches=False)\nmodel.fit(x)\n"
    check_upgraded(f"{head}{use}model.fit(x)\n", after)


# --- left alone


@pytest.mark.parametrize(
    "source",
    [
        script(MIRRORED, "model.fit(x, y, batch_size=64)"),
        script(TWO, "model.fit(x, y, batch_size=8, validation_data=v)"),
        script(TWO, "model.predict(x, batch_size=3)"),
        script(MIRRORED, "model.fit(batches, steps_per_epoch=9)"),
        script(MIRRORED, "model.fit(batches(1))", head="def batches(n):\n    return tf.data.Dataset.range(n)\n"),
        script(MIRRORED, "model.fit(x)", f"{COMPILE}, steps_per_execution=1"),
        script(MIRRORED, "model.fit(x)", f"{COMPILE}, steps_per_execution=steps"),
        script('tf.distribute.MirroredStrategy(["GPU:0"])', "model.train_on_batch(x)"),
        script('tf.distribute.OneDeviceStrategy("GPU:0")', "model.train_on_batch(x)"),
        script("tf.distribute.experimental.CentralStorageStrategy()", "model.train_on_batch(x)"),
        script("tf.distribute.TPUStrategy(resolver)", "model.train_on_batch(x)"),
        script("tf.distribute.get_strategy()", "model.train_on_batch(x)"),
        script("chosen()", "model.train_on_batch(x)", head="from own import chosen\n"),
        script(WORKERS, "model.save('model.keras')"),
        script(WORKERS, "strategy.run(step, args=(batch,))"),
        script(WORKERS, "forest = Forest()\nforest.fit(x)", head="from sklearn.ensemble import Forest\n"),
        script(WORKERS, "other = tf.keras.Sequential()\nother.fit(x)"),
        f"{TF}strategy = {MIRRORED}\nmodel = tf.keras.Sequential()\nmodel.train_on_batch(x)\n",
        script(WORKERS, "model.fit(x)", call=CALL),
        script(WORKERS, "model.fit(x)", call="    if several:\n        exact(model)\n"),
        f"{EXACT}{TF}with {WORKERS}.scope():\n    model = exact(tf.keras.Sequential())\nmodel.fit(x)\n",
        f"from compat import distribute as d\n{TF}with {WORKERS}.scope():\n    model = d.exact(build())\nmodel.fit(x)\n",
        f"{EXACT}{TF}def build():\n    with {WORKERS}.scope():\n        return exact(Net())\nmodel = build()\nmodel.fit(x)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    "source",
    [
        script('tf.distribute.OneDeviceStrategy("GPU:0")', "model.fit(x, y)"),
        script('tf.distribute.MirroredStrategy(["GPU:0"])', "model.fit(x, y)"),
        script("tf.distribute.TPUStrategy(resolver)", "model.fit(x, y)"),
        script(TWO, "strategy.run(step, args=(batch,))"),
        f"{TF}model = tf.keras.Sequential()\nmodel.fit(x, y)\n",
    ],
)
def test_left_alone_with_exact(source: str) -> None:
    check_untouched(source, exact=True)


# --- reported

NO_NAME = f"""
{TF}
strategy = {WORKERS} if several else tf.distribute.get_strategy()
def build():
    with strategy.scope():
        return tf.keras.Sequential()
model = build()
model.fit(x)
"""
IN_ONE_STATEMENT = f"""
{TF}
with {WORKERS}.scope():
    for _ in names:
        if first:
            model = tf.keras.Sequential()
        else:
            model = tf.keras.models.load_model(path, compile=False)
            model.fit(x)
        model.evaluate(x)
"""


@pytest.mark.parametrize(
    ("source", "line", "said"),
    [
        (
            f"from own import model\n{TF}with {WORKERS}.scope():\n    pass\nmodel.fit(x, epochs=3)\n",
            5,
            "does not show where model is made",
        ),
        (
            f"from own import make\n{TF}with {WORKERS}.scope():\n    thing = make()\nthing.fit(x)\n",
            5,
            "nothing shows that it is a Keras model",
        ),
        (
            NO_NAME,
            8,
            "the model has no name",
        ),
        (
            IN_ONE_STATEMENT,
            9,
            "made and used within one statement",
        ),
    ],
)
def test_reported(source: str, line: int, said: str) -> None:
    finding = check_declined(source, "TFM206", line)
    assert said in finding.message
    assert "compat.distribute.exact(model)" in finding.advice


def test_a_module_of_the_project_in_front_of_it() -> None:
    source = script(WORKERS, "model.fit(x)").encode()
    result = upgrade(source, project=Project(frozenset({"compat"})))
    assert isinstance(result, Upgraded)
    assert not result.changes
    assert result.findings


def test_a_comment_silences_it() -> None:
    source = script(WORKERS, "model.fit(x)").replace("Dense(1)])", "Dense(1)])  # tf-forward: ignore[TFM206]")
    check_untouched(source)


# --- models and strategies that the file does not make

HEAD = "import tensorflow as tf\nfrom tensorflow.keras import Sequential\n"
MADE = "    m = Sequential()\n    m.compile('adam', loss='mse')\n"
TWO = "s = tf.distribute.MirroredStrategy(['GPU:0', 'GPU:1'])\n"
SCOPE = "with s.scope():\n    rate = 1\n"


def reported(source: str) -> list[int]:
    return [each.line for each in check_sound(HEAD + source).findings if each.code == "TFM206"]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (f"from dist import s\nwith s.scope():\n{MADE}m.train_on_batch(x, y)\n", 7),
        (f"from dist import s\nwith s.scope():\n{MADE}m.predict_on_batch(x)\n", 7),
        (f"def go(s, x):\n    with s.scope():\n{MADE.replace('    ', '        ')}    m.train_on_batch(x)\n", 7),
        (f"{TWO}{SCOPE}def go(m):\n    m.fit(x, y, epochs=2, batch_size=33)\n", 7),
        (
            (
                f"{TWO}t = tf.distribute.MultiWorkerMirroredStrategy()\n{SCOPE}with t.scope():\n    rate = 2\n"
                "def go(m):\n    m.train_on_batch(x, y)\n"
            ),
            10,
        ),
    ],
)
def test_what_the_file_does_not_make_is_reported(source: str, line: int) -> None:
    assert reported(source) == [line]


@pytest.mark.parametrize(
    "source",
    [
        f"from dist import s\nwith s.scope():\n{MADE}m.fit(x, y, epochs=2)\n",
        f"s = tf.distribute.OneDeviceStrategy('GPU:0')\nwith s.scope():\n{MADE}m.train_on_batch(x, y)\n",
        f"{TWO}{SCOPE}def go(m):\n    m.fit(x, y, epochs=2, batch_size=32)\n",
        "def go(m):\n    m.train_on_batch(x, y)\n    m.fit(x, y, epochs=2)\n",
        (
            f"from compat.distribute import exact\nfrom dist import s\nwith s.scope():\n{MADE}    exact(m)\n"
            "m.train_on_batch(x, y)\n"
        ),
    ],
)
def test_what_is_right_anyway_is_not(source: str) -> None:
    assert reported(source) == []


# --- models that other modules of the project train


def trained_elsewhere(folder: Path, use: str, nets: str) -> Upgraded:
    (folder / ".git").mkdir()
    (folder / "nets.py").write_text(nets)
    path = folder / "main.py"
    path.write_text(script(MIRRORED, use, head=f"import nets\n{GENERATOR}"))
    result = upgrade(path.read_bytes(), project=project_of(path))
    assert isinstance(result, Upgraded)
    assert not result.findings
    return result


@pytest.mark.parametrize(
    ("use", "nets"),
    [
        ("nets.train(model)", "def train(net):\n    net.train_on_batch(1)\n"),
        (
            "nets.train(1, net=model)",
            "def train(x, net):\n    more(net)\ndef more(net):\n    net.predict_on_batch(1)\n",
        ),
        (
            "t = nets.Train(model)\nt.go()",
            (
                "class Train:\n    def __init__(self, net):\n        self.net = net\n"
                "    def go(self):\n        self.net.test_on_batch(1)\n"
            ),
        ),
        ("nets.train(model, (each for each in x))", "def train(net, data):\n    net.fit(data)\n"),
        ("nets.train(model, data=batches())", "def train(net, data):\n    net.fit_generator(generator=data)\n"),
        (
            "model.fit(x, callbacks=[nets.Check()])",
            "class Check(Callback):\n    def on_epoch_end(self, epoch, logs):\n        self.model.predict_on_batch(1)\n",
        ),
    ],
)
def test_another_module_trains_on_batches(tmp_path: Path, use: str, nets: str) -> None:
    text = trained_elsewhere(tmp_path, use, nets).after.decode()
    assert f"    model.compile({COMPILE})\n{CALL}{use}" in text


@pytest.mark.parametrize(
    ("use", "nets"),
    [
        ("nets.train(model)", "def train(net):\n    net.fit(1)\n    net.predict(1)\n"),
        ("nets.train(model)", "def train(net):\n    net.child.train_on_batch(1)\n    other.train_on_batch(1)\n"),
        ("nets.train(1)", "def train(net):\n    net.train_on_batch(1)\n"),
        ("nets.train(model, [1])", "def train(net, data):\n    net.fit(data)\n"),
        ("nets.train(model, batches())", "def train(net, data):\n    net.fit(list(data))\n    net.predict(data)\n"),
        ("model.fit(x)", "class Check:\n    def on_epoch_end(self):\n        self.model.predict_on_batch(1)\n"),
        (
            "model.fit(x, callbacks=[nets.Check()])",
            "class Check(Callback):\n    def on_epoch_end(self, epoch, logs):\n        self.other.predict_on_batch(1)\n",
        ),
    ],
)
def test_another_module_does_not(tmp_path: Path, use: str, nets: str) -> None:
    assert not trained_elsewhere(tmp_path, use, nets).changes


SHIMMED = "from compat import tensorflow as tf\nfrom compat.tensorflow.keras import backend as K\n"
OWN = "def own(t, p):\n    return K.mean(K.square(t - p))\n"


@pytest.mark.parametrize("of", ["compat", "compat.tensorflow.compat"])
@pytest.mark.parametrize("strategy", [MIRRORED, WORKERS])
@pytest.mark.parametrize(
    ("head", "compiled", "use"),
    [
        ("", COMPILE, "model.train_on_batch(x, y)"),
        ("", COMPILE, "p = model.predict_on_batch(x)"),
        (GENERATOR, COMPILE, "model.fit(batches(), steps_per_epoch=3)"),
        (OWN, '"sgd", own', "model.fit(x, y)"),
    ],
)
def test_what_the_shims_get_wrong_is_reported(of: str, strategy: str, head: str, compiled: str, use: str) -> None:
    """The losses of TensorFlow 2.3.4 are others, and `exact` takes no strategy of the shims."""
    imports = SHIMMED if of == "compat" else SHIMMED.replace("compat import tensorflow as", f"{of} import v2 as")
    source = imports + head + MODEL.format(strategy, compiled) + use + "\n"
    finding = check_declined(source, "TFM206", source.count("\n"), to="compat")
    assert "without --to compat" in finding.advice


@pytest.mark.parametrize("strategy", [MIRRORED, WORKERS, "tf.distribute.OneDeviceStrategy('CPU:0')"])
@pytest.mark.parametrize("use", ["model.fit(x, y, batch_size=8)", "model.evaluate(x, y)", "model.predict(x)"])
def test_what_the_shims_train_as_before(strategy: str, use: str) -> None:
    check_untouched(SHIMMED + MODEL.format(strategy, COMPILE) + use + "\n", to="compat")


@pytest.mark.parametrize(("strategy", "use"), [(WORKERS, "model.fit(x, y)"), (MIRRORED, "model.train_on_batch(x, y)")])
def test_a_file_that_does_not_go_to_the_shims(strategy: str, use: str) -> None:
    before = script(strategy, use)
    call = CALL.replace(")", ", same_batches=False)") if strategy is WORKERS else CALL
    check_upgraded(before, script(strategy, use, call=call), to="compat")
