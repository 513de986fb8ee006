"""The runner sees what becomes of tests, and the comparison counts and explains them."""

from tests.keras_suite.causes import GAP, Cause
from tests.keras_suite.compare_suite import Test, by_cause, compared, summary, table
from tests.keras_suite.suite_file import Suite, run_file

TESTS = """
import os
import time

import pytest

def test_good(): pass
def test_bad(): raise ValueError("no\\nmore")
def test_dead(): os._exit(3)
def test_slow(): time.sleep(600)
@pytest.mark.skip("not here")
def test_left_out(): pass
@pytest.fixture
def broken(): yield; assert 0
def test_torn_down(broken): pass
"""


def test_outcomes(tmp_path):
    file = tmp_path / "x_test.py"
    file.write_text(TESTS)
    found = run_file(file, Suite(tmp_path, 20.0), tmp_path, None, tmp_path / "logs")
    assert {name: outcome for name, (outcome, _) in found.items()} == {
        "test_good": "passed",
        "test_bad": "failed",
        "test_dead": "stopped",
        "test_slow": "stopped",
        "test_left_out": "skipped",
        "test_torn_down": "failed",
    }
    assert found["test_bad"][1] == "ValueError: no"
    assert "def test_bad" in (tmp_path / "logs" / "x_test.log").read_text()


def test_file_that_does_not_import(tmp_path):
    file = tmp_path / "x_test.py"
    file.write_text("import nonsense_of_old")
    ((name, (outcome, line)),) = run_file(file, Suite(tmp_path, 30.0), tmp_path, None, None).items()
    assert (name, outcome) == ("import", "failed")
    assert "nonsense_of_old" in line


NATIVE = {
    "a_test.py": {"tests": {"t1": ("passed", ""), "t2": ("passed", ""), "t3": ("failed", "")}},
    "b_test.py": {"tests": {"t": ("passed", "")}},
}
SHIMS = {
    "a_test.py": {"tests": {"t1": ("passed", ""), "t2": ("failed", "ValueError: no")}},
    "b_test.py": {"tests": {"import": ("failed", "gone")}},
}


def test_only_what_passes_natively_counts():
    assert compared(NATIVE, SHIMS) == [
        Test("a_test.py", "t1", "passed", ""),
        Test("a_test.py", "t2", "failed", "ValueError: no"),
        Test("b_test.py", "t", "failed", "gone"),
    ]
    assert list(table("2.3.1", compared(NATIVE, SHIMS)))[2:] == ["| `a_test.py` | 2 | 1 |", "| `b_test.py` | 1 | 0 |"]


def test_causes(monkeypatch):
    causes = (Cause(GAP, "It says no.", "a_test", "no$"), Cause(GAP, "Never.", ".", "never"))
    monkeypatch.setattr("tests.keras_suite.compare_suite.CAUSES", causes)
    tests = compared(NATIVE, SHIMS)
    explained, wrong = by_cause(tests)
    assert [each.name for each in explained[causes[0]]] == ["t2"]
    assert wrong == ["no cause: b_test.py t failed: gone", "no test needs this cause: Never."]
    assert by_cause(tests, "2.2.5")[1] == ["no cause: b_test.py t failed: gone"]
    assert "| pass on the shims | 1 | 33.3% |" in list(summary("2.3.1", tests, explained))
