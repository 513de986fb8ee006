"""Scripts that ask for Keras 2 keep what they have."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import check
from codemods.releases.target import Target
from codemods.types import Settings, Upgraded

TRAINING = """
import tensorflow as tf
from tensorflow import keras
m = tf.keras.Sequential([tf.keras.layers.Dense(1)])
m.compile(keras.optimizers.Adam(lr=0.1), "mse", metrics="acc")
m.save_weights("w.h5")
def go(model):
    model.fit_generator(batches, epochs=2)
keras.backend.learning_phase()
"""


def _codes(source: str, target: str = "2.21.0") -> set[str]:
    result = check(source.encode(), Settings(target=Target(target)))
    assert isinstance(result, Upgraded)
    return {finding.code for finding in result.findings}


@pytest.mark.parametrize(
    "switch",
    [
        'import os\nos.environ["TF_USE_LEGACY_KERAS"] = "1"',
        'from os import environ\nenviron["TF_USE_LEGACY_KERAS"] = "True"',
        'import os\nimport numpy\nos.environ.setdefault("TF_USE_LEGACY_KERAS", "1")',
        'import os\nos.environ.update(TF_USE_LEGACY_KERAS="true")',
    ],
)
def test_keras_2_is_left_alone(switch: str) -> None:
    assert _codes(switch + TRAINING) == set()


@pytest.mark.parametrize(
    "switch",
    [
        "",
        'import os\nos.environ["TF_USE_LEGACY_KERAS"] = "0"',
        'import os\nos.environ["TF_USE_LEGACY_KERAS"] = flag',
        'import os\nif own:\n    os.environ["TF_USE_LEGACY_KERAS"] = "1"',
        'import os\nimport tensorflow.data\nos.environ["TF_USE_LEGACY_KERAS"] = "1"',
        'import os\nprint("TF_USE_LEGACY_KERAS", "1")',
        'import os\nos.environ["TF_CPP_MIN_LOG_LEVEL"] = "1"  # not TF_USE_LEGACY_KERAS',
    ],
)
def test_keras_3_is_checked(switch: str) -> None:
    assert {"TFM102", "TFM150", "TFM190"} <= _codes(switch + TRAINING)


def test_names_of_tensorflow_itself_are_checked() -> None:
    source = 'import os\nos.environ["TF_USE_LEGACY_KERAS"] = "1"\nimport tensorflow as tf\ntf.contrib.crf.crf_log_likelihood(1)\n'
    assert _codes(source) == {"TFM190"}


def test_bare_keras_is_keras_3() -> None:
    source = 'import os\nos.environ["TF_USE_LEGACY_KERAS"] = "1"\nimport keras\nkeras.optimizers.Adam(lr=0.1)\n'
    assert _codes(source) == {"TFM102"}


SWITCH = "import os\nos.environ['TF_USE_LEGACY_KERAS'] = '1'\nfrom own import layers\n"


@pytest.mark.parametrize(
    ("name", "head", "is_asked"),
    [
        ("own/train.py", "", True),
        ("own/parts/train.py", "", True),
        ("train.py", "from own.layers import Own\n", True),
        ("docs/train.py", "import own.layers\n", True),
        ("train.py", "", False),
        ("train.py", "import tensorflow\nimport own\n", False),
        ("train.py", "def later():\n    import own\n", False),
    ],
)
def test_packages_that_ask(tmp_path: Path, name: str, head: str, *, is_asked: bool) -> None:
    (tmp_path / ".git").mkdir()
    for folder, text in (("own", SWITCH), ("own/parts", "")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").write_text(text)
    (tmp_path / "own" / "layers.py").touch()
    script = tmp_path / name
    script.parent.mkdir(exist_ok=True)
    result = check(f"{head}{TRAINING}".encode(), project=project_of(script))
    assert isinstance(result, Upgraded)
    assert ("TFM150" in {each.code for each in result.findings}) is not is_asked
