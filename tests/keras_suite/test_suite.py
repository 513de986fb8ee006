"""The runner sees what becomes of tests, and the comparison counts and explains them."""

from tests.keras_suite.suite_file import Suite, run_file

TESTS = """
import os
import time

import pytest

def test_good(): pass
def test_bad(): raise ValueError("no\\nmore")
def test_dead(): os._exit(3)
def test_slow(): time.sleep(60)
@pytest.mark.skip("not here")
def test_left_out(): pass
@pytest.fixture
def broken(): yield; assert 0
def test_torn_down(broken): pass
"""


def test_outcomes(tmp_path):
    file = tmp_path / "x_test.py"
    file.write_text(TESTS)
    found = run_file(file, Suite(tmp_path, 3.0), tmp_path, None, tmp_path / "logs")
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
