"""The workflows that GitHub runs for this repository, and the action that other repositories use."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml  # libcst brings it

from tests.codemods.notebooks.notebooks import notebook

ROOT = Path(__file__).parent.parent
ACTION = ROOT / ".github" / "actions" / "check"
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
NAMED = (*WORKFLOWS, ACTION / "action.yml")

CLEAN = "import tensorflow as tf\n\nprint(tf.constant(1))\n"
LEGACY = "from keras.optimizers import SGD\n\nopt = SGD(lr=0.1)\n"
BROKEN = "import keras\n\ndef (:\n"
STAR = "from keras.layers import *\nfrom common import *\n\nDense(1)\n"


def load(path: Path) -> dict[Any, Any]:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def action_steps() -> dict[str, dict[str, Any]]:
    """The shell steps of the action, by their names."""
    return {step["name"]: step for step in load(ACTION / "action.yml")["runs"]["steps"] if "run" in step}


def matchers() -> list[dict[str, Any]]:
    document = json.loads((ACTION / "matcher.json").read_text(encoding="utf-8"))
    return [{"owner": each["owner"], **each["pattern"][0]} for each in document["problemMatcher"]]


def annotations(printed: str) -> list[dict[str, str]]:
    """Match each line as GitHub does; at most one matcher may match it, so that their order does not matter."""
    found = []
    for line in printed.splitlines():
        hits = [(each, match) for each in matchers() if (match := re.search(each["regexp"], line))]
        assert len(hits) <= 1, line
        for each, match in hits:
            fields = ("file", "line", "column", "code", "message")
            found.append({"owner": each["owner"], **{name: match[each[name]] for name in fields if name in each}})
    return found


class Runner:
    """Runs the action's shell steps as GitHub does: bash, the inputs in the environment, files for what comes out."""

    def __init__(self, folder: Path) -> None:
        self.workspace = folder / "work space"
        self.workspace.mkdir()
        self.temp = folder / "temp"
        self.temp.mkdir()
        self.summary, self.output = folder / "summary.md", folder / "output"
        # what a job may have set for tools of its own
        job = {"FORCE_COLOR": "1", "PYTHONPATH": str(self.workspace)}
        self.environment = (
            os.environ
            | job
            | {
                "GITHUB_ACTION_PATH": str(ACTION),
                "GITHUB_OUTPUT": str(self.output),
                "GITHUB_STEP_SUMMARY": str(self.summary),
                "RUNNER_TEMP": str(self.temp),
            }
        )

    def write(self, **sources: str) -> None:
        for name, source in sources.items():
            (self.workspace / f"{name}.py").write_text(source, encoding="utf-8")

    def step(self, name: str, **more: str) -> subprocess.CompletedProcess[str]:
        script = self.temp / "step.sh"
        script.write_text(action_steps()[name]["run"], encoding="utf-8")
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)]
        return subprocess.run(
            command, cwd=self.workspace, env=self.environment | more, capture_output=True, text=True, check=False
        )

    def stand_in(self) -> None:
        """Stands for the slow first step: the Python of the tests, which has tf-forward."""
        python = self.temp / "tf-forward" / "bin" / "python"
        python.parent.mkdir(parents=True)
        python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
        python.chmod(0o755)

    def check(self, paths: str = "", target: str = "", args: str = "") -> subprocess.CompletedProcess[str]:
        """Run the second step with the names that it gives the inputs."""
        given = {"paths": paths, "target": target, "args": args}
        names = action_steps()["Check"]["env"]
        values = {key: given[re.fullmatch(r"\$\{\{ inputs\.(\w+) \}\}", value)[1]] for key, value in names.items()}
        return self.step("Check", **values)


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    made = Runner(tmp_path)
    made.stand_in()
    return made


@pytest.mark.parametrize(
    ("sources", "status"),
    [
        ({"clean": CLEAN}, 0),
        ({"clean": CLEAN, "legacy": LEGACY}, 1),
        ({"clean": CLEAN, "broken": BROKEN}, 2),
        ({"legacy": LEGACY, "broken": BROKEN}, 3),
    ],
)
def test_the_step_fails_with_the_status_of_check(runner: Runner, sources: Mapping[str, str], status: int) -> None:
    runner.write(**sources)
    done = runner.check(paths=".")
    assert (done.returncode, done.stderr) == (status, "")
    assert runner.output.read_text(encoding="utf-8") == f"status={status}\n"
    assert load(ACTION / "action.yml")["outputs"]["status"]["value"] == "${{ steps.check.outputs.status }}"


def test_findings_stand_at_their_lines(runner: Runner) -> None:
    runner.write(legacy=LEGACY, broken=BROKEN, star=STAR)
    (runner.workspace / "latin.py").write_bytes(b"import keras  # \xe9\n")
    (runner.workspace / "book.ipynb").write_text("{}", encoding="utf-8")
    cells = ("from keras.optimizers import SGD", ("markdown", "`fit_generator`"), "SGD(lr=0.1)")
    (runner.workspace / "train.ipynb").write_bytes(notebook(*cells))
    (runner.workspace / "print.ipynb").write_bytes(notebook("print 'loss'"))
    done = runner.check(paths=".\nbook.ipynb\nnowhere.py")
    first, *printed, last = done.stdout.splitlines()
    assert first == f"::add-matcher::{ACTION}/matcher.json"
    assert last == f"::remove-matcher::{ACTION}/matcher.json"
    found = annotations("\n".join(printed))
    places = {(each["owner"], each["file"], each.get("line"), each.get("code")) for each in found}
    assert places == {
        ("tf-forward-finding", "legacy.py", "3", "TFM102"),
        ("tf-forward-note", "star.py", "2", "TFM192"),
        ("tf-forward-failure", "broken.py", "3", None),
        ("tf-forward-failure", "latin.py", "1", None),
        ("tf-forward-finding-in-cell", "train.ipynb", None, "TFM102"),
        ("tf-forward-note-in-cell", "train.ipynb", None, "TFM292"),
        ("tf-forward-failure-in-cell", "print.ipynb", None, None),
        ("tf-forward-failure-of-file", "book.ipynb", None, None),
        ("tf-forward-failure-of-file", "nowhere.py", None, None),
    }
    assert all((runner.workspace / each["file"]).exists() or each["file"] == "nowhere.py" for each in found)
    messages = [each["message"] for each in found]
    assert "TFM102 SGD(lr=) is now SGD(learning_rate=) [fixed by upgrade]" in messages
    assert "cell 3:1:5: TFM102 SGD(lr=) is now SGD(learning_rate=) [fixed by upgrade]" in messages
    assert len(found) == len(printed) - 1, "every line but the last, which counts"
    assert printed[-1] not in messages


def test_the_summary_has_the_report(runner: Runner) -> None:
    runner.write(legacy=LEGACY)
    done = runner.check(paths="legacy.py")
    title, blank, *lines = runner.summary.read_text(encoding="utf-8").splitlines()
    assert (title, blank) == ("### tf-forward check", "")
    assert lines == [f"    {line}" for line in done.stdout.splitlines()[1:-1]]
    assert "\x1b" not in done.stdout


def test_the_matchers_take_every_line_about_the_tutorials() -> None:
    scripts = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("reference_impls/*/legacy.py"))
    command = [sys.executable, "-m", "codemods", "check", *scripts]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    *printed, _counts = done.stdout.splitlines()
    found = annotations(done.stdout)
    assert len(found) == len(printed) > 10
    assert {each["file"] for each in found} == set(scripts)
    assert all(each["message"].startswith(each["code"]) for each in found)


def test_paths_go_one_a_line_and_args_one_a_blank(runner: Runner) -> None:
    runner.write(**{"a b": LEGACY, "-c": LEGACY, "other": LEGACY})
    done = runner.check(paths="a b.py\n\n-c.py\n", args="--select TFM1  --ignore TFM2")
    assert {each["file"] for each in annotations(done.stdout)} == {"a b.py", "-c.py"}
    assert done.returncode == 1
    assert runner.check(paths="a b.py", args="--select TFM2").returncode == 0


def test_the_target_is_handed_on(runner: Runner) -> None:
    runner.write(legacy=LEGACY)
    done = runner.check(paths="legacy.py", target="tensorflow==2.1")
    assert done.returncode == 0
    assert "TensorFlow 2.1." in done.stdout
    wrong = runner.check(paths="legacy.py", target="tensorflow 2")
    assert wrong.returncode == 2
    assert "'tensorflow 2' is not a release such as" in wrong.stderr


def test_without_paths_the_project_says_which(runner: Runner) -> None:
    runner.write(legacy=LEGACY, other=LEGACY)
    assert "Missing argument 'PATH...'" in runner.check().stderr
    configuration = '[tool.codemods]\npaths = ["other.py"]\n'
    (runner.workspace / "pyproject.toml").write_text(configuration, encoding="utf-8")
    assert [Path(each["file"]).name for each in annotations(runner.check().stdout)] == ["other.py"]


def test_inputs_are_never_run(runner: Runner) -> None:
    runner.write(clean=CLEAN)
    for text in ("$(touch pwned) `touch pwned`; touch pwned", """' || touch pwned; " || touch pwned; '"""):
        for inputs in ({"paths": text}, {"paths": "clean.py", "args": text}, {"paths": "clean.py", "target": text}):
            assert runner.check(**inputs).returncode == 2
    assert [path.name for path in runner.workspace.iterdir()] == ["clean.py"]
    # an input reaches a script by the environment, never as text of it
    assert all("${{" not in step["run"] for step in action_steps().values())


def test_what_is_installed_is_this_repository_and_nothing_of_the_project(tmp_path: Path) -> None:
    runner = Runner(tmp_path)
    trap = "raise SystemExit('a module of the project was imported')\n"
    runner.write(codemods=trap, click=trap, pip=trap, venv=trap, sitecustomize=trap, legacy=LEGACY)
    python = os.path.realpath(sys.executable)
    installed = runner.step("Install tf-forward", PYTHON=python)
    assert installed.returncode == 0, installed.stderr
    done = runner.check(paths="legacy.py")
    assert done.returncode == 1, done.stderr
    assert [each["code"] for each in annotations(done.stdout)] == ["TFM102"]
    assert done.stderr == ""


def test_the_lines_of_the_readme_are_what_the_action_takes() -> None:
    section = (ROOT / "README.md").read_text(encoding="utf-8").split("\n## In your CI\n")[1].split("\n## ")[0]
    (block,) = re.findall(r"```yaml\n(.*?)```", section, flags=re.DOTALL)
    checkout, step = yaml.safe_load(block)
    repository, _, version = step["uses"].partition("@")
    assert repository.split("/", 2)[1] == "tf-forward"
    action = ROOT / repository.split("/", 2)[2] / "action.yml"
    assert set(step["with"]) <= set(load(action)["inputs"])
    assert f'\nversion = "{version.removeprefix("v")}"\n' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    pinned = re.search(rf"{checkout['uses'].partition('@')[0]}@\w+ # (v\d+)", WORKFLOWS[0].read_text(encoding="utf-8"))
    assert checkout["uses"].endswith(pinned[1])


def uses(node: object) -> Iterator[str]:
    if isinstance(node, dict):
        yield from (value for key, value in node.items() if key == "uses")
        node = list(node.values())
    if isinstance(node, list):
        for each in node:
            yield from uses(each)


@pytest.mark.parametrize("path", NAMED, ids=lambda path: path.stem)
def test_actions_are_pinned_by_commit(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for name in uses(load(path)):
        if name.startswith("./"):
            assert (ROOT / name).exists(), name
        else:
            assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", name), name
            assert re.search(rf"{name} # v\d+\.\d+\.\d+$", text, flags=re.MULTILINE), name


def test_an_action_has_one_version() -> None:
    names = {name for path in NAMED for name in uses(load(path)) if not name.startswith("./")}
    assert len(names) == len({name.partition("@")[0] for name in names})


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_may_only_read_and_end_in_time(path: Path) -> None:
    workflow = load(path)
    assert workflow["permissions"] == {"contents": "read"}
    triggers = workflow[True]  # YAML 1.1 reads the word `on` so
    assert ("concurrency" in workflow) is ("workflow_call" not in triggers)
    for job in workflow["jobs"].values():
        assert "uses" in job or job["timeout-minutes"] <= 180
        for step in job.get("steps", ()):
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"] == {"persist-credentials": False}


def test_every_python_of_the_matrix_is_to_be_had() -> None:
    """Interpreters that uv has no builds of come in a container."""
    job = load(ROOT / ".github" / "workflows" / "sessions.yml")["jobs"]["session"]
    noxfile = (ROOT / "noxfile.py").read_text(encoding="utf-8")
    pythons = set(re.findall(r'Release\("[\d.]+", "(3\.\d+)"', noxfile))
    old = {each for each in pythons if int(each.partition(".")[2]) < 8}
    assert set(re.findall(r"'python:(3\.\d+)-\w+'", job["container"])) == old
    assert set(re.findall(r"matrix\.python == '(3\.\d+)'", job["container"])) == old
    (script,) = (step["run"] for step in job["steps"] if step.get("name") == "Put the interpreters on PATH")
    assert f"{' | '.join(sorted(old))})" in script


def test_the_sessions_that_are_added_to_the_matrix_are_there() -> None:
    steps = load(ROOT / ".github" / "workflows" / "sessions.yml")["jobs"]["matrix"]["steps"]
    (script,) = (step["run"] for step in steps if step.get("id") == "rows")
    added = json.loads(re.search(r"\((\[.*?\]) - ", script)[1])
    noxfile = (ROOT / "noxfile.py").read_text(encoding="utf-8")
    listed = re.search(r"nox\.options\.sessions = \[(.*?)\]", noxfile, flags=re.DOTALL)[1]
    assert set(added) == {name for name in re.findall(r'"(.*?)"', listed) if name != "legacy" and "(" not in name}
