"""`--statistics`: how often each rule has something to say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.codemods.cli.runs import BROKEN, LEGACY, MANUAL, NOTE, codemods, write

ROOT = Path(__file__).resolve().parents[3]
SCHEMA = json.loads((ROOT / "codemods" / "cli" / "statistics.schema.json").read_text())
SOME = "import keras\nkeras.models.Model().fit_generator(g)\nkeras.models.Model().fit_generator(*g)\n"


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def rows(*args: str) -> list[dict[str, Any]]:
    document = json.loads(codemods(*args, "--statistics", "--format", "json").stdout)
    jsonschema.validate(document, SCHEMA)
    return document["statistics"]


def test_the_table() -> None:
    write(a=LEGACY, b=LEGACY + MANUAL, c=NOTE)
    *table, legend, counts = codemods("check", "--statistics", ".").stdout.splitlines()
    assert table == [
        "       2  TFM102  [*] Rename keywords that take the same value under another name, such as `lr` to `learning_rate`",
        "       1  TFM190  [ ] Report symbols that no modern release has, and say what to do instead",
        "       1  TFM192  [n] Note what the tool could not look into. A note asks for nothing and is not a finding",
    ]
    assert legend.startswith("[*] upgrade fixes all of them, [-] some, [ ] none")
    assert "3 incompatible uses; `upgrade` fixes 2" in counts


def test_an_upgrade_counts_the_same() -> None:
    write(a=LEGACY, b=LEGACY + MANUAL, c=NOTE)
    assert rows("upgrade", "--check", ".") == rows("check", ".")
    dry = codemods("upgrade", "--check", "--statistics", ".").stderr.splitlines()
    assert dry[0].startswith("       2  TFM102  [*] ")
    done = codemods("upgrade", "--statistics", ".").stderr.splitlines()
    assert done[:4] == dry[:4]
    assert done[-1].startswith("2 files changed (2 changes)")


def test_a_rule_that_fixes_some() -> None:
    write(a=SOME)
    (row,) = (row for row in rows("check", "a.py") if row["code"] == "TFM120")
    assert (row["count"], row["fixed"], row["note"]) == (2, 1, False)
    assert "TFM120  [-] Call `fit`" in codemods("check", "--statistics", "a.py").stdout


def test_nothing_found() -> None:
    write(a="print(1)\n")
    assert rows("check", "a.py") == []
    assert codemods("check", "--statistics", "a.py").stdout.startswith("1 file checked for ")


def test_files_that_could_not_be_processed_are_named() -> None:
    write(a=BROKEN, b=LEGACY)
    result = codemods("check", "--statistics", ".")
    assert result.exit_code == 3
    assert result.stdout.startswith("a.py:2:5: syntax error")
    quiet = codemods("check", "--statistics", "--quiet", ".")
    assert len(quiet.stdout.splitlines()) == 1


@pytest.mark.parametrize("form", ["github", "sarif"])
def test_other_formats_have_no_statistics(form: str) -> None:
    result = codemods("check", "--statistics", "--format", form, "a.py")
    assert result.exit_code == 2
    assert "--statistics is a text or --format json" in result.stderr
