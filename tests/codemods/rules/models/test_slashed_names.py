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


def lines(code: str) -> list[int]:
    result = upgrade(code.encode(), Settings(select=("TFM358",)))
    assert isinstance(result, Upgraded)
    assert result.after == code.encode()
    return [each.line for each in result.findings]


@pytest.mark.parametrize("head", [PLAIN, NAMED])
@pytest.mark.parametrize("name", ["'4x4/const'", "'%d/a' % n", "'{:d}/a'.format(n)", "f'{n}/a'", "scope + '/a'"])
def test_reported(head: str, name: str) -> None:
    assert lines(f"{head}block = Block(2, name={name})\n") == [8]


def test_in_super() -> None:
    assert lines(CLASS.format("**kwargs", "name='a/b'")) == [5]


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
