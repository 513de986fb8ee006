"""What a notebook keeps of the kernel that ran it tells for which releases it was written."""

from __future__ import annotations

import json
from typing import Any

import pytest

from codemods.notebooks.work import check, detect
from codemods.types import Settings, Upgraded
from tests.codemods.notebooks.notebooks import content, sources, upgraded

GRU = "import keras\nlayer = keras.layers.GRU(4)"
HALF = "import keras\nhalf = 7 / 2"


def notebook(*cells: str, python: str = "", printed: str = "", stream: str = "stderr") -> bytes:
    """A notebook that was saved with a Python, and whose first cell printed a text."""
    info = {"name": "python", **({"version": python} if python else {})}
    made: dict[str, Any] = content(*cells, metadata={"language_info": info})
    made["cells"][0]["outputs"] = [{"name": stream, "output_type": "stream", "text": printed.splitlines(keepends=True)}]
    return json.dumps(made).encode()


@pytest.mark.parametrize("python", ["3.5.2", "3.6.9", "3.7.12", "3.8.10"])
def test_python_that_has_no_keras_3(python: str) -> None:
    result = upgraded(notebook(GRU, python=python))
    assert "reset_after=False" in sources(result.after)[0]
    assert result.vintage == f"run with Python {python.rpartition('.')[0]}"


@pytest.mark.parametrize(
    "printed",
    [
        "Using TensorFlow backend.\n",
        "/usr/local/lib/python3.6/dist-packages/tensorflow/x.py:526: FutureWarning: np_qint8\n",
        "C:\\env\\lib/python3.7/site-packages/h5py/__init__.py:36: FutureWarning\n",
    ],
)
def test_what_an_import_printed(printed: str) -> None:
    assert "reset_after=False" in sources(upgraded(notebook(GRU, printed=printed)).after)[0]


@pytest.mark.parametrize(
    ("python", "printed"),
    [
        ("3.11.4", ""),
        ("", ""),
        ("", "2024-05-01 oneDNN custom operations are on.\n"),
        ("", "/usr/lib/python3.6/site-packages/a.py\n/usr/lib/python3.11/site-packages/a.py\n"),
        ("", "my python3.6 notes\n"),
        ("nonsense", ""),
    ],
)
def test_nothing_tells(python: str, printed: str) -> None:
    result = upgraded(notebook(GRU, python=python, printed=printed))
    assert sources(result.after)[0] == GRU
    assert not result.vintage


def test_saved_again_with_a_later_python() -> None:
    """The warning is from an earlier run; the notebook was run since."""
    printed = "/usr/local/lib/python3.6/dist-packages/tensorflow/x.py:526: FutureWarning\n"
    assert sources(upgraded(notebook(GRU, python="3.11.4", printed=printed)).after)[0] == GRU


def test_uses_outweigh_it() -> None:
    cells = (GRU, "keras.ops.zeros((2, 2))")
    assert sources(upgraded(notebook(*cells, python="3.6.9")).after) == [*cells]


def test_check_and_detect() -> None:
    found = check(notebook(GRU, python="3.6.9"))
    assert isinstance(found, Upgraded)
    assert {each.code for each in found.findings} == {"TFM112"}
    (era,) = detect(notebook(GRU, python="3.6.9")).eras
    assert era.keras[-1] == "2.6.0"
    assert [end.vintage for end in era.ends] == ["run with Python 3.6"]


def test_divisions_of_python_2() -> None:
    assert sources(upgraded(notebook(HALF, python="2.7.15")).after) == [HALF.replace("/", "//")]
    assert sources(upgraded(notebook(HALF, python="3.6.9")).after) == [HALF]
    assert sources(upgraded(notebook(f"from __future__ import division\n{HALF}", python="2.7.15")).after)[0].endswith(
        "half = 7 / 2"
    )


def test_divisions_of_python_2_that_are_open() -> None:
    """With `--python2` a person is asked, as in a source that only Python 2 parses."""
    open_division = "import keras\ndef half(n):\n    return n / 2"
    assert not upgraded(notebook(open_division, python="2.7.15")).findings
    (found,) = upgraded(notebook(open_division, python="2.7.15"), Settings(python_2=True)).findings
    assert found.code == "TFM294"
