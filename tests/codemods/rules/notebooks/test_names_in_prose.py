from __future__ import annotations

import pytest

from codemods.engine.engine import check
from codemods.releases.target import parse_target
from codemods.types import Finding, Settings, Upgraded


def notes(text: str, magic: str = "markdown", target: str = "tensorflow==2.21") -> tuple[Finding, ...]:
    source = f'import keras\nget_ipython().run_cell_magic("{magic}", "", {text!r})\n'
    result = check(source.encode(), Settings(target=parse_target(target)))
    assert isinstance(result, Upgraded)
    assert not result.findings
    return result.notes


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("We call `fit_generator`.", "fit_generator"),
        ("`model.fit_generator(x)`, then model.fit_generator(y)", "fit_generator"),
        ("# tf.Session\nA `tf.contrib.layers` and tf.Session.", "tf.Session, tf.contrib.layers"),
        ("`keras.utils.multi_gpu_model`", "keras.utils.multi_gpu_model"),
        ("tensorflow.placeholder", "tensorflow.placeholder"),
        ("K.image_dim_ordering()", "K.image_dim_ordering"),
    ],
)
def test_noted(text: str, names: str) -> None:
    (note,) = notes(text)
    assert (note.code, note.line, note.severity) == ("TFM292", 2, "doubt")
    assert note.message.endswith(f"does not have: {names}")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Train with `fit`.",
        "`tf.keras.layers.Dense` and keras.layers.Dense",
        "https://www.tensorflow.org/tf.Session and https://keras.io/keras.utils.multi_gpu_model.html",
        "mytf.Session",
        "tf.nothing_of_this_name",
        "The session of tf. Session two.",
        "fit_generators and my_fit_generator",
    ],
)
def test_left_alone(text: str) -> None:
    assert notes(text) == ()


def test_other_magics_are_not_prose() -> None:
    assert notes("fit_generator", magic="html") == ()


def test_what_the_target_has() -> None:
    assert notes("`tf.estimator.Estimator`", target="tensorflow==2.15") == ()
    assert notes("`tf.Session`", target="tensorflow==2.15") != ()
