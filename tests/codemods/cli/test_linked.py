"""With `--to compat`, the files of a project that share Keras objects go onto the shims together."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from codemods.cli.main import main

BUILDS = "from keras.models import Sequential\n\n\ndef build():\n    return Sequential()\n"
TRAINS = "from keras.callbacks import ModelCheckpoint\n{}\nbuild().fit_generator(batches, 2)\n"
NO_KERAS = "def batches():\n    yield 1, 2\n"


ROWS = "import tensorflow as tf\n\n\ndef rows():\n    return tf.data.Dataset.range(3)\n"
READS = "import tensorflow as tf\nfrom data import rows\ntf.logging.info(rows().make_one_shot_iterator())\n"


def upgraded(folder: Path, sources: dict[str, str], *options: str) -> set[str]:
    """Upgrade the sources in the folder, and return those that came onto the shims."""
    for name, source in sources.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(source)
    CliRunner().invoke(main, ["upgrade", "--to", "compat", *options, str(folder)])
    return {name for name in sources if "from compat" in (folder / name).read_text()}


@pytest.mark.parametrize(
    ("sources", "expected"),
    [
        ({"model.py": BUILDS, "train.py": TRAINS.format("from model import build")}, {"model.py", "train.py"}),
        (
            {"net/__init__.py": "", "net/model.py": BUILDS, "train.py": TRAINS.format("from net.model import build")},
            {"net/model.py", "train.py"},
        ),
        (
            {"net/model.py": BUILDS, "net/train.py": TRAINS.format("from .model import build")},
            {"net/model.py", "net/train.py"},
        ),
        (
            {"net/model.py": BUILDS, "bin/train.py": TRAINS.format("from ..net import model; build = model.build")},
            {"net/model.py", "bin/train.py"},
        ),
        (
            {  # a script passes the model of one module to another
                "model.py": BUILDS,
                "training.py": TRAINS.format("def train(build):\n    pass"),
                "main.py": "import model, training\ntraining.train(model.build)\n",
            },
            {"model.py", "training.py"},
        ),
        (
            {
                "net/__init__.py": "from .model import *\n",
                "net/model.py": BUILDS,
                "a.py": TRAINS.format("from net import *"),
            },
            {"net/model.py", "a.py"},
        ),
        ({"data.py": ROWS, "train.py": READS}, {"data.py", "train.py"}),
        ({"data.py": ROWS + "tf.image.resize(x, [2, 2])\n", "train.py": READS}, {"data.py", "train.py"}),
        (
            {"model.py": BUILDS.replace("keras", "tensorflow.keras"), "train.py": TRAINS.format("import model")},
            {"model.py", "train.py"},
        ),
        (
            {"a/model.py": BUILDS, "b/train.py": TRAINS.format("from a.model import build")},
            {"a/model.py", "b/train.py"},
        ),
    ],
)
def test_together(tmp_path: Path, sources: dict[str, str], expected: set[str]) -> None:
    assert upgraded(tmp_path, sources) == expected
    assert upgraded(tmp_path, {}) == set()


def test_a_second_run_takes_a_file_that_comes_later(tmp_path: Path) -> None:
    assert upgraded(tmp_path, {"train.py": TRAINS.format("from model import build")}) == {"train.py"}
    assert upgraded(tmp_path, {"model.py": BUILDS}) == {"model.py"}


def test_nothing_is_written_with_check(tmp_path: Path) -> None:
    sources = {"model.py": BUILDS, "train.py": TRAINS.format("from model import build")}
    assert upgraded(tmp_path, sources, "--check") == set()


@pytest.mark.parametrize(
    ("sources", "expected"),
    [
        ({"model.py": BUILDS, "train.py": TRAINS.format("")}, {"train.py"}),
        ({"model.py": BUILDS, "other.py": "from model import build\n"}, set()),
        ({"data.py": NO_KERAS, "train.py": TRAINS.format("from data import batches")}, {"train.py"}),
        (
            {
                "net.py": BUILDS + "import keras\nkeras.ops.ones(2)\n",
                "train.py": TRAINS.format("from net import build"),
            },
            {"train.py"},
        ),
        (
            {"sums.py": "import tensorflow as tf\nx = tf.ones(2)\n", "train.py": TRAINS.format("import sums")},
            {"train.py"},
        ),
        (
            {"a/model.py": BUILDS, "b/model.py": BUILDS, "b/train.py": TRAINS.format("from model import build")},
            {"b/model.py", "b/train.py"},
        ),
        (
            {  # both import it, and neither meets the other
                "data.py": NO_KERAS,
                "model.py": BUILDS + "from data import batches\n",
                "train.py": TRAINS.format("from data import batches"),
            },
            {"train.py"},
        ),
        ({"model.py": BUILDS, "broken.py": "from model import build\nx = (\n"}, set()),
    ],
)
def test_left_alone(tmp_path: Path, sources: dict[str, str], expected: set[str]) -> None:
    assert upgraded(tmp_path, sources) == expected


@pytest.mark.parametrize(("model", "status"), [(BUILDS + "build().fit_generator(batches, 2)\n", 0), (NO_KERAS, 1)])
def test_methods_of_the_models_of_other_files(tmp_path: Path, model: str, status: int) -> None:
    """A file without Keras trains what it is given; the models of the shims have the methods of Keras 2."""
    sources = {
        "model.py": model,
        "training.py": "def train(model, batches):\n    model.fit_generator(batches, steps_per_epoch=2)\n",
        "main.py": "import model, training\ntraining.train(model.build(), [])\n",
    }
    for name, source in sources.items():
        (tmp_path / name).write_text(source)
    for _ in range(2):
        assert CliRunner().invoke(main, ["upgrade", "--to", "compat", str(tmp_path)]).exit_code == status
