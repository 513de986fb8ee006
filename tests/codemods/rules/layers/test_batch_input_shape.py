"""An `Input` takes the batch shape of the first layer."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_sound, check_untouched, check_upgraded


def test_added() -> None:
    check_upgraded(
        """
        from keras.layers import LSTM
        from keras.models import Sequential

        model = Sequential()
        # state is kept
        model.add(LSTM(8, batch_input_shape=(batch, steps, 3), stateful=True))  # first
        """,
        """
        import keras
        from keras.layers import LSTM
        from keras.models import Sequential

        model = Sequential()
        # state is kept
        model.add(keras.Input(batch_shape=(batch, steps, 3)))
        model.add(LSTM(8, stateful=True))  # first
        """,
    )


def test_listed() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        model = tf.keras.Sequential([
            tf.keras.layers.Embedding(9, 3, batch_input_shape=[4, None]),
            tf.keras.layers.GRU(8, stateful=True),
        ])
        """,
        """
        import tensorflow as tf
        model = tf.keras.Sequential([
            tf.keras.Input(batch_shape=[4, None]), tf.keras.layers.Embedding(9, 3),
            tf.keras.layers.GRU(8, stateful=True),
        ])
        """,
    )


def test_with_an_input_at_hand() -> None:
    check_upgraded(
        """
        from keras.layers import Bidirectional, Input, LSTM
        from keras.models import Sequential
        class Net:
            def build(self):
                self.m = Sequential()
                self.m.add(Bidirectional(LSTM(8), batch_input_shape=self.shape))
        """,
        """
        from keras.layers import Bidirectional, Input, LSTM
        from keras.models import Sequential
        class Net:
            def build(self):
                self.m = Sequential()
                self.m.add(Input(batch_shape=self.shape))
                self.m.add(Bidirectional(LSTM(8)))
        """,
    )


HEAD = "import keras\nfrom keras.layers import LSTM, Bidirectional, Dense, Embedding, TimeDistributed\n"
HEAD += "from keras.models import Sequential\n"


@pytest.mark.parametrize(
    ("layer", "given", "left"),
    [
        ("Dense(2, input_shape=(9,), batch_size=4)", "shape=(9,), batch_size=4", "Dense(2)"),
        ("Dense(2, input_dim=9, batch_size=n)", "shape=(9,), batch_size=n", "Dense(2)"),
        ("LSTM(2, input_shape=shape, batch_size=4)", "shape=shape, batch_size=4", "LSTM(2)"),
        ("LSTM(2, input_dim=3, input_length=5, batch_size=4)", "shape=(5, 3), batch_size=4", "LSTM(2)"),
        ("LSTM(2, input_dim=3, batch_size=4)", "shape=(None, 3), batch_size=4", "LSTM(2)"),
        ("Embedding(9, 2, batch_size=4)", "shape=(None,), batch_size=4", "Embedding(9, 2)"),
        ("Embedding(9, 2, input_length=5, batch_size=4)", "shape=(5,), batch_size=4", "Embedding(9, 2)"),
        ("Embedding(9, 2, input_length=5, batch_input_shape=(4, 5))", "batch_shape=(4, 5)", "Embedding(9, 2)"),
        ("LSTM(2, batch_input_shape=(4, 5, 3), batch_size=7)", "batch_shape=(4, 5, 3)", "LSTM(2)"),
        (
            "TimeDistributed(Dense(2), input_shape=(5, 3), batch_size=4)",
            "shape=(5, 3), batch_size=4",
            "TimeDistributed(Dense(2))",
        ),
    ],
)
def test_batch_size(layer: str, given: str, left: str) -> None:
    written = Settings(origin=parse_origin("tensorflow==2.3"))
    for before, after in (
        (f"m = Sequential()\nm.add({layer})\n", f"m = Sequential()\nm.add(keras.Input({given}))\nm.add({left})\n"),
        (f"m = Sequential([{layer}, Dense(1)])\n", f"m = Sequential([keras.Input({given}), {left}, Dense(1)])\n"),
        (f"l = {layer}\nm = Sequential([l])\n", f"l = {left}\nm = Sequential([keras.Input({given}), l])\n"),
    ):
        result = upgrade((HEAD + before).encode(), written)
        assert isinstance(result, Upgraded)
        assert result.after.decode().rpartition("Sequential\n")[2] == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("m = Sequential([Dense(2), LSTM(8, batch_input_shape=(4, 10, 3))])", "m = Sequential([Dense(2), LSTM(8)])"),
        ("x = LSTM(8, batch_input_shape=(4, 10, 3))(y)", "x = LSTM(8)(y)"),
        ("f = LSTM(8, batch_size=4)\nx = f(y)", "f = LSTM(8)\nx = f(y)"),
        ("x = Bidirectional(LSTM(8, batch_input_shape=b))(y)", "x = Bidirectional(LSTM(8))(y)"),
        ("x = make(Dense(8, input_shape=(3,), batch_size=None))", "x = make(Dense(8, input_shape=(3,)))"),
        (
            "m = Sequential()\nm.add(first)\nfor i in range(n):\n    m.add(LSTM(8, batch_input_shape=b))",
            "m = Sequential()\nm.add(first)\nfor i in range(n):\n    m.add(LSTM(8))",
        ),
        (
            "m = Sequential()\nm.add(first)\nif deep:\n    m.add(second)\nm.add(LSTM(8, batch_input_shape=b))",
            None,
        ),
        (
            "m = Sequential()\nif deep:\n    m.add(first)\nelse:\n    m.add(LSTM(8, batch_input_shape=b))",
            (
                "m = Sequential()\nif deep:\n    m.add(first)\nelse:\n    m.add(keras.Input(batch_shape=b))\n"
                "    m.add(LSTM(8))"
            ),
        ),
        ("m = Sequential()\nfor i in range(n):\n    m.add(LSTM(8, batch_input_shape=b))", None),
        ("m = Sequential()\nif deep:\n    m.add(first)\nm.add(LSTM(8, batch_input_shape=b))", None),
        ("m.add(first)\nm.pop()\nm.add(LSTM(8, batch_input_shape=b))", None),
    ],
)
def test_places(before: str, after: str | None) -> None:
    result = upgrade((HEAD + before + "\n").encode(), Settings(origin=parse_origin("tensorflow==2.3")))
    assert isinstance(result, Upgraded)
    assert result.after.decode() == HEAD + (after or before) + "\n"
    assert [each.code for each in result.findings] == ([] if after else ["TFM196"])


@pytest.mark.parametrize("opened", ["({})", "[{}]"])
def test_any_batch(opened: str) -> None:
    shape = opened.format("None, 28, 28")
    check_upgraded(
        f"from keras.layers import Flatten\nlayer = Flatten(batch_input_shape={shape}, name='f')\n",
        "from keras.layers import Flatten\nlayer = Flatten(input_shape=(28, 28), name='f')\n",
    )


@pytest.mark.parametrize(
    "line",
    [
        "x = LSTM(8, batch_input_shape=(4, 10, 3))",
        "x = [LSTM(8, batch_input_shape=(4, 10, 3))]",
        "m = Sequential([*first, LSTM(8, batch_input_shape=(4, 10, 3))])",
        "x = LSTM(8, input_shape=(10, 3), batch_size=4)",
        "m = Sequential([LSTM(8, batch_size=4)])",
        "m = Sequential([LSTM(8, batch_size=4, **shape)])",
        "def f(m): m.add(LSTM(8, batch_input_shape=(4, 10, 3)))",
        "m = Sequential(layers)\nm.add(LSTM(8, batch_input_shape=(4, 10, 3)))",
        "m.add(LSTM(8, batch_input_shape=(4, 10, 3))); m.build()",
        "m.add(LSTM(8, batch_input_shape=(4, 10, 3), input_dtype='int32'))",
    ],
)
def test_left_to_a_person(line: str) -> None:
    source = f"from keras.layers import LSTM\nfrom keras.models import Sequential\n{line}\n".encode()
    result = upgrade(source, Settings())
    assert isinstance(result, Upgraded)
    assert result.after is source
    found = {(finding.code, finding.line) for finding in result.findings if finding.code not in ("TFM112", "TFM306")}
    assert found == {("TFM196", 2 + len(line.splitlines()))}


@pytest.mark.parametrize(
    "source",
    [
        "from keras.layers import LSTM\nm.add(LSTM(8, input_shape=(10, 3)))\n",
        "from mine import LSTM\nm.add(LSTM(8, batch_input_shape=(4, 10, 3)))\n",
        "from compat.keras.layers import LSTM\nm.add(LSTM(8, batch_input_shape=(4, 10, 3)))\n",
        "import keras\nlayer_config['batch_input_shape'] = shape\n",
        "import keras\nbatch_input_shape = keras.Input(batch_shape=(4, 10, 3))\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("Input(shape=(3,), batch_shape=(2, 3))", "Input(batch_shape=(2, 3))"),
        ("Input((3,), batch_shape=b, sparse=True)", "Input(batch_shape=b, sparse=True)"),
    ],
)
def test_both_shapes_of_an_input(legacy: str, modern: str) -> None:
    head = "from keras.layers import Input\nx = "
    check_upgraded(f"{head}{legacy}\n", f"{head}{modern}\n")


@pytest.mark.parametrize(
    "call", ["Input(shape=(3,), batch_shape=None)", "Input((3,), batch_size=2)", "Input(batch_shape=b)"]
)
def test_one_shape_of_an_input(call: str) -> None:
    check_untouched(f"from keras.layers import Input\nx = {call}\n")


CONFIGURED = (
    "from keras.models import Sequential\nconfig = model.get_config()\n{}\ncopy = Sequential.from_config(config)\n"
)


def _reported(line: str) -> list[int]:
    return [each.line for each in check_sound(CONFIGURED.format(line)).findings if each.code == "TFM146"]


def test_a_configuration_that_gets_another_batch() -> None:
    assert _reported("config['layers'][0]['config']['batch_input_shape'] = (1, None)") == [3]


@pytest.mark.parametrize(
    "line",
    [
        "shape = config['layers'][0]['config']['batch_input_shape']",
        "config['name'] = 'batch_input_shape'",
        "kwargs['batch_input_shape'] = (2,)",
    ],
)
def test_what_else_is_done_with_a_configuration(line: str) -> None:
    assert _reported(line) == []


BUILT = (
    "import json\nfrom keras.layers import Dense\nfrom keras.models import Model, Sequential\n"
    "m = Sequential()\nm.add(Dense(5, input_dim=4))\nm.add(Dense(3))\n"
)


def _indexed(code: str, head: str = BUILT) -> list[int]:
    found = check_sound(head + code).findings
    lines = [each.line - head.count("\n") for each in found if each.code == "TFM146"]
    assert all("InputLayer" in each.message or "batch_input_shape" in each.message for each in found if lines)
    return lines


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("print(m.get_config()['layers'][0]['config']['units'])\n", 1),
        ("c = m.get_config()\nc = c['layers'] if isinstance(c, dict) else c\nprint(c[0]['config']['units'])\n", 3),
        ("c = m.get_config()\nc['layers'][1]['config']['rate'] = 0.5\nn = Sequential.from_config(c)\n", 2),
        ("layers = m.get_config()['layers']\nfor i in range(2):\n    layers[i]['config']['trainable'] = False\n", 3),
        ("c = json.loads(m.to_json())\nprint(c['config']['layers'][0]['class_name'])\n", 2),
        ("c = m.get_config()\nc['layers'].pop(0)\n", 2),
        ("c = m.get_config()\nc['layers'] = c['layers'][1:]\n", 2),
        ("print(len(m.get_config()['layers']))\n", 1),
        ("for a, b in zip(m.get_config()['layers'], m.layers):\n    print(a, b)\n", 1),
        ("for i, a in enumerate(m.get_config()['layers']):\n    print(i, a)\n", 1),
        (
            "config = m.get_config()\nconfig['layers'][0]['config']['batch_input_shape'] = (1, 4)\nf = m.from_config\n",
            2,
        ),
    ],
)
def test_a_configuration_begins_with_an_input_layer(code: str, line: int) -> None:
    assert _indexed(code) == [line]


@pytest.mark.parametrize(
    "code",
    [
        "print(m.get_config()['layers'][-1]['config']['units'])\n",
        "print(m.get_config()['layers'][:-1])\n",
        "print(m.get_config()['name'])\n",
        "print(m.layers[0].get_config()['units'])\n",
        "for layer in m.get_config()['layers']:\n    print(layer['class_name'])\n",
        "f = Model(m.inputs, m.outputs)\nprint(f.get_config()['layers'][0]['config'])\n",
        "n = Sequential.from_config(m.get_config())\n",
        "print(m.get_config()['layers'][0]['config']['batch_shape'])\n",
        "print(settings['layers'][0]['config']['units'])\n",
        "class A:\n    def get_config(self):\n        return {'layers': [1]}\nprint(A().get_config()['layers'][0])\n",
        "print(json.loads(text)['layers'][0])\n",
        "c = m.get_config()\nc['layers'].append(1)\n",
    ],
)
def test_configurations_that_are_the_same(code: str) -> None:
    assert _indexed(code) == []


def test_since_tensorflow_2_2_the_input_layer_was_there() -> None:
    head = "import tensorflow as tf\nm = tf.keras.Sequential([tf.keras.layers.Dense(5, input_dim=4)])\n"
    code = "print(m.get_config()['layers'][0]['config']['units'])\n"
    assert _indexed(code, head) == [1]
    assert _indexed(code.replace("units", "name"), head) == []
    assert _indexed(code.replace("[0]", "[1]"), head) == []
    assert _indexed("print(len(m.get_config()['layers']))\n", head) == []
    kept = "import tf_keras as keras\nm = keras.Sequential([keras.layers.Dense(5, input_dim=4)])\n"
    assert _indexed(code, kept) == []
    modern = "import keras\nm = keras.Sequential([keras.Input((4,)), keras.layers.Dense(5)])\nkeras.ops.ones(3)\n"
    assert _indexed(code, modern) == []
