"""Strings are split into what they were split into."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded

TF = "import tensorflow as tf\n"
OLD, NEW = TF + "tf.trainable_variables()\n", TF + "tf.compat.v1.trainable_variables()\n"
SPLIT = "tf.strings.split"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(x)", "(x).to_sparse()"),
        ("(x, sep=',').values", "(x, sep=',').to_sparse().values"),
        ("(input=x, sep=',', maxsplit=2)", "(input=x, sep=',', maxsplit=2).to_sparse()"),
        ("(source=x)", "(input=x).to_sparse()"),
        ("(x, ',', -1, 'SparseTensor', None, 'n')", None),
        ("(x, result_type='SparseTensor', name='n')", "(x, name='n').to_sparse()"),
    ],
)
def test_sparse(before: str, after: str | None) -> None:
    legacy = before if after is None else ""
    kept = f"tf.compat.v1.strings.split{legacy}" if legacy else SPLIT + str(after)
    check_upgraded(f"{OLD}y = {SPLIT}{before}\n", f"{NEW}y = {kept}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(x, result_type='RaggedTensor')", "(x)"),
        ("(x, ',', 3, 'RaggedTensor', name='n')", "(x, ',', 3, name='n')"),
        ("(result_type='RaggedTensor', source=x)", "(input=x)"),
    ],
)
def test_ragged(before: str, after: str) -> None:
    check_upgraded(f"{OLD}y = {SPLIT}{before}\n", f"{NEW}y = tf.compat.v2.strings.split{after}\n")


@pytest.mark.parametrize("use", ["(x, result_type=kind)", "(*x)", "(x, **k)", "(x, source=x)", "()"])
def test_what_does_not_show_its_result_stays_legacy(use: str) -> None:
    check_upgraded(f"{OLD}y = {SPLIT}{use}\n", f"{NEW}y = tf.compat.v1.strings.split{use}\n")


def test_a_function_that_is_handed_on_stays_legacy() -> None:
    check_upgraded(f"{OLD}y = map({SPLIT}, x)\n", f"{NEW}y = map(tf.compat.v1.strings.split, x)\n")


def test_an_imported_function() -> None:
    head = "from tensorflow.strings import split\n"
    check_upgraded(f"{head}{OLD}y = split(x)\n", f"{head}{NEW}y = split(x).to_sparse()\n")


@pytest.mark.parametrize(
    "source",
    [
        TF + f"y = {SPLIT}(x)\n",
        TF + f"y = {SPLIT}(x).to_sparse()\n",
        TF + f"tf.compat.v1.trainable_variables()\ny = {SPLIT}(x, ',')\n",
        TF + "y = tf.compat.v1.strings.split(x)\n",
        f"import tensorflow.compat.v1 as tf\ny = {SPLIT}(x)\n",
        "from project import strings\ny = strings.split(x)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_a_graph_keeps_its_function() -> None:
    lines = f"y = {SPLIT}(x)\nwith tf.Session() as s:\n    s.run(y)\n"
    check_upgraded(TF + lines, "import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\n" + lines)
