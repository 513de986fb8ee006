"""The end of a long report: what is left, folded, and where to begin."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.overview import Overview
from codemods.types import Failure, Finding, Result, Upgraded
from tests.codemods.cli.runs import BROKEN, LEGACY, MANUAL, codemods, write
from tests.codemods.notebooks.notebooks import notebook

TWO_KINDS = MANUAL + "from keras.models import model_from_yaml\nk = tf.train.Optimizer.frobnicate\ntf.nope()\n"
JULIA = {"kernelspec": {"display_name": "Julia", "language": "julia", "name": "julia"}}


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def found(*codes: str, rule: str = "") -> Upgraded:
    return Upgraded(b"", b"", findings=tuple(Finding(code, 1, 1, "", f"{code} said", "do", rule) for code in codes))


def lines(**results: Result) -> list[str]:
    overview = Overview()
    for name, result in results.items():
        overview.add(name, result)
    return list(overview.lines())


def test_where_to_begin() -> None:
    printed = lines(
        clean=found(), two=found("TFM101", "TFM101"), one=found("TFM102"), some=found("TFM101", "TFM102", "TFM102")
    )
    assert printed == [
        "Most often:",
        "       3  TFM101  TFM101 said (2 files)",
        "       3  TFM102  TFM102 said (2 files)",
        "Begin with: one, two: one kind of finding is left in each; most is left in some (3)",
    ]


def test_lines_are_folded_whatever_line_they_blame() -> None:
    findings = tuple(Finding("TFM207", n, 1, "", f"said (line {n + 1})", "do", culprit=n + 1) for n in (1, 5))
    printed = lines(a=Upgraded(b"", b"", findings=findings), b=found("TFM101"), c=found())
    assert printed[1] == "       2  TFM207  said (1 file)"


def test_many_names_are_counted() -> None:
    printed = lines(**{f"f{number}": found(f"TFM10{number}") for number in range(7)})
    assert printed == ["Begin with: f0, f1, f2, f3 and 3 more: one kind of finding is left in each"]


def test_what_upgrade_fixes_is_not_left() -> None:
    fixed = found("TFM101", rule="moved_names")
    assert lines(a=fixed, b=fixed, c=fixed) == []


def test_two_files_need_no_overview() -> None:
    assert lines(a=found("TFM101", "TFM102"), b=found("TFM101")) == []
    assert lines(a=Failure("broken", "mend it"), b=found()) == []


def test_a_single_file_with_findings_is_where_one_looks_anyway() -> None:
    assert lines(a=found("TFM101", "TFM102"), b=found(), c=found()) == []


def test_what_was_not_read_is_named_in_one_line() -> None:
    printed = lines(a=Failure("broken", "mend it"), b=Upgraded(b"", b"", unread="Julia"), c=found())
    assert printed == ["Not read: a could not be processed; b not in Python"]


def test_the_command_prints_it_before_the_last_line() -> None:
    write(a=MANUAL, b=TWO_KINDS, c=BROKEN)
    Path("d.ipynb").write_bytes(notebook("x = 1", metadata=JULIA))
    for command in ("check", "upgrade --check"):
        result = codemods(*command.split(), ".")
        *_, last = result.output.splitlines()
        assert "could not be processed; 1 not read" in last
        assert "Begin with: a.py: one kind of finding is left; most is left in b.py (" in result.stderr
        assert "\nNot read: c.py could not be processed; d.ipynb not in Python\n" in result.stderr


def test_standard_output_of_check_has_findings_only() -> None:
    write(a=MANUAL, b=TWO_KINDS, c=MANUAL)
    *found, _counts = codemods("check", ".").stdout.splitlines()
    assert all(line.startswith(("a.py:", "b.py:", "c.py:")) for line in found)


def test_quiet_is_quiet() -> None:
    write(a=MANUAL, b=TWO_KINDS, c=LEGACY)
    assert codemods("check", "--quiet", ".").output == ""
    assert codemods("upgrade", "--quiet", "--check", ".").output == ""
