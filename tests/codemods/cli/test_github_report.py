"""`--format github`: annotations at the lines of a pull request."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from codemods.cli.github_report import document
from codemods.cli.results import Results
from codemods.releases.target import Target
from codemods.types import Failure, Finding, Upgraded
from tests.codemods.cli.runs import BROKEN, LEGACY, MANUAL, NOTE, NUMBERS, codemods, write
from tests.codemods.notebooks.notebooks import notebook


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)


def commands(*args: str, status: int = 1) -> list[str]:
    result = codemods(*args, "--format", "github")
    assert result.exit_code == status
    assert all(re.match(r"::(error|warning|notice) file=[^:]+::", line) for line in result.stdout.splitlines())
    return result.stdout.splitlines()


def test_a_finding() -> None:
    write(a=LEGACY)
    (line,) = commands("check", "a.py")
    command, _, message = line.rpartition("::")
    assert command == "::error file=a.py,line=2,col=11,title=TFM102 renamed_keywords"
    assert message == "a.py:2:11: TFM102 SGD(lr=) is now SGD(learning_rate=) [fixed by upgrade]"


def test_the_severity_is_the_level() -> None:
    write(numbers=NUMBERS, note=NOTE, stops=MANUAL)
    assert [line.partition(" ")[0] for line in commands("check", "--from", "keras==2.3", "numbers.py")] == ["::warning"]
    assert [line.partition(" ")[0] for line in commands("check", "note.py", status=0)] == ["::notice"]
    assert [line.partition(" ")[0] for line in commands("check", "stops.py")] == ["::error"]


def test_files_that_could_not_be_processed() -> None:
    write(a=BROKEN)
    place, other = commands("check", "a.py", "nowhere.py", status=2)
    assert place.startswith("::error file=a.py,line=2,col=5,title=not processed::a.py:2:5: syntax error: ")
    assert other == "::error file=nowhere.py,title=not processed::nowhere.py: no such file or directory; check the path"


def test_a_notebook_names_cell_and_line_in_the_message() -> None:
    Path("a.ipynb").write_bytes(notebook("import keras", LEGACY))
    (line,) = commands("check", "a.ipynb")
    assert line.startswith("::error file=a.ipynb,title=TFM102 renamed_keywords::a.ipynb:cell 2:2:11: TFM102 ")


def test_a_notebook_that_was_not_read() -> None:
    julia = {"kernelspec": {"display_name": "Julia", "language": "julia", "name": "julia"}}
    Path("a.ipynb").write_bytes(notebook("x = 1", metadata=julia))
    assert commands("check", "a.ipynb", status=0)[0].startswith(
        "::notice file=a.ipynb,title=not read::a.ipynb: not read"
    )


def test_an_upgrade_reports_what_is_left() -> None:
    write(a=LEGACY + MANUAL)
    assert [line.partition("title=")[2][:6] for line in commands("upgrade", "--check", "a.py")] == ["TFM102", "TFM190"]
    assert [line.partition("title=")[2][:6] for line in commands("upgrade", "a.py")] == ["TFM190"]


def test_nothing_to_say() -> None:
    write(a="print(1)\n")
    assert codemods("check", "--format", "github", "a.py").stdout == ""


def test_names_and_messages_are_escaped() -> None:
    finding = Finding("TFM102", 1, 1, "", "100 %,\r\n::error::x", "do")
    name = "a,b:c%\n::stop-commands::x.py"
    results = Results(
        [(name, Upgraded(b"", b"", findings=(finding,))), (name, Failure("a\nb", "c"))], Target(), dry=True
    )
    first, second = document(results).split("\n")
    file = "file=a%2Cb%3Ac%25%0A%3A%3Astop-commands%3A%3Ax.py"
    name = "a,b:c%25%0A::stop-commands::x.py"
    assert (
        first
        == f"::error {file},line=1,col=1,title=TFM102 renamed_keywords::{name}:1:1: TFM102 100 %25,%0D%0A::error::x [do]"
    )
    assert second == f"::error {file},title=not processed::{name}: a%0Ab; c"


def test_files_are_named_from_the_top_of_the_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("sub").mkdir()
    write(**{"sub/a": LEGACY})
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    monkeypatch.chdir("sub")
    for name in ("a.py", "../sub/a.py", str(tmp_path / "sub" / "a.py")):
        assert commands("check", name)[0].startswith("::error file=sub/a.py,line=2,")
