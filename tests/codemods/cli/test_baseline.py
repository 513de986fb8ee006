"""`check --baseline`: CI fails for new findings only."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.codemods.cli.runs import BROKEN, LEGACY, MANUAL, NOTE, codemods, write
from tests.codemods.notebooks.notebooks import notebook


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def known() -> list[dict[str, Any]]:
    return json.loads(Path("known.json").read_text(encoding="utf-8"))["known"]


def written(*paths: str, status: int = 0) -> str:
    result = codemods("check", "--write-baseline", "known.json", *(paths or (".",)))
    assert result.exit_code == status
    return result.stderr


def compared(*args: str, status: int) -> list[str]:
    """The lines of the report and of standard error."""
    result = codemods("check", "--baseline", "known.json", *(args or (".",)))
    assert result.exit_code == status, result.output
    return [*result.stdout.splitlines(), *result.stderr.splitlines()]


def test_what_is_written() -> None:
    write(b=LEGACY + "opt = SGD(lr=0.1)\n", a=NOTE)
    assert "known.json: 3 known findings in 2 files; now run check --baseline known.json\n" in written()
    assert known() == [
        {"path": "a.py", "code": "TFM192", "text": "x = getattr(keras.layers, name)", "note": True, "count": 1},
        {"path": "b.py", "code": "TFM102", "text": "opt = SGD(lr=0.1)", "note": False, "count": 2},
    ]


def test_nothing_is_new() -> None:
    write(a=LEGACY, b=MANUAL, c=NOTE)
    written()
    counts, *said = compared(status=0)
    assert counts.startswith("3 files checked for TensorFlow 2.21.0 with Keras 3.15.1: no new incompatible uses found;")
    assert "known.json: 3 known findings left out" in said


def test_new_findings_are_reported() -> None:
    write(a=LEGACY, b=MANUAL)
    written()
    write(a=LEGACY + "new = SGD(lr=0.2)\n")
    new, counts, said = compared(status=1)
    assert new.startswith("a.py:3:11: TFM102 ")
    assert "1 new incompatible use; `upgrade` fixes it" in counts
    assert said == "known.json: 2 known findings left out"


def test_a_second_use_in_an_equal_line_is_new() -> None:
    write(a=LEGACY)
    written()
    write(a=LEGACY + "opt = SGD(lr=0.1)\n")
    assert compared(status=1)[0].startswith("a.py:3:11: TFM102 ")


def test_lines_may_move_and_be_indented() -> None:
    write(a=LEGACY)
    written()
    write(a="import os\n\nfrom keras.optimizers import SGD\n\nif os:\n    opt = SGD(lr=0.1)\n")
    compared(status=0)


def test_another_file_or_code_is_new() -> None:
    write(a=LEGACY)
    written()
    Path("a.py").rename("b.py")
    new, _, said = compared(status=1)
    assert new.startswith("b.py:2:11: TFM102 ")
    assert "1 is fixed by now (a.py TFM102): take them out with --write-baseline known.json" in said


def test_what_is_fixed_by_now_is_named_in_one_line() -> None:
    write(a=LEGACY + "opt = SGD(lr=0.1)\n", b=MANUAL, **{f"c{number}": LEGACY for number in range(4)})
    written()
    write(a="print(1)\n", **{f"c{number}": "print(1)\n" for number in range(4)})
    _, said = compared(status=0)
    assert said == (
        "known.json: 1 known finding left out; "
        "6 are fixed by now (a.py TFM102, c0.py TFM102, c1.py TFM102 and 2 more): "
        "take them out with --write-baseline known.json"
    )
    written()
    assert [each["path"] for each in known()] == ["b.py"]


def test_what_was_not_looked_at_is_not_fixed() -> None:
    write(a=LEGACY, b=LEGACY, c=LEGACY)
    written()
    write(c=BROKEN)
    assert "known.json: 1 known finding left out" in compared("a.py", "c.py", status=2)
    write(a="print(1)\n", c=LEGACY)
    assert "known.json: 0 known findings left out" in compared("--ignore", "TFM102", ".", status=1)


def test_paths_are_relative_to_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("src").mkdir()
    Path("ci").mkdir()
    write(**{"src/a": LEGACY})
    assert codemods("check", "--write-baseline", "ci/known.json", "src").exit_code == 0
    assert '"path": "../src/a.py"' in Path("ci/known.json").read_text()
    monkeypatch.chdir("src")
    assert codemods("check", "--baseline", "../ci/known.json", "a.py").exit_code == 0
    assert codemods("check", "--baseline", "../ci/known.json", str(Path("a.py").absolute())).exit_code == 0


def test_notebooks_are_known_by_the_lines_of_their_cells() -> None:
    Path("a.ipynb").write_bytes(notebook("import keras", LEGACY))
    written()
    assert [each["text"] for each in known()] == ["opt = SGD(lr=0.1)"]
    Path("a.ipynb").write_bytes(notebook("import keras\nprint(1)", ("markdown", "# text"), LEGACY))
    compared(status=0)


def test_lines_in_another_encoding() -> None:
    Path("a.py").write_bytes(("# -*- coding: latin-1 -*-\n" + LEGACY.replace(")\n", ")  # é\f\n")).encode("latin-1"))
    written()
    assert [each["text"] for each in known()] == ["opt = SGD(lr=0.1)  # é"]
    compared(status=0)


def test_standard_input() -> None:
    assert codemods("check", "--write-baseline", "known.json", "-", stdin=LEGACY).exit_code == 0
    assert codemods("check", "--baseline", "known.json", "-", stdin=LEGACY).exit_code == 0


def test_other_formats_leave_out_the_same() -> None:
    write(a=LEGACY)
    written()
    write(a=LEGACY + "new = SGD(lr=0.2)\n")
    document = json.loads(codemods("check", "--baseline", "known.json", "--format", "json", "a.py").stdout)
    assert [each["line"] for each in document["files"][0]["findings"]] == [3]


def test_files_that_could_not_be_processed_are_never_known() -> None:
    write(a=BROKEN, b=LEGACY)
    written(status=2)
    assert compared(status=2)[0].startswith("a.py:2:5: syntax error")


def test_quiet_is_quiet() -> None:
    write(a=LEGACY)
    assert codemods("check", "--quiet", "--write-baseline", "known.json", ".").output == ""
    assert codemods("check", "--quiet", "--baseline", "known.json", ".").output == ""


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"known": [1]}', '{"known": [{"path": "a.py"}]}', '{"known": 1}'])
def test_what_is_no_baseline(text: str) -> None:
    Path("known.json").write_text(text)
    result = codemods("check", "--baseline", "known.json", ".")
    assert result.exit_code == 2
    assert "known.json is no baseline; make one with --write-baseline known.json" in result.stderr


def test_a_baseline_that_is_not_there() -> None:
    result = codemods("check", "--baseline", "known.json", ".")
    assert result.exit_code == 2
    assert "known.json cannot be read: No such file or directory; make one with --write-baseline" in result.stderr


def test_a_baseline_that_cannot_be_written() -> None:
    write(a=LEGACY)
    result = codemods("check", "--write-baseline", "nowhere/known.json", ".")
    assert result.exit_code == 2
    assert "nowhere/known.json cannot be written: No such file or directory" in result.stderr


def test_one_or_the_other() -> None:
    result = codemods("check", "--write-baseline", "a.json", "--baseline", "b.json", ".")
    assert result.exit_code == 2
    assert "give one of them" in result.stderr


# --- `baseline` in pyproject.toml


def configure(text: str) -> None:
    Path("pyproject.toml").write_text("[tool.codemods]\n" + text, encoding="utf-8")


def test_configured_baseline() -> None:
    write(a=LEGACY, b=MANUAL)
    written()
    configure('baseline = "known.json"\n')
    result = codemods("check", ".")
    assert result.exit_code == 0, result.output
    assert result.stderr.endswith("known.json: 2 known findings left out\n")
    write(a=LEGACY + "new = SGD(lr=0.2)\n")
    result = codemods("check", ".")
    assert result.exit_code == 1
    assert result.stdout.startswith("a.py:3:11: TFM102 ")


def test_configured_baseline_from_a_folder_below(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("src").mkdir()
    Path("src/a.py").write_text(LEGACY)
    written()
    configure('baseline = "known.json"\n')
    monkeypatch.chdir("src")
    result = codemods("check", "a.py")
    assert result.exit_code == 0, result.output
    assert "1 known finding left out" in result.stderr


def test_options_outweigh_the_configured_baseline() -> None:
    write(a=LEGACY)
    written()
    Path("none.json").write_text('{"known": []}')
    configure('baseline = "known.json"\n')
    assert codemods("check", "--baseline", "none.json", ".").exit_code == 1
    assert codemods("check", "--no-baseline", ".").exit_code == 1
    write(a=LEGACY + "new = SGD(lr=0.2)\n")
    assert "2 known findings" in written("a.py")
    assert codemods("check", ".").exit_code == 0
    result = codemods("check", "--baseline", "known.json", "--no-baseline", ".")
    assert (result.exit_code, "give one of them" in result.stderr) == (2, True)


def test_upgrade_knows_no_baseline() -> None:
    write(a=LEGACY)
    written()
    configure('baseline = "known.json"\n')
    assert codemods("upgrade", "a.py").exit_code == 0
    assert "learning_rate" in Path("a.py").read_text()


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ('baseline = "known.json"', "known.json cannot be read: No such file or directory; make one with"),
        ('baseline = "../known.json"', "leads out of the project"),
        ("baseline = true", "baseline must be a string"),
        ('baseline = ["known.json"]', "baseline must be a string"),
        ('baseline = "a.py"', "a.py is no baseline; make one with --write-baseline a.py"),
    ],
)
def test_wrong_configured_baselines(setting: str, said: str) -> None:
    write(a=LEGACY)
    configure(setting + "\n")
    result = codemods("check", "a.py")
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
