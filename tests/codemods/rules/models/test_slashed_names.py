"""Names with a slash of own layers."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

CLASS = """import tensorflow as tf

class Block(tf.keras.layers.Layer):
    def __init__(self, units, {}):
        super(Block, self).__init__({})
        self.units = units

"""
PLAIN = CLASS.format("**kwargs", "**kwargs")
NAMED = CLASS.format("name=None, **kwargs", "name=name, **kwargs")


LOOK_UP = "\nprint(model.get_layer(given))\n"


def lines(code: str) -> list[int]:
    result = upgrade((code + LOOK_UP).encode(), Settings(select=("TFM358",)))
    assert isinstance(result, Upgraded)
    assert result.after == (code + LOOK_UP).encode()
    return [each.line for each in result.findings]


def written(code: str) -> str:
    result = upgrade(code.encode(), Settings(select=("TFM358",)))
    assert isinstance(result, Upgraded)
    return result.after.decode()


@pytest.mark.parametrize("head", [PLAIN, NAMED])
@pytest.mark.parametrize("name", ["'4x4/const'", "'%d/a' % n", "'{:d}/a'.format(n)", "f'{n}/a'", "scope + '/a'"])
def test_reported(head: str, name: str) -> None:
    assert lines(f"{head}block = Block(2, name={name})\n") == [8]


def test_in_super() -> None:
    assert lines(CLASS.format("**kwargs", "name='a/b'")) == [5]


@pytest.mark.parametrize("head", [PLAIN, NAMED])
@pytest.mark.parametrize("make", ["block = Block(2, {})\n", "block = tf.keras.layers.Dense(2, {})\n"])
@pytest.mark.parametrize(
    ("name", "free"),
    [
        ("'4x4/const'", "'4x4_const'"),
        ("'%d/a' % n", "'%d_a' % n"),
        ("'{:d}/a'.format(n)", "'{:d}_a'.format(n)"),
        ("f'{n}/a/b'", "f'{n}_a_b'"),
        ("scope + '/a'", "scope + '_a'"),
        ("scope + '/a{}'.format(n)", "scope + '_a{}'.format(n)"),
    ],
)
def test_written(head: str, make: str, name: str, free: str) -> None:
    more = "images = load('data/train.png')\nprint('c/d')\nlog = tf.summary.scalar('loss/train', 1.0)\n"
    given, made = (head + make.replace("{}", f"name={each}") + more for each in (name, free))
    assert written(given) == made


@pytest.mark.parametrize("name", ["'a/b'", "scope + '/b'"])
def test_on_the_shims(name: str) -> None:
    """The shims hand the name on to Keras 3."""
    head = PLAIN.replace("import tensorflow as tf", "from compat import tensorflow as tf")
    made = f"block = Block(2, name={name})\ndense = tf.keras.layers.Dense(2, name={name})\n"
    assert written(head + made) == head + made.replace("a/b", "a_b").replace("/b", "_b")
    assert lines(f"{head}block = Block(2, name={name})\n") == [8]


@pytest.mark.parametrize(
    "more",
    [
        "model.get_layer('a/b')\n",
        "model.load_weights('old.h5', by_name=True)\n",
        "print([each.name for each in model.layers])\n",
        "PARTS = ['c/d']\n",
        "prefix = 'c/d'\n",
        "block_of(x, name='c/d')\n",
        "block_of(x, 'c/d')\n",
        "def block_of(x, scope='c/d'):\n    pass\n",
        "print({'c/d': 1})\n",
        "print(history.history['c/d_loss'])\n",
        "model.compile('sgd', loss={'c/d': 'mse'})\n",
        "tf.keras.callbacks.EarlyStopping(monitor='val_c/d_loss')\n",
        "other = tf.keras.layers.Dense(1, name='a_b')\n",
    ],
)
def test_not_written(more: str) -> None:
    code = PLAIN + "block = Block(2, name='a/b')\n" + more
    assert written(code) == code


@pytest.mark.parametrize(
    "code",
    [
        PLAIN + "block = Block(2, name='const')\n",
        PLAIN + "block = Block(2, name=name)\n",
        PLAIN + "block = Block(2, scope='a/b')\n",
        PLAIN.replace("tf.keras.layers.Layer", "object") + "block = Block(2, name='a/b')\n",
        CLASS.format("name=None", "") + "block = Block(2, name='a/b')\n",
        "import tensorflow as tf\nx = tf.identity(y, name='a/b')\n",
    ],
)
def test_left_alone(code: str) -> None:
    assert lines(code) == []


@pytest.mark.tensorflow
def test_what_is_said() -> None:
    pytest.importorskip("tensorflow")
    with pytest.raises(ValueError, match="cannot contain character"):
        exec(compile(PLAIN + "Block(2, name='a/b')\n", "code", "exec"), {})
