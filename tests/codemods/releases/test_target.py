from __future__ import annotations

import pytest

from codemods.releases.target import Target, parse_target
from codemods.types import Settings


@pytest.mark.parametrize(
    ("text", "release"),
    [
        ("tensorflow==2.21", "2.21.0"),
        ("tensorflow==2.16.2", "2.16.2"),
        ("tensorflow==2.16.1", "2.16.2"),
        ("tensorflow-cpu==2.15.*", "2.15.1"),
        ("tensorflow == 1.15", "1.15.5"),
    ],
)
def test_target(text: str, release: str) -> None:
    assert parse_target(text) == Target(release)


@pytest.mark.parametrize(
    "text",
    ["2.21", "tensorflow", "tensorflow>=2.16", "tensorflow==2.16,==2.17", "keras==3.0", "tensorflow==9.9", "=", ""],
)
def test_no_target(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        parse_target(text)


@pytest.mark.parametrize(
    ("release", "modern"), [("1.15.5", False), ("2.15.1", False), ("2.16.2", True), ("2.22.0rc0", True)]
)
def test_keras_3_from_2_16_on(release: str, modern: bool) -> None:
    assert Target(release).is_modern is modern


def test_names() -> None:
    assert Target().has("tensorflow.reduce_sum")
    assert Target().lacks("tensorflow.placeholder")
    assert not Target("1.15.5").lacks("tensorflow.placeholder")
    assert not Target().lacks("tensorflow.never_was")
    assert Target().lacks("keras.utils.multi_gpu_model")


def test_private_places() -> None:
    profiler = "tensorflow.python.eager.profiler"
    assert Target().lacks(profiler)
    assert not Target("2.19.1").lacks(profiler)
    assert Target().lacks("tensorflow.python.distribute.distribution_strategy_context.get_strategy")
    assert not Target().lacks(f"{profiler}.whatever")
    assert not Target().lacks("tensorflow.python.framework.ops")
    assert not Target().lacks("tensorflow.python.framework.ops.colocate_with")
    assert not Target().lacks("tensorflow.python.never_was")
    assert Target().lacks("tensorflow_estimator.python.estimator")
    assert Target().lacks("keras.src.engine")
    assert not Target().lacks("tensorflow_datasets")


@pytest.mark.parametrize(
    ("release", "path", "never"),
    [
        ("2.21.0", "keras.train_lib", True),
        ("2.16.2", "tensorflow.data.columns", True),
        ("2.21.0", "tensorflow.data._columns", False),
        ("2.21.0", "tensorflow.data.Dataset.columns", False),
        ("2.21.0", "tensorflow.Session", False),
        ("2.21.0", "tensorflow.python", False),
        ("2.21.0", "tensorflow.contrib.columns", False),
        ("2.21.0", "tensorflow.compat.v1.test.mock", False),
        ("2.15.1", "keras.train_lib", False),
    ],
)
def test_never_had(release: str, path: str, never: bool) -> None:
    assert Target(release).never_had(path) is never


@pytest.mark.parametrize(
    ("select", "ignore", "takes", "leaves"),
    [
        ((), (), ["TFM102", "TFM201"], []),
        (("TFM1",), (), ["TFM102"], ["TFM201"]),
        ((), ("TFM1",), ["TFM201"], ["TFM102"]),
        (("TFM1",), ("TFM102",), ["TFM101"], ["TFM102", "TFM201"]),
        (("TFM102",), ("TFM1",), ["TFM102"], ["TFM101", "TFM201"]),
        (("TFM102",), ("TFM102",), [], ["TFM102"]),
    ],
)
def test_selection(select: tuple[str, ...], ignore: tuple[str, ...], takes: list[str], leaves: list[str]) -> None:
    settings = Settings(select=select, ignore=ignore)
    assert all(settings.takes(code) for code in takes)
    assert not any(settings.takes(code) for code in leaves)
