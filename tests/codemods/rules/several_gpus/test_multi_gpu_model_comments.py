"""Comments of the lines that a strategy scope takes the place of: each stays, once, with the indentation around it."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_upgraded, lost_comments

FIXTURES = Path(__file__).parents[2] / "fixtures" / "multi_gpu_model"
WHOLLY_GONE = "redirecting_class"
"""A class that only redirects goes with all that it says."""
SCRIPTS = sorted(each for each in FIXTURES.glob("*.in.py") if not each.name.startswith(WHOLLY_GONE))


def commented(source: str) -> str:
    """The source with comments above, behind and below its lines, and in each call of `multi_gpu_model`."""
    lines, above, behind, below = source.split("\n"), set[int](), set[int](), dict[int, list[str]]()
    indents, is_start, last = [""], True, 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        line = token.start[0]
        if token.type == tokenize.INDENT:
            indents.append(token.string)
        elif token.type == tokenize.DEDENT:
            below.setdefault(last, []).append(indents.pop())
        elif token.type == tokenize.NEWLINE:
            is_start, last = True, line
            behind |= {line} if "#" not in lines[line - 1] else set()
        elif token.type not in (tokenize.NL, tokenize.COMMENT, tokenize.ENDMARKER) and is_start:
            is_start = False
            above.add(line)
    found: list[str] = []
    for number, text in enumerate(lines, 1):
        indent = text[: len(text) - len(text.lstrip())]
        found += [f"{indent}# Above {number}."] if number in above else []
        inside = re.sub(r"multi_gpu_model\((?=[^)\n])", f"multi_gpu_model(  # In {number}.\n", text)
        found.append(f"{inside}  # Behind {number}." if number in behind else inside)
        found += [f"{each}# Below {number}, {len(each)}." for each in below.get(number, ())]
    return "\n".join(found)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name.removesuffix(".in.py"))
def test_each_comment_stays_once(script: Path) -> None:
    before = commented(script.read_text()).encode()
    result = upgrade(before)
    assert isinstance(result, Upgraded)
    assert lost_comments(before, result.after) == []
    assert lost_comments(result.after, before) == []


def test_in_the_template_and_in_the_call() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        from keras.layers import Dense
        from keras.models import Sequential
        from keras.utils import multi_gpu_model

        with tf.device('/cpu:0'):  # one copy of them
            # the layers
            model = Sequential()
            model.add(Dense(1, input_shape=(3,)))
            # end of the template

        # make the model parallel
        parallel_model = multi_gpu_model(model,  # the template
                                         gpus=2)  # two GPUs
        parallel_model.compile(loss='mse', optimizer="sgd")
        """,
        """
        import tensorflow as tf
        from keras.layers import Dense
        from keras.models import Sequential

        # one copy of them
        # make the model parallel
        # the template
        # two GPUs
        strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(2)])
        with strategy.scope():
            # the layers
            model = Sequential()
            model.add(Dense(1, input_shape=(3,)))
            # end of the template
            model.compile(loss='mse', optimizer="sgd")
        """,
    )


def test_in_both_branches() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        from keras.layers import Dense
        from keras.models import Sequential
        from keras.utils import multi_gpu_model

        model = Sequential([Dense(1, input_shape=(3,))])
        # are there several?
        if gpus > 1:  # several
            parallel = multi_gpu_model(model, gpus=gpus)
            # of them
        else:  # one
            parallel = model  # as it is
        parallel.compile("sgd", "mse")
        """,
        """
        import tensorflow as tf
        from keras.layers import Dense
        from keras.models import Sequential

        # are there several?
        # several
        # of them
        # one
        # as it is
        strategy = (
            tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(gpus)])
            if gpus > 1
            else tf.distribute.get_strategy()
        )
        with strategy.scope():
            model = Sequential([Dense(1, input_shape=(3,))])
            model.compile("sgd", "mse")
        """,
    )


def test_on_the_device_alone() -> None:
    """What is said of the CPU is no longer true."""
    source = (
        "import tensorflow as tf\nfrom keras.layers import Dense\nfrom keras.models import Sequential\n"
        "from keras.utils import multi_gpu_model\n\nwith tf.device('/cpu:0'):  # on the CPU\n"
        "    model = Sequential([Dense(1, input_shape=(3,))])\n    # The CPU has it.\nmodel = multi_gpu_model(model, 2)\n"
        "model.compile('sgd', 'mse')\n"
    )
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    assert b"#" not in result.after


def test_above_and_behind_the_device() -> None:
    """They are two comments: one that is no longer true takes no other with it."""
    source = TABS.replace(
        "with tf.device('/cpu:0'):", "# the template\nwith tf.device('/cpu:0'):  # weights on the CPU"
    )
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    assert b"\n# the template\nstrategy =" in result.after
    assert b"CPU" not in result.after


TABS = """import tensorflow as tf
from keras.layers import Dense
from keras.models import Sequential
from keras.utils import multi_gpu_model


def size():
\treturn (1,
\t        2)


with tf.device('/cpu:0'):
    model = Sequential()
    model.add(Dense(1,
                    input_shape=(3,)))
parallel_model = multi_gpu_model(model, gpus=2)
parallel_model.compile(loss='mse',
                       optimizer="sgd")
"""


def test_blocks_of_spaces_beside_tabs() -> None:
    """The scope is indented as the block was that it takes the place of, not as the first one of the file."""
    result = upgrade(TABS.encode())
    assert isinstance(result, Upgraded)
    assert result.after.decode().partition("with strategy")[2].splitlines()[1:] == [
        "    model = Sequential()",
        "    model.add(Dense(1,",
        "                    input_shape=(3,)))",
        "    model.compile(loss='mse',",
        '                           optimizer="sgd")',
    ]
    assert b"\treturn (1,\n\t        2)\n" in result.after


def test_scopes_in_a_function_of_tabs() -> None:
    """A block in another one has the indentation of that."""
    inner = "\tmodel = Sequential()\n\tmodel.add(Dense(1,\n\t                input_shape=(3,)))\n"
    rest = "\tmodel = multi_gpu_model(model, gpus=2)\n\tmodel.compile(loss='mse',\n\t              optimizer='sgd')\n"
    head = TABS.partition("\n\ndef size")[0]
    result = upgrade(f"{head}\n\nif x:\n    pass\n\n\ndef build():\n{inner}{rest}\treturn model\n".encode())
    assert isinstance(result, Upgraded)
    body = result.after.decode().partition("def build():")[2]
    assert "\twith strategy.scope():\n\t\tmodel = Sequential()\n" in body
    assert "    " not in re.sub(r"(?m)^\t\t +", "", body)
