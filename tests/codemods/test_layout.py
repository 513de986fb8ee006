"""The layout of what is rewritten: comments, blank lines and indentation."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_sound, lost_comments
from tests.quick import only

FIXTURES = Path(__file__).with_name("fixtures")
SOURCES = sorted(FIXTURES.rglob("*.in.py"))


def _name(path: Path) -> str:
    return str(path.relative_to(FIXTURES)).removesuffix(".in.py")


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize("path", only(SOURCES[1::4], SOURCES), ids=_name)
def test_comments_stay_and_no_blank_line_gets_spaces(path: Path, to: str) -> None:
    result = upgrade(path.read_bytes(), Settings(to))
    assert isinstance(result, Upgraded)
    assert not lost_comments(result.before, result.after)
    assert not set(ill_lines(result.after)) - set(ill_lines(result.before))


def ill_lines(source: bytes) -> list[bytes]:
    """Lines of nothing but spaces, and lines that are indented with tabs after spaces."""
    lines = source.splitlines()
    spaces = [line[: len(line) - len(line.lstrip())] for line in lines]
    return [line for line, start in zip(lines, spaces, strict=True) if (line and not line.strip()) or b" \t" in start]


SCOPE = """
from keras.models import Sequential
from keras.layers import Dense
from keras.utils import multi_gpu_model
import tensorflow as tf

G = 2

# one replica on each GPU

# The weights
# live on the CPU, so that
# every GPU reads them.
# Otherwise they may end up hosted on a GPU,
# which is slower.
# Built once:
with tf.device("/cpu:0"):  # as the manual says
    # two layers

    model = Sequential([Dense(2,
                              input_shape=(3,)),
                        Dense(1)])

model = multi_gpu_model(model, gpus=G)

# the loss
model.compile("sgd",
              "mse")
model.fit(x, y, batch_size=64 * G)
"""


def test_a_scope_moves_lines_as_they_are() -> None:
    text = check_sound(SCOPE).after.decode()
    assert "CPU" not in text
    assert "hosted" not in text
    assert "slower" not in text
    assert "# Built once:" in text
    assert "G = 2\n\n# one replica on each GPU\n" in text
    assert (
        "    # two layers\n\n    model = Sequential([Dense(2,\n                              input_shape=(3,)),\n"
        in text
    )
    assert '\n\n    # the loss\n    model.compile("sgd",\n                  "mse")\n' in text


def test_a_scope_takes_the_tabs_of_its_function() -> None:
    source = SCOPE.replace("G = 2", "def first():\n    pass\n\nG = 2")
    head, _, body = source.partition("\n# one replica")
    body = "".join(
        f"\t{line}\n" if line else "\n" for line in f"# one replica{body}".replace("    ", "\t").splitlines()
    )
    result = check_sound(f"{head}\ndef build():\n{body}")
    assert b"\n\twith strategy.scope():\n\t\t# two layers\n\n\t\tmodel = " in result.after
    assert ill_lines(result.after) == []


def test_a_dropped_argument_leaves_its_comment() -> None:
    source = """
        from keras.models import Sequential
        model = Sequential()
        model.fit_generator(
            generator,
            workers=4,  # four threads
            epochs=2,  # two
        )
        """
    text = check_sound(source).after.decode()
    assert "    generator,\n    # four threads\n    epochs=2,  # two\n)" in text
