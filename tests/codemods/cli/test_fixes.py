"""The fixes of `--format sarif`: applied as a viewer does, they give what `upgrade` writes for the rule."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codemods.cli.fixes import Place, Replaced, replacements
from tests.codemods.cli.runs import LEGACY, MANUAL, NOTE, codemods
from tests.codemods.notebooks.notebooks import notebook

DECAYS = "from keras.optimizers import SGD\none = SGD(lr=0.1, decay=1e-4)\n\n\ntwo = SGD(\n    decay=1e-3, lr=0.1)\n"


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def applied(text: str, replaced: list[Replaced]) -> str:
    """Replace regions from the last one on, so that those before them stay where they are."""
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines))]

    def offset(place: Place) -> int:
        return starts[place.line - 1] + place.column - 1

    for start, end, new in reversed(replaced):
        text = text[: offset(start)] + new + text[offset(end) :]
    return text


def results(*args: str, stdin: str | None = None) -> list[dict[str, Any]]:
    (run,) = json.loads(codemods(*args, "--format", "sarif", stdin=stdin).stdout)["runs"]
    found: list[dict[str, Any]] = run["results"]
    return found


def fix_of(result: dict[str, Any]) -> list[Replaced]:
    (fix,) = result["fixes"]
    (change,) = fix["artifactChanges"]
    assert change["artifactLocation"] == result["locations"][0]["physicalLocation"]["artifactLocation"]
    return [
        Replaced(
            Place(region["startLine"], region["startColumn"]),
            Place(region["endLine"], region["endColumn"]),
            each.get("insertedContent", {"text": ""})["text"],
        )
        for each in change["replacements"]
        for region in [each["deletedRegion"]]
    ]


@pytest.mark.parametrize(
    ("source", "encoding"),
    [
        (LEGACY, "utf-8"),
        (LEGACY.rstrip("\n"), "utf-8"),
        (DECAYS, "utf-8"),
        (DECAYS.replace("\n", "\r\n"), "utf-8"),
        (LEGACY.replace("0.1)", "0.1)  # é \U0001d465"), "utf-8-sig"),
        ("# -*- coding: latin-1 -*-\nname = 'é'\n" + LEGACY, "latin-1"),
        (f"x = '''a\f\u2028b'''\n{LEGACY}", "utf-8"),
        ("import keras.layers.core\n" + LEGACY, "utf-8"),
    ],
    ids=["plain", "no last newline", "import added", "CRLF", "mark", "latin-1", "other line ends", "import dropped"],
)
def test_a_fix_is_what_upgrade_writes_for_the_rule(source: str, encoding: str) -> None:
    before = Path("a.py")
    before.write_bytes(source.encode(encoding))
    found = results("check", "a.py")
    assert found
    for result in found:
        codemods("upgrade", "--select", result["ruleId"], "-o", "out", "a.py")
        assert applied(source, fix_of(result)) == Path("out/a.py").read_bytes().decode(encoding)
        Path("out/a.py").unlink()
    assert before.read_bytes() == source.encode(encoding)


def test_a_fix_of_a_notebook() -> None:
    Path("a.ipynb").write_bytes(notebook("import keras", LEGACY))
    before = Path("a.ipynb").read_text(encoding="utf-8")
    (result,) = results("check", "a.ipynb")
    codemods("upgrade", "a.ipynb")
    assert applied(before, fix_of(result)) == Path("a.ipynb").read_text(encoding="utf-8")


def test_a_dry_upgrade_offers_fixes_and_one_that_wrote_does_not() -> None:
    Path("a.py").write_text(LEGACY + MANUAL)
    dry = results("upgrade", "--check", "a.py")
    assert [(each["ruleId"], "fixes" in each) for each in dry] == [("TFM102", True), ("TFM190", False)]
    assert [(each["ruleId"], "fixes" in each) for each in results("upgrade", "a.py")] == [("TFM190", False)]


@pytest.mark.parametrize(
    ("source", "options"),
    [
        (MANUAL, []),
        (NOTE, []),
        (LEGACY.replace("\n", "\r"), []),
        ("print 'a'\n" + LEGACY, ["--python2"]),
        ("from tensorflow.keras.utils import Progbar, PyDataset\n", ["--target", "tensorflow==2.15"]),
    ],
    ids=["for a person", "note", "CR alone", "Python 2", "legacy target"],
)
def test_no_fix(source: str, options: list[str]) -> None:
    Path("a.py").write_bytes(source.encode())
    found = results("check", *options, "a.py")
    assert found
    assert not any("fixes" in each for each in found)


def test_a_second_run_offers_the_same() -> None:
    Path("a.py").write_text(DECAYS)
    first = results("check", "a.py")
    assert any("fixes" in each for each in first)
    assert results("check", "a.py") == first


def test_the_fix_of_many_results_is_not_repeated_for_each() -> None:
    Path("a.py").write_text("from keras.optimizers import SGD\n" + "opt = SGD(lr=0.1)\n" * 30)
    found = results("check", "a.py")
    assert [("fixes" in each) for each in found] == [True] * 20 + [False] * 10
    assert len(fix_of(found[0])[0].text.splitlines()) == 30


LINES = st.lists(st.sampled_from(["", "a", "b", "é"]), max_size=6)
NEWLINES = st.sampled_from(["\n", "\r\n"])


@given(LINES, LINES, NEWLINES, st.booleans())
def test_replacements_make_one_text_of_the_other(old: list[str], new: list[str], newline: str, ends: bool) -> None:
    before, after = (newline.join(lines) + (newline if ends and lines else "") for lines in (old, new))
    found = replacements(before.encode(), after.encode())
    assert found is not None
    assert applied(before, found) == after
    if before.endswith("\n") and after.endswith("\n"):
        assert all(end.line <= before.count("\n") for _, end, _ in found)
