"""Names that star imports bring: that of the last module that has it, unless a module that no table knows comes later."""

from __future__ import annotations

import libcst as cst
import pytest

from codemods.source.file import File


def references(source: str, name: str) -> set[tuple[str, bool]]:
    file = File(cst.parse_module(source), source.encode())
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
