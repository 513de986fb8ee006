"""Optimizers that clipped all gradients together go on doing so."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_sound, check_untouched, check_upgraded

HEAD = "import keras\nfrom keras.layers.core import Dense\n"
AFTER = "import keras\nfrom keras.layers import Dense\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("keras.optimizers.SGD(0.1, clipnorm=1.0)", "keras.optimizers.SGD(0.1, global_clipnorm=1.0)"),
        ("keras.optimizers.Adam(lr=a, clipnorm=n)", "keras.optimizers.Adam(learning_rate=a, global_clipnorm=n)"),
        (
            "functools.partial(keras.optimizers.SGD, clipnorm=2)",
            "functools.partial(keras.optimizers.SGD, global_clipnorm=2)",
        ),
        ("keras.optimizers.SGD(clipnorm=1, clipvalue=None)", "keras.optimizers.SGD(global_clipnorm=1, clipvalue=None)"),
    ],
)
def test_standalone(before: str, after: str) -> None:
    check_upgraded(f"import functools\n{HEAD}o = {before}\n", f"import functools\n{AFTER}o = {after}\n")


@pytest.mark.parametrize("head", [HEAD, "from tensorflow import keras\n"])
def test_both(head: str) -> None:
    result = check_sound(f"{head}o = keras.optimizers.SGD(clipnorm=1.0, clipvalue=0.5)\n")
    assert [each.code for each in result.findings] == ["TFM227"]


def test_undecided() -> None:
    source = b"from keras.optimizers import SGD\no = SGD(0.1, clipnorm=1.0)\n"
    result = upgrade(source)
    assert isinstance(result, Upgraded)
    assert not result.changes
    assert [(each.code, each.severity) for each in result.findings] == [("TFM227", "doubt")]
    assert "--from keras==2.3" in result.findings[0].advice
    written = upgrade(source, Settings(origin=parse_origin("keras==2.2.4")))
    assert isinstance(written, Upgraded)
    assert b"SGD(0.1, global_clipnorm=1.0)" in written.after


@pytest.mark.parametrize(
    "source",
    [
        "from tensorflow import keras\no = keras.optimizers.SGD(clipnorm=1.0)\n",
        "import keras\nimport keras.ops\no = keras.optimizers.SGD(clipnorm=1.0)\n",
        f"{AFTER}o = keras.optimizers.SGD(clipnorm=None)\n",
        f"{AFTER}o = keras.optimizers.SGD(clipvalue=1.0)\n",
        f"{AFTER}o = keras.optimizers.SGD(global_clipnorm=1.0)\n",
        f"{AFTER}o = make(clipnorm=1.0)\n",
        "from torch.optim import SGD\no = SGD(clipnorm=1.0)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_shims() -> None:
    result = check_sound(f"{HEAD}o = keras.optimizers.SGD(0.1, clipnorm=1.0)\n", to="compat")
    assert b"SGD(0.1, clipnorm=1.0)" in result.after
