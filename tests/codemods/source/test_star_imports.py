"""Names that star imports bring: that of the last module that has it, unless a module that no table knows comes later."""

from __future__ import annotations

from pathlib import Path

import libcst as cst
import pytest

from codemods.cli.reading import project_of
from codemods.source.file import File
from codemods.source.project import ALONE


def references(source: str, name: str, script: Path | None = None) -> set[tuple[str, bool]]:
    project = project_of(script) if script is not None else ALONE
    file = File(cst.parse_module(source), source.encode(), project=project)
    found = [each for each in file.all_references() if file.code(each.node) == name]
    return {(each.qualified, each.certain) for each in found}


@pytest.mark.parametrize(
    ("source", "name", "expected"),
    [
        ("from keras.models import *\nfrom keras.layers import *\nDense(3)\n", "Dense", "keras.layers.Dense"),
        ("from keras.layers import *\nfrom keras.models import *\nDense(3)\n", "Dense", "keras.layers.Dense"),
        ("from keras.layers import *\nfrom keras.optimizers import *\nf(Adam)\n", "Adam", "keras.optimizers.Adam"),
        ("from own import *\nfrom keras.layers import *\nDense(3)\n", "Dense", "keras.layers.Dense"),
        (
            "from compat.keras.models import *\nfrom compat.keras.layers import *\nSequential()\n",
            "Sequential",
            "compat.keras.models.Sequential",
        ),
        (
            "from compat.keras.models import *\nfrom compat.keras.layers import *\nDense(3)\n",
            "Dense",
            "compat.keras.layers.Dense",
        ),
        (
            "from tensorflow import *\nfrom keras.layers import *\nplaceholder()\n",
            "placeholder",
            "tensorflow.placeholder",
        ),
    ],
)
def test_found(source: str, name: str, expected: str) -> None:
    assert references(source, name) == {(expected, True)}


@pytest.mark.parametrize("later", ["from own import *", "from .layers import *", "from numpy import *"])
def test_a_later_star_may_bring_another(later: str) -> None:
    source = f"from keras.models import *\nfrom keras.layers import *\n{later}\nDense(3)\n"
    assert references(source, "Dense") == {("keras.layers.Dense", False)}


@pytest.mark.parametrize(
    "source",
    [
        "from keras.models import *\nfrom keras.layers import *\nDenser(3)\n",
        "from keras.models import *\nfrom keras.layers import *\ndef Denser(x): pass\nDenser(3)\n",
        "from keras.models import *\nfrom own import *\nDenser(3)\n",
        "from own import Denser\nfrom keras.models import *\nDenser(3)\n",
        "from keras.layers import *\nDenser(3)\n",
        "from tensorflow.python.keras.backend import *\nDenser(3)\n",
    ],
)
def test_not_found(source: str) -> None:
    assert references(source, "Denser") == set()


MODELS = "from keras.models import *\nfrom keras.layers import *\n{}\nDense(3)\n"
LONG = "".join(f"def step_{each}(rows):\n    return rows + {each}\n\n" for each in range(200))


@pytest.mark.parametrize(
    "own",
    [
        "import os\n",
        LONG,
        "import numpy as np\nfrom keras import backend as K\n\ndef loss(y, p):\n    return K.mean(y - p)\n",
        "from paths import *\n",
        "from own import *\n",
        "from keras.optimizers import *\n",
        "__all__ = ['loss']\nfrom elsewhere import *\n",
        "def build():\n    Dense = 3\n    return Dense\n",
    ],
)
def test_a_later_star_of_a_module_without_the_name_brings_none(own: str, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(own)
    (tmp_path / "paths.py").write_text("ROOT = 'data'\n")
    source = MODELS.format("from own import *")
    assert references(source, "Dense", tmp_path / "train.py") == {("keras.layers.Dense", True)}


@pytest.mark.parametrize(
    "own",
    [
        "def Dense(units):\n    return units\n",
        "from elsewhere import *\n",
        "from paths import *\nfrom elsewhere import *\n",
        "from numpy import *\n",
        "from layers import *\n",
        "for name in ('Dense', 'Conv'):\n    globals()[name] = str\n",
        "exec('Dense = 3')\n",
        "__all__ = ['Dense']\nfrom elsewhere import *\n",
        "if x:\n    from elsewhere import Dense\n",
        "x = = 3\n",
    ],
)
def test_a_later_star_of_a_module_may_bring_another(own: str, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(own)
    (tmp_path / "paths.py").write_text("ROOT = 'data'\n")
    (tmp_path / "layers.py").write_text("class Dense:\n    pass\n")
    source = MODELS.format("from own import *")
    assert ("keras.layers.Dense", True) not in references(source, "Dense", tmp_path / "train.py")


def test_stars_before_and_behind(tmp_path: Path) -> None:
    """What a module of the project imports comes along, and another star of the project takes nothing from it."""
    (tmp_path / "data.py").write_text("import keras\n")
    (tmp_path / "paths.py").write_text("ROOT = 'data'\n")
    source = "from keras import *\nfrom data import *\nfrom paths import *\noptimizers.Adam()\nkeras.layers.Dense(3)\n"
    script = tmp_path / "train.py"
    assert references(source, "optimizers.Adam", script) == {("keras.optimizers.Adam", True)}
    assert references(source, "keras.layers.Dense", script) == {("keras.layers.Dense", True)}
