"""Runs a script as it was and as it is upgraded, each in a copy of its project, and compares what was recorded.

The runs are those of `python -m compat record`: the second begins at the weights of the first and is fed its batches.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import codemods
from codemods.cli.output import Output
from codemods.releases import api
from codemods.releases.environments import Environment, Pair, newest, pairs
from codemods.releases.origin import Origin, parse_origin
from codemods.releases.target import Target, parse_target

SAME, OTHER = 0, 1
LARGEST = 2_000_000_000
"""Bytes of a project that are copied; data beyond that has to be named."""

_LEFT_OUT = frozenset({".git", ".hg", ".nox", ".tox", ".venv", "venv", "node_modules", "__pycache__"})
_PACKAGES = Path(codemods.__file__).resolve().parents[1]
_VARIABLES = {
    "CUDA_VISIBLE_DEVICES": "-1",
    "KERAS_BACKEND": "tensorflow",
    "MPLBACKEND": "agg",
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "TF_ENABLE_ONEDNN_OPTS": "0",
}
"""Both runs train on the processor, in the plain order of its operations, and open no windows."""
_NEEDS_ONEDNN = "only supports NHWC"
_ONEDNN = {**_VARIABLES, "TF_ENABLE_ONEDNN_OPTS": "1"}
"""What says that the plain operations do not train with `channels_first`, and the variables for those of oneDNN."""
_META = "import json; from compat.runner import recording; print(json.dumps(recording.load('legacy.npz').meta))"
_SHOWN = 8
"""Lines of a run that failed, and of what an upgrade says."""
_KINDS = ("changes", "findings", "notes")


Report = dict[str, Any]
"""What `upgrade --format json` says of a file."""


class Stopped(Exception):  # noqa: N818 - it is no error of this program
    """A step that could not be carried out: what, and what to do."""


@dataclass(frozen=True)
class Case:
    """A script, relative to its project, with its arguments.

    `linked` are files and folders that are not copied. `proof` is the folder of the proof, which may be in the project.
    """

    project: Path
    script: Path
    arguments: tuple[str, ...]
    linked: tuple[Path, ...]
    proof: Path


@dataclass(frozen=True)
class Proof:
    """What is done in the folder of a proof, which gets the copies, the records, and what was printed."""

    case: Case
    recording: tuple[str, ...]
    steps: int
    output: Output
    is_of_known_release: bool = False
    """Whether the project or the user names the releases that the script was written for."""

    @property
    def folder(self) -> Path:
        return self.case.proof

    def prepare(self) -> None:
        """Copy the project twice, and beside it what records: the legacy Python must not see other packages."""
        _check_size(self.case)
        for name in ("legacy", "modern"):
            _copy(self.case, self.folder / name)
        (self.folder / "modern" / ".git").mkdir()  # what git ignores around the copy is no matter in it
        shutil.copytree(_PACKAGES / "compat", self.folder / "tools" / "compat", ignore=_caches)

    def carry_out(self, legacy: Sequence[str], modern: Sequence[str], options: Sequence[str]) -> tuple[int, str]:
        """Take all steps, with the commands that start Python, and the options of the upgrade.

        Returns:
            the status of the comparison, `SAME` or `OTHER`, and its report.

        Raises:
            Stopped: a step could not be carried out.

        """
        self.prepare()
        self.record("legacy", legacy, ["--steps", str(self.steps)])
        self.upgrade([*options, *self._origin(modern)])
        self.record("modern", modern, ["--start", str(self.folder / "legacy.npz")])
        status, report = self.compare(modern)
        if status == OTHER:
            self.record("rounding", modern, ["--start", str(self.folder / "legacy.npz"), "--nudge"])
            status, report = self.compare(modern, ["--rounding", "rounding.npz"])
        return status, report if status == SAME else f"{report}{self._known_differences(options)}"

    def _known_differences(self, options: Sequence[str]) -> str:
        """What the upgrade said of numbers, one line each, the script first."""
        from codemods.explain.pages import CAN_DIFFER, page_of  # they load every rule
        from codemods.rules import rules_by_code

        files = json.loads((self.folder / "upgrade.json").read_text("utf-8"))["files"]
        own, others = _parted(files, self.case.script)
        places = [(file["path"], place) for file in (*own, *others) for kind in _KINDS for place in file[kind]]
        told = [
            f"  {path}:{place['line']}  {place['code']}  {place['message']}\n"
            for path, place in places
            if page_of(rules_by_code()[place["code"]]).verdict == CAN_DIFFER
        ]
        if not told:
            return ""
        more = [f"  and {len(told) - _SHOWN} more, in upgrade.json\n"] if len(told) > _SHOWN else []
        advice = [] if "--exact" in options else ["--exact writes optimizers that update as those of Keras 2 did.\n"]
        return "".join(["Of numbers that can differ the upgrade says:\n", *told[:_SHOWN], *more, *advice])

    def upgrade(self, options: Sequence[str]) -> None:
        """Upgrade the modern copy; what is left for a person does not stop the proof."""
        paths = [str(self.case.script), "."]  # the script itself, even if git ignores it
        command = [sys.executable, "-m", "codemods", "upgrade", "--format", "json", *options, *paths]
        done = self._keeping("upgrade", command, _PACKAGES)
        try:
            files = json.loads(done)["files"]
        except ValueError:
            self._fail("upgrade", "the upgrade failed", "report what it printed")
        (self.folder / "upgrade.json").write_text(done, encoding="utf-8")
        own, others = _parted(files, self.case.script)
        more = f"; other files: {_left(others)}" if others else ""
        asked = f"{shlex.join(options)} " if options else ""
        self._say("upgrade", f"{asked}{self.case.script}: {own[0]['status']}, {_left(own)}{more}")

    def _origin(self, python: Sequence[str]) -> list[str]:
        """The option that names the releases which the legacy run was on, if none were named."""
        if self.is_of_known_release:
            return []
        done = _run([*python, "-c", _META], self.folder, self.folder / "tools")
        try:
            run = json.loads(done.stdout)
            text = f"tensorflow=={run['tensorflow']}"
            if len(parse_origin(text).pairs) > 1 and run["keras_package"].partition(".")[0] == "keras":
                text += f",keras=={run['keras']}"
                parse_origin(text)
        except (ValueError, KeyError):
            return []  # a release that the tables do not have
        return ["--from", text]

    def record(self, name: str, python: Sequence[str], options: Sequence[str]) -> None:
        """Record a run of the copy with this name."""
        self._say(name, shlex.join(python))
        out = self.folder / f"{name}.npz"
        own = ["-m", "compat", "record", str(self.case.script), "--out", str(out), *self.recording, *options]
        command = [*python, *own, "--", *self.case.arguments]
        self._keeping(name, command, self.folder / "tools")
        if not out.is_file() and _NEEDS_ONEDNN in self._log(name).read_text("utf-8", "replace"):
            self._say(name, "again with oneDNN, which rounds more: the plain operations do not train channels_first")
            self._keeping(name, command, self.folder / "tools", _ONEDNN)
        if not out.is_file():
            self._fail(name, f"the {name} run recorded nothing", self._advice(name))

    def compare(self, python: Sequence[str], options: Sequence[str] = ()) -> tuple[int, str]:
        """The status of `compat compare`, and what it says."""
        command = [*python, "-m", "compat", "compare", *options, "legacy.npz", "modern.npz"]
        done = _run(command, self.folder, self.folder / "tools")
        if done.returncode not in (SAME, OTHER):
            raise Stopped(f"the records could not be compared: {done.stderr.strip()}")
        return done.returncode, done.stdout

    def _keeping(self, name: str, command: Sequence[str], path: Path, variables: Mapping[str, str] = _VARIABLES) -> str:
        """Run a step in the copy that it is about, to its end, whatever that is; keep and return what it printed."""
        folder = self.folder / ("legacy" if name == "legacy" else "modern")
        with self.output.working(f"{name} ..."):
            done = _run(command, folder, path, variables)
        self._log(name).write_text(f"{done.stdout}\n{done.stderr}", encoding="utf-8")
        return done.stdout

    def _fail(self, name: str, what: str, advice: str) -> NoReturn:
        lines = [line for line in self._log(name).read_text("utf-8", "replace").splitlines() if line]
        for line in lines[-_SHOWN:]:
            self._say(name, line)
        raise Stopped(f"{what}: {advice}")

    def _advice(self, name: str) -> str:
        missing = _MISSING.findall(self._log(name).read_text("utf-8", "replace"))
        return f"it needs a package, --with {missing[-1].split('.')[0]}" if missing else _ADVICE[name]

    def _log(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def _say(self, name: str, text: str) -> None:
        self.output.print((f"{name:9}", "bold"), text)


_MISSING = re.compile(r"No module named '([\w.]+)'")
_ADVICE = {
    "legacy": (
        "does it run on this release? --from names another. Recorded are trainings by fit, fit_generator and"
        " train_on_batch"
    ),
    "modern": "the upgraded script ended before it trained; what the upgrade left to you is in upgrade.json",
    "rounding": "it ran before from weights that the last digits tell apart: run it again, or with fewer --steps",
}


def _run(
    command: Sequence[str], folder: Path, path: Path, variables: Mapping[str, str] = _VARIABLES
) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder; `path` is where its Python finds what is not installed."""
    variables = {**os.environ, **variables, "PYTHONPATH": str(path)}
    try:
        return subprocess.run(  # noqa: S603 - the script is what the user asks to run
            command, cwd=folder, env=variables, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8",
            errors="replace", check=False,
        )  # fmt: skip
    except OSError as error:
        raise Stopped(f"{command[0]}: {error.strerror}; give an interpreter that runs") from None


def _caches(_: str, names: list[str]) -> list[str]:
    return [name for name in names if name == "__pycache__"]


def _parted(files: list[Report], script: Path) -> tuple[list[Report], list[Report]]:
    """What is reported of the script, and what of other files that are changed or have findings."""
    own = [each for each in files if Path(each["path"]) == script]
    others = [each for each in files if each not in own and (each["findings"] or each["status"] == "changed")]
    return own, others


def _left(files: list[Report]) -> str:
    found = sum(len(each["findings"]) for each in files)
    return f"{found} left to you, in upgrade.json" if found else "nothing left to you"


# --- copies


def _check_size(case: Case) -> None:
    total = 0
    for path in _files(case, case.project):
        total += path.stat().st_size
        if total > LARGEST:
            raise Stopped(
                f"{case.project} has more than {LARGEST / 1e9:.0f} GB, and is copied twice: name the folder of the"
                " script with --project, or what is only read with --link DATA"
            )


def _files(case: Case, folder: Path) -> Iterator[Path]:
    with os.scandir(folder) as entries:
        for entry in entries:
            path = Path(entry.path)
            if _is_linked(case, path) or _is_left_out(case, path):
                continue
            if entry.is_dir():
                yield from _files(case, path)
            else:
                yield path


def _is_linked(case: Case, path: Path) -> bool:
    return path.is_symlink() or path in case.linked


def _is_left_out(case: Case, path: Path) -> bool:
    return path.name in _LEFT_OUT or path == case.proof


def _copy(case: Case, to: Path) -> None:
    """Copy a project; links, and what is to be linked, lead to where they led."""
    links: list[Path] = []

    def ignored(folder: str, names: list[str]) -> list[str]:
        found = [Path(folder, name) for name in names]
        links.extend(path for path in found if _is_linked(case, path))
        return [path.name for path in found if path in links or _is_left_out(case, path)]

    shutil.copytree(case.project, to, ignore=ignored)
    for path in links:
        (to / path.relative_to(case.project)).symlink_to(path.resolve())


# --- interpreters


def legacy_python(case: Case, origin: Origin, packages: Sequence[str]) -> list[str]:
    """The command that starts Python with the release of a script, and with some more packages."""
    environment = _environment(case, origin)
    if not environment.in_uv:
        raise Stopped(f"uv does not have Python {environment.python}: give an interpreter with --legacy PYTHON")
    return of_uv(environment.python, (*environment.packages, *packages))


def _environment(case: Case, origin: Origin) -> Environment:
    """The newest releases that have what the script uses, and that are those it was written for, if that is known."""
    command = [sys.executable, "-m", "codemods", "detect", "--format", "json", str(case.script)]
    eras = _eras(_run(command, case.project, _PACKAGES).stdout)
    if len(eras) != 1:
        why = "uses what no release has together" if eras else "shows no release"
        raise Stopped(f"{case.script} {why}: give the interpreter of its time with --legacy PYTHON")
    era = eras[0]
    met = frozenset(
        pair
        for pair in origin.pairs
        if all(
            not era[name] or release in era[name] for name, release in zip(("tensorflow", "keras"), pair, strict=True)
        )
    )
    if not met:
        raise Stopped(f"{case.script} does not run on the release that --from names: see detect {case.script}")
    found = newest(met, keras=bool(era["keras"]))
    if not found.in_uv and origin == Origin():
        found = _next(met) or found
    if parse_target(f"tensorflow=={found.tensorflow}").is_modern:
        raise Stopped(f"{case.script} shows no legacy release: say what it was written for, --from tensorflow==1.15")
    return found


def _next(met: frozenset[Pair]) -> Environment | None:
    """The next release with one of these releases of Keras: uv has its Python, and not that of TensorFlow 1.12."""
    order = api.releases("tensorflow")
    last = max(order.index(tensorflow) for tensorflow, _ in met)
    keras = {each for _, each in met}
    near = frozenset(pair for pair in pairs() if pair[0] in order[last + 1 : last + 2] and pair[1] in keras)
    return newest(near, keras=True) if near else None


def _eras(document: str) -> list[dict[str, Any]]:
    try:
        (file,) = json.loads(document)["files"]
    except ValueError:
        return []
    return list(file.get("eras", ()))


def modern_python(target: Target, packages: Sequence[str]) -> list[str]:
    """This interpreter if it has TensorFlow, or else one with the target release."""
    if importlib.util.find_spec("tensorflow") is not None:
        return [sys.executable]
    return of_uv("3.12", (f"tensorflow=={target.tensorflow}", *packages))


def of_uv(python: str, packages: Sequence[str]) -> list[str]:
    """The command that starts Python with some packages; uv fetches both."""
    if shutil.which("uv") is None:
        raise Stopped(
            f"uv is not installed, which would fetch Python {python} with {' '.join(packages)}: install it, or give"
            " interpreters with --legacy and --modern"
        )
    return ["uv", "run", "--no-project", "--python", python, *(f"--with={each}" for each in packages), "--", "python"]
