"""The runner reads logs correctly, and the comparison reports two runs correctly."""

import json

from tests.estimator.causes import Cause
from tests.estimator.compare_upstream import Test, misses, read, table
from tests.estimator.run_upstream import _outcomes, _with

LOG = """\
[ RUN      ] Case.test_good
[       OK ] Case.test_good
[ RUN      ] Case.test_bad (kind=1)
[  FAILED  ] Case.test_bad (kind=1)
[ RUN      ] Case.test_subtest
[ RUN      ] Case.test_session
[  SKIPPED ] Case.test_session - Not a test.
[ RUN      ] Case.test_cut
======================================================================
ERROR: test_bad (kind=1) (__main__.Case.test_bad)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "x.py", line 1, in test_bad
ValueError: no
======================================================================
FAIL: test_subtest (__main__.Case.test_subtest) (mode='graph')
----------------------------------------------------------------------
Traceback (most recent call last):
AssertionError: 1 != 2
"""


def test_outcomes():
    found = _outcomes(LOG)
    assert found["tests"] == {
        "Case.test_good": "passed",
        "Case.test_bad": "failed",
        "Case.test_subtest": "failed",
        "Case.test_cut": "unfinished",
    }
    assert found["causes"] == {"Case.test_bad": "ValueError: no", "Case.test_subtest": "AssertionError: 1 != 2"}


def test_file_that_does_not_import():
    assert _outcomes("Traceback\nImportError: gone\n")["causes"] == {"import": "ImportError: gone"}


def test_tests_run_again():
    earlier = {
        "tests": {"A.a": "failed", "A.b": "failed"},
        "causes": {"A.a": "x", "A.b": "y"},
        "seconds": 1,
        "ended": "",
    }
    later = {"tests": {"A.a": "passed"}, "causes": {}, "seconds": 2, "ended": "status 0"}
    assert _with(earlier, later) == {
        "tests": {"A.a": "passed", "A.b": "failed"},
        "causes": {"A.b": "y"},
        "seconds": 3,
        "ended": "status 0",
    }


def write(folder, release, tests):
    run = {
        "environment": {"tensorflow": release, "behaviour": "TF 2", "tf.keras": "as it comes"},
        "files": {
            "tensorflow_estimator/python/estimator/x_test.py": {"tests": tests, "causes": {"A.b": "ValueError: no"}}
        },
    }
    path = folder / f"{release}.json"
    path.write_text(json.dumps(run))
    return path


def columns_of(folder):
    native = write(folder, "2.15.1", {"A.a": "passed", "A.b": "passed", "A.c": "failed"})
    bridged = write(folder, "2.21.0", {"A.a": "passed", "A.b": "failed", "A.c": "failed"})
    columns = read([native, bridged])
    passing = {test for test, (outcome, _) in columns.pop("2.15.1").items() if outcome == "passed"}
    return passing, columns


def test_table_counts_what_passes_natively(tmp_path):
    rows = list(table(*columns_of(tmp_path)))
    assert rows[2:] == ["| `x_test.py` | TF 2 | 2 | 1 |", "| all | | 2 | 1 |"]


def test_table_says_of_how_many(tmp_path):
    passing, columns = columns_of(tmp_path)
    rows = list(table({*passing, Test("y_test.py", "TF 2", "B.a")}, columns))
    assert rows[2:] == ["| `x_test.py` | TF 2 | 2 | 1 |", "| `y_test.py` | TF 2 | 1 |  |", "| all | | 3 | 1 of 2 |"]


def test_file_that_did_not_come_to_a_test(tmp_path, monkeypatch):
    monkeypatch.setattr("tests.estimator.compare_upstream.CAUSES", ())
    passing, columns = columns_of(tmp_path)
    late, elsewhere = Test("x_test.py", "TF 2", "Z.z"), Test("y_test.py", "TF 2", "B.a")
    (line,) = misses({late, elsewhere, *passing} - {Test("x_test.py", "TF 2", "A.b")}, columns)
    assert line == "no cause: 2.21.0, TF 2: x_test.py Z.z absent: "


def test_miss_without_cause(tmp_path, monkeypatch):
    monkeypatch.setattr("tests.estimator.compare_upstream.CAUSES", ())
    (line,) = misses(*columns_of(tmp_path))
    assert line == "no cause: 2.21.0, TF 2: x_test.py A.b failed: ValueError: no"


def test_miss_with_cause_and_cause_without_miss(tmp_path, monkeypatch):
    causes = (Cause("It says no.", "2.21", "x_test", "no$"), Cause("Never.", "2.16", ".", "."))
    monkeypatch.setattr("tests.estimator.compare_upstream.CAUSES", causes)
    assert list(misses(*columns_of(tmp_path))) == ["no test needs this cause: Never."]
