"""Files that pin packages, through the command line."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.codemods.cli.runs import LEGACY, codemods

PIN = "tensorflow-gpu==1.13.1  # as in the paper\nscipy\n"
TODAY = "tensorflow[and-cuda]==2.21.*  # as in the paper\nscipy\n"


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    return tmp_path


def pins(*names: str, text: str = PIN) -> None:
    for name in names:
        place = Path(name)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")


def test_check_reports_a_pin() -> None:
    pins("requirements.txt")
    for path in (".", "requirements.txt"):
        result = codemods("check", "--no-cache", path)
        assert result.exit_code == 1
        assert (
            "requirements.txt:1:1: TFM276 tensorflow-gpu is gone; tensorflow has what it had [write " in result.stdout
        )
        assert "`upgrade` fixes none" in result.stdout


def test_upgrade_reports_it_and_changes_nothing() -> None:
    pins("requirements.txt")
    result = codemods("upgrade", ".")
    assert result.exit_code == 1
    assert Path("requirements.txt").read_text() == PIN
    assert "0 files changed (0 changes), 1 unchanged, 1 place to review" in result.stderr


def test_upgrade_changes_it_on_demand() -> None:
    pins("requirements.txt")
    result = codemods("upgrade", "--requirements", "requirements.txt")
    assert result.exit_code == 0
    assert Path("requirements.txt").read_text() == TODAY
    assert "now tensorflow[and-cuda]==2.21.*" in result.stderr
    assert "1 file changed (1 change), 0 unchanged, nothing to review" in result.stderr
    assert codemods("check", "--no-cache", ".").exit_code == 0


def test_diff_check_and_output() -> None:
    pins("lib/requirements.txt")
    shown = codemods("upgrade", "--requirements", "--diff", ".")
    assert shown.exit_code == 1
    assert "--- a/lib/requirements.txt\n" in shown.stdout
    assert "+tensorflow[and-cuda]==2.21.*  # as in the paper\n" in shown.stdout
    assert codemods("upgrade", "--requirements", "--check", ".").exit_code == 1
    assert codemods("upgrade", "--requirements", "-o", "out", ".").exit_code == 0
    assert Path("out/lib/requirements.txt").read_text() == TODAY
    assert Path("lib/requirements.txt").read_text() == PIN


@pytest.mark.parametrize("form", ["json", "github", "sarif", "html"])
def test_documents(form: str) -> None:
    pins("requirements.txt")
    result = codemods("upgrade", "--requirements", "--check", "--format", form, ".")
    assert result.exit_code == 1
    assert "TFM276" in result.stdout
    if form == "json":
        (file,) = json.loads(result.stdout)["files"]
        assert (file["status"], [each["line"] for each in file["changes"]]) == ("would change", [1])


def test_folders_of_ci_systems_are_read_for_pins_only() -> None:
    pins(".github/workflows/ci.yml", text="run: pip install tensorflow==1.15\n")
    pins(".github/scripts/old.py", text=LEGACY)
    pins(".hidden/requirements.txt")
    result = codemods("check", "--no-cache", ".")
    assert "ci.yml:1:18: TFM276" in result.stdout
    assert "1 file checked" in result.stdout
    assert codemods("upgrade", "--quiet", ".").exit_code == 1
    assert Path(".github/scripts/old.py").read_text() == LEGACY


def test_what_is_ignored_or_excluded_is_not_read() -> None:
    pins("a/requirements.txt", "b/requirements.txt", "c/requirements.txt", "venv/requirements.txt")
    Path(".gitignore").write_text("a/\n")
    Path("pyproject.toml").write_text('[tool.codemods]\nexclude = ["b/"]\n')
    result = codemods("check", "--no-cache", ".")
    assert "c/requirements.txt:1:1" in result.stdout.replace(os.sep, "/")
    assert "2 files checked" in result.stdout
    assert "1 incompatible use" in result.stdout


RECORDS = (
    "wandb/run-20200410_122053-gq5op0np/requirements.txt",
    "wandb/run-20210410_122053-2l1tq8d0/files/requirements.txt",
    "logs/wandb/dryrun-20200410_122053-gq5op0np/requirements.txt",
    "wandb/offline-run-20210410_122053-gq5op0np/files/conda-environment.yaml",
    "mlruns/0/0123456789abcdef0123456789abcdef/artifacts/model/requirements.txt",
    "lightning_logs/version_3/requirements.txt",
)
OWN = ("wandb/requirements.txt", "wandb/runs/requirements.txt", "run-1/requirements.txt", "mlruns/requirements.txt")


def test_records_of_runs_are_not_the_project_s() -> None:
    pins(*RECORDS, *OWN)
    result = codemods("check", "--no-cache", ".")
    assert f"{len(OWN)} files checked" in result.stdout
    assert f"{len(OWN)} incompatible uses" in result.stdout
    assert codemods("upgrade", "--quiet", "--requirements", ".").exit_code == 0
    changed = {each for each in (*RECORDS, *OWN) if "2.21" in Path(each).read_text()}
    assert changed == set(OWN)


def test_a_record_that_is_named_is_read() -> None:
    pins(RECORDS[0])
    assert codemods("check", "--no-cache", RECORDS[0]).exit_code == 1


def test_an_environment_of_conda_is_not_the_project_s() -> None:
    pins("own/lib/requirements.txt", "envs/lib/requirements.txt")
    Path("envs/conda-meta").mkdir()
    assert "1 file checked" in codemods("check", "--no-cache", ".").stdout


def test_a_modern_project_is_clean() -> None:
    pins("requirements.txt", text="tensorflow>=2.16\nkeras\nnumpy<3\n")
    pins("Dockerfile", text="FROM tensorflow/tensorflow:2.20.0\n")
    result = codemods("check", "--no-cache", ".")
    assert result.exit_code == 0
    assert "2 files checked" in result.stdout


def test_the_cache_knows_the_result() -> None:
    pins("requirements.txt")
    first, second = codemods("check", "."), codemods("check", ".")
    assert first.stdout == second.stdout
    Path("requirements.txt").write_text("keras<3\n")
    assert "keras<3 admits older releases only" in codemods("check", ".").stdout


def test_a_baseline_knows_a_pin() -> None:
    pins("requirements.txt")
    assert codemods("check", "--no-cache", "--write-baseline", "known.json", ".").exit_code == 0
    assert codemods("check", "--no-cache", "--baseline", "known.json", ".").exit_code == 0


def test_detect_looks_for_no_pins() -> None:
    pins("requirements.txt")
    pins("train.py", text=LEGACY)
    assert "requirements.txt" not in codemods("detect", ".").stdout


def test_not_selected() -> None:
    pins("requirements.txt")
    assert codemods("check", "--no-cache", "--ignore", "TFM276", ".").exit_code == 0


def test_on_the_shims_as_well() -> None:
    pins("requirements.txt")
    pins("train.py", text=LEGACY)
    assert codemods("upgrade", "--to", "compat", "--requirements", ".").exit_code == 0
    assert Path("requirements.txt").read_text() == TODAY
