from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_sound, check_untouched

MODEL = "from keras.models import Sequential\nm = Sequential()\n"

HANDED_ON = """import keras


def low(models):
    return [each.total_loss for each in models]


def lowest(models):
    return min(low(models))


lowest([keras.Sequential(), keras.Sequential()])
"""


@pytest.mark.parametrize(
    ("source", "line", "symbol"),
    [
        ("def f(d): return d.make_one_shot_iterator()\n", 1, "tensorflow.data.Dataset.make_one_shot_iterator"),
        ("import keras\ndef f(net): net.predict_classes(x)\n", 2, "keras.models.Sequential.predict_classes"),
        (
            "import tf_keras\ndef f(d): d.make_one_shot_iterator()\n",
            2,
            "tensorflow.data.Dataset.make_one_shot_iterator",
        ),
        (
            "from keras.models import load_model\nf = load_model(p).predict_proba\n",
            2,
            "keras.models.Model.predict_proba",
        ),
        ("import keras\nnet._make_predict_function()\n", 2, "keras.models.Model._make_predict_function"),
        ("import keras\nx = net.uses_learning_phase\n", 2, "keras.models.Model.uses_learning_phase"),
        (
            "import tensorflow as tf\nx = tf.keras.mixed_precision.global_policy().loss_scale\n",
            2,
            "keras.mixed_precision.Policy.loss_scale",
        ),
        (MODEL + "m.total_loss\n", 3, "keras.models.Sequential.total_loss"),
        (MODEL + "m.add(d)\nprint(m.output_names[0])\n", 4, "keras.models.Sequential.output_names"),
        (
            "from compat.tensorflow.keras import Sequential\nm = Sequential()\nm.output_names\n",
            3,
            "keras.models.Sequential.output_names",
        ),
        (MODEL + "f = m.predict_proba\n", 3, "keras.models.Sequential.predict_proba"),
        (HANDED_ON, 5, "keras.Sequential.total_loss"),
        ("import keras\nclass M(keras.Model):\n  def f(self): return self.metrics_tensors\n", 3, "metrics_tensors"),
    ],
)
def test_reported(source: str, line: int, symbol: str) -> None:
    finding = check_declined(source, "TFM197", line)
    assert finding.symbol.endswith(symbol)
    assert "https://" in finding.advice


@pytest.mark.parametrize(
    "source",
    [
        "import tf_keras\ndef f(net): net.predict_classes(x)\n",
        "import tf_keras\nimport tensorflow as tf\ntf.print(1)\nnet._make_predict_function()\n",
        "import tensorflow as tf\ni = tf.compat.v1.data.make_one_shot_iterator(d)\n",
        "import tensorflow as tf\ndef f(d): return tf.compat.v1.data.Dataset.zip(d).map(g).make_one_shot_iterator()\n",
        "import tensorflow.compat.v1 as tf\ndef f(p): return g(tf.data.TFRecordDataset(p)).make_one_shot_iterator()\n",
        "import keras\nclass A:\n  def predict_classes(self): pass\nA().predict_classes()\n",
        "import keras\ndef predict_classes(): pass\nnet.predict_classes(x)\n",
        "import keras\nself.uses_learning_phase = True\nprint(self.uses_learning_phase)\n",
        MODEL + "m.fit(x, y)\nm.get_weights()\nm.summary()\n",
        "from keras.models import Model\nm = Model(a, b)\nm.output_names\n",
        "import tensorflow as tf\ntf.compat.v1.train.GradientDescentOptimizer(0.1).minimize(loss)\n",
        "from keras.models import load_model\nload_model(p).output_names\n",
        "import keras\ndef f(net): return net.output_names\n",
        "import keras\ndef f(net): return net.total_loss, net.get_weights(), net.targets\n",
        "import keras\nclass M(keras.Model):\n  def __init__(self): self.total_loss = 1\n  def f(self): return self.total_loss\n",
        "from sklearn.svm import SVC\nimport keras\nSVC().predict_proba(x)\n",
        "from keras.layers import LSTM\nlayer = LSTM(3, stateful=True)\nlayer.reset_states()\n",
        "text = 'm.predict_classes()'\n",
        "import keras\nmake_one_shot_iterator(d)\n",
        "import keras\nimport data\nfrom mylib import readers\ndata.make_one_shot_iterator(d)\nreaders.predict_classes(d)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize("home", ["compat.keras", "compat.keras.models", "compat.tensorflow.keras.models"])
def test_models_of_the_shims_have_the_generator_methods(home: str) -> None:
    check_untouched(f"from {home} import Sequential\nm = Sequential()\nm.fit_generator(g)\n", to="compat")


def test_methods_that_models_of_the_shims_lack() -> None:
    check_untouched("from compat.keras.models import Sequential\ndef f(m): m.predict_classes(x)\n", to="compat")
    source = "from compat.keras.models import Sequential\ndef f(m): m._feed_inputs\n"
    check_declined(source, "TFM197", 2, to="compat")


def test_policies_of_the_shims_have_their_loss_scale() -> None:
    head = "from compat.tensorflow.keras.mixed_precision import experimental as mp\n"
    check_untouched(head + "p = mp.Policy('mixed_float16')\nprint(p.loss_scale)\n", to="compat")
    source = "from compat.tensorflow.keras import mixed_precision as mp\np = mp.Policy('mixed_float16')\nprint(p.loss_scale)\n"
    check_declined(source, "TFM197", 3, to="compat")


@pytest.mark.parametrize(
    "call", ["d.make_one_shot_iterator()", "d.make_initializable_iterator()", "d.export_savedmodel(p, f)"]
)
def test_what_the_classes_of_the_shims_have(call: str) -> None:
    check_untouched(f"from compat import tensorflow as tf\ndef f(d): {call}\n", to="compat")


@pytest.mark.parametrize(
    "strategy",
    ["tf.distribute.get_strategy()", "tf.distribute.MirroredStrategy()", "given", "self.strategy", "pick(given)"],
)
def test_strategies_of_the_shims_have_their_legacy_run(strategy: str) -> None:
    source = f"from compat import tensorflow as tf\ndef f(self, given):\n    {strategy}.experimental_run_v2(g)\n"
    check_untouched(source, to="compat")


def test_strategies_that_the_shims_do_not_carry() -> None:
    head = "from compat import tensorflow as tf\ns = tf.distribute.experimental.ParameterServerStrategy(c)\n"
    check_declined(head + "s.experimental_run_v2(g)\n", "TFM194", 3, to="compat")


def test_datasets_of_the_shims_are_those_of_tensorflow_1() -> None:
    source = "from compat import tensorflow as tf\nd = tf.data.TextLineDataset(p).map(f).batch(2)\nd.make_one_shot_iterator()\n"
    check_untouched(source, to="compat")


@pytest.mark.parametrize(
    ("owner", "method", "reported"),
    [
        ("keras.optimizers.Optimizer", "get_updates", True),
        ("keras.optimizers.SGD", "get_updates", True),
        ("keras.models.Model", "get_updates", False),
        ("keras.models.Model", "targets", False),
        ("object", "get_updates", False),
        ("keras.optimizers.Optimizer", "build", False),
    ],
)
def test_overrides_that_nothing_calls(owner: str, method: str, reported: bool) -> None:
    source = f"import keras\nclass Own({owner}):\n    def {method}(self, loss, params): return []\n"
    if reported:
        assert "nothing calls" in check_declined(source, "TFM197", 3).message
    else:
        check_untouched(source)


@pytest.mark.parametrize(
    ("call", "reported"),
    [
        ("Net().evaluate_generator(g)", False),
        ("class Other(Net): pass\nOther().evaluate_generator(g)", False),
        ("Net().evaluate(g)", True),
        ("keras.Sequential().evaluate(g)\nevaluate_generator(g)", True),
    ],
)
def test_own_methods_that_the_file_calls(call: str, reported: bool) -> None:
    source = f"import keras\nclass Net(keras.Model):\n    def evaluate_generator(self, g): return []\n{call}\n"
    if reported:
        assert "nothing calls" in check_declined(source, "TFM197", 3).message
    else:
        check_untouched(source)


@pytest.mark.parametrize(("name", "noted"), [("to_yaml", True), ("reset_states", True), ("get_weights", False)])
def test_rare_names_are_noted_in_any_file(name: str, noted: bool) -> None:
    result = upgrade(f"import keras\ndef f(net): net.{name}()\n".encode())
    assert isinstance(result, Upgraded)
    assert result.findings == ()
    assert bool(result.notes) is noted


def test_unknown_receivers_of_a_legacy_file_are_noted_once() -> None:
    source = b"from keras.layers.core import Dense\ndef f(net):\n    net.total_loss\n    net.targets\n    Dense(3)\n"
    result = upgrade(source)
    assert isinstance(result, Upgraded)
    assert result.findings == ()
    (note,) = result.notes
    assert note.line == 3
    assert "total_loss (line 3), targets (line 4)" in note.message


@pytest.mark.parametrize("use", ["K.set_value(self.model.optimizer.lr, 0.1)", "self.model.fit_generator(g, 2)"])
def test_the_model_of_a_callback_on_the_shims_has_them(use: str) -> None:
    head = "from compat.keras import backend as K\nfrom compat.keras.callbacks import Callback\n"
    check_untouched(f"{head}class A(Callback):\n    def on_epoch_end(self, e, logs=None): {use}\n", to="compat")


@pytest.mark.parametrize(
    "source",
    [
        "import keras\nkeras.ops.sum(x)\ndef f(spec): return spec.initializer(x)\n",
        "import tensorflow as tf\nfrom absl import flags\nF = flags.FLAGS\ntf.placeholder(tf.float32)\nF.model\n",
        "import tensorflow as tf\nfrom absl import flags\ntf.placeholder(tf.float32)\nflags.FLAGS.weights\n",
    ],
)
def test_not_noted(source: str) -> None:
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    assert "TFM197" not in {each.code for each in (*result.findings, *result.notes)}


def test_noted_where_nothing_tells_of_keras_3() -> None:
    result = upgrade(b"import keras\ndef f(spec): return spec.initializer(x)\n")
    assert isinstance(result, Upgraded)
    assert [each.code for each in result.notes] == ["TFM197"]


@pytest.mark.parametrize("method", ["get_updates(self, loss, params)", "lr(self)"])
@pytest.mark.parametrize("owner", ["Optimizer", "SGD"])
def test_shims_call_get_updates(owner: str, method: str) -> None:
    source = f"from compat.keras.optimizers import {owner}\nclass Own({owner}):\n    def {method}: return []\n"
    check_untouched(source, to="compat")


BLOCK = """import keras

class Block(keras.layers.Layer):
    def build(self, input_shape):
        self.dense = keras.layers.Dense(3)
        self._trainable_weights = {}
"""


@pytest.mark.parametrize("name", ["_trainable_weights", "_non_trainable_weights"])
def test_adopted_weights(name: str) -> None:
    check_declined(BLOCK.format(f"self.dense.{name}"), "TFM197", 6)


@pytest.mark.parametrize("value", ["[]", "self.dense.trainable_weights", "self.weights_of(self.dense)"])
def test_own_lists_of_weights(value: str) -> None:
    result = upgrade(BLOCK.format(value).encode(), Settings(select=("TFM197",)))
    assert isinstance(result, Upgraded)
    assert not result.findings


@pytest.mark.parametrize(
    "code",
    [
        "from compat.keras.callbacks import Callback\nclass C(Callback):\n    def f(self): return self.model\n",
        "from compat import tensorflow as tf\nclass O(tf.keras.optimizers.Optimizer):\n    def f(self, var): return self.get_slot(var, 'm')\n",
        "from compat.keras.layers import Dense\nlayer = Dense(1)\nprint(layer.get_weights())\n",
    ],
)
def test_known_objects_of_the_shims_are_not_noted(code: str) -> None:
    result = check_sound(code, to="compat")
    assert not result.findings
    assert not [each for each in result.notes if each.code == "TFM197"]


def test_unknown_objects_beside_the_shims_are_reported() -> None:
    code = "from compat.keras.layers import Dense\ndef f(thing): return thing._decayed_lr('float32')\n"
    assert [each.code for each in check_sound(code, to="compat").findings] == ["TFM197"]


def test_the_rate_of_the_present_step() -> None:
    code = "import tensorflow as tf\no = tf.keras.optimizers.Adam(0.1)\nr = o._decayed_lr(tf.float32)\n"
    assert "optimizer.learning_rate" in check_declined(code, "TFM197", 3).advice
    assert not check_sound(code.replace("(0.1)", "(0.1, decay=0.5)"), to="compat").findings


@pytest.mark.parametrize(
    ("use", "names"),
    [
        ("def f(net): return net.get_weights()\n", []),
        ("def f(layer): return layer.weights\n", []),
        ("for layer in net.layers: print(layer.get_weights())\n", []),
        ("print(net.layers[0].get_weights())\n", []),
        ("def f(opt): return opt.get_weights()\n", ["get_weights (line 4)"]),
        ("def f(m): return m.optimizer.weights\n", ["weights (line 4)"]),
        ("kept = [o.get_weights() for o in self.optimizers]\n", ["get_weights (line 4)"]),
        ("o = make_optimizer()\nprint(o.get_weights())\n", ["get_weights (line 5)"]),
        ("def f(net): return net.op\n", ["op (line 4)"]),
    ],
)
def test_weights_of_what_may_be_no_optimizer(use: str, names: list[str]) -> None:
    head = "import keras\nfrom keras.layers import Dense\nkeras.optimizers.SGD(lr=1)\n"
    result = upgrade((head + use).encode(), Settings(select=("TFM197",)))
    assert isinstance(result, Upgraded)
    notes = [each for each in result.notes if each.code == "TFM197"]
    assert [name for name in names if not any(name in each.message for each in notes)] == []
    assert len(notes) == len(names)


OWN_MODEL = """
from keras.layers import Dense
from keras.models import Model, Sequential

class Net:
    def __init__(self):
        self.{attribute} = self.make()

    def make(self):
        model = Sequential()
        model.add(Dense(1, input_shape=(3,)))
        return model

    def {method}(self):
        return self.make()

net = {made}
print({read})
"""


@pytest.mark.parametrize(
    ("attribute", "method", "made", "read"),
    [
        ("net", "model", "Net()", "net.net.model.layers"),
        ("model", "show", "Net()", "net.model.model.layers"),
        ("net", "model", "Sequential([Dense(1)])", "net.model.layers"),
        ("model", "show", "Sequential([Dense(1)])", "net.model.layers"),
    ],
)
def test_the_model_of_a_sequential_beside_an_own_name(attribute: str, method: str, made: str, read: str) -> None:
    source = OWN_MODEL.format(attribute=attribute, method=method, made=made, read=read)
    assert [each.advice[:12] for each in check_sound(source).findings if each.code == "TFM197"] == ["leave it out"]


@pytest.mark.parametrize(
    ("attribute", "method", "made", "read"),
    [
        ("net", "model", "Net()", "net.model().layers"),
        ("model", "show", "Net()", "net.model.layers"),
        ("model", "show", "make_any()", "net.model.layers"),
        ("net", "model", "Sequential([Dense(1)])\nnet.model = Model(net.inputs, net.outputs)", "net.model.layers"),
        ("net", "model", "Sequential([Dense(1)])", "net.layers"),
    ],
)
def test_the_model_of_an_own_object(attribute: str, method: str, made: str, read: str) -> None:
    result = check_sound(OWN_MODEL.format(attribute=attribute, method=method, made=made, read=read))
    assert "TFM197" not in {each.code for each in result.findings}
