from __future__ import annotations

from pathlib import PurePath
from textwrap import dedent

import pytest

from codemods.pins.work import check, upgrade
from codemods.releases.target import parse_target
from codemods.types import Settings, Upgraded

PIP, CONDA, CI, DOCKER = "requirements.txt", "environment.yml", ".github/workflows/ci.yml", "Dockerfile"


def done(name: str, text: str | bytes, settings: Settings | None = None) -> Upgraded:
    source = text if isinstance(text, bytes) else dedent(text).lstrip("\n").encode()
    result = upgrade(source, PurePath(name), settings or Settings(requirements=True))
    assert isinstance(result, Upgraded)
    return result


def changed(name: str, before: str, after: str) -> Upgraded:
    result = done(name, before)
    assert result.after.decode() == dedent(after).lstrip("\n")
    assert result.changes
    again = done(name, result.after)
    assert again.after is result.after, "a second run changes nothing"
    assert [each.message for each in again.findings] == [each.message for each in result.findings]
    return result


def untouched(name: str, text: str) -> Upgraded:
    result = done(name, text)
    assert result.after is result.before
    assert not result.changes
    return result


def silent(name: str, text: str) -> None:
    result = untouched(name, text)
    assert (result.findings, result.notes) == ((), ())


# --- requirements files


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("tensorflow-gpu==1.13.1\n", "tensorflow[and-cuda]==2.21.*\n"),
        ("  keras == 2.2.4   # as in the paper\n", "  keras==3.15.*   # as in the paper\n"),
        ("numpy<1.17  \nkeras\n", "numpy>=1.26.0  \nkeras\n"),
        ("tensorflow<2", "tensorflow>=2.16"),
        ("tensorflow==1.15 ; sys_platform == 'linux'\n", "tensorflow==2.21.* ; sys_platform == 'linux'\n"),
        ("\ufefftensorflow==1.15\r\nscipy==1.1\r\n", "\ufefftensorflow==2.21.*\r\nscipy==1.1\r\n"),
        (
            "-r base.txt\n--no-binary h5py\ntensorflow==1.4 --no-deps\n",
            "-r base.txt\n--no-binary h5py\ntensorflow==2.21.* --no-deps\n",
        ),
        ("tensorflow==1.4\\\n  ;python_version>'3'\n", "tensorflow==2.21.*\\\n  ;python_version>'3'\n"),
        ("tensorflow=1.13.1\n", "tensorflow>=2.16\n"),
    ],
)
def test_requirements_file(before: str, after: str) -> None:
    changed(PIP, before, after)


@pytest.mark.parametrize(
    "line",
    [
        "tensorflow",
        "tensorflow>=2.4",
        "tensorflow==2.21.*",
        "keras\nnumpy<3",
        "numpy==1.16.4",
        "# tensorflow==1.13.1",
        "torch  # not tensorflow==1.13.1",
        "keras-tuner==1.0",
        "-e git+https://github.com/tensorflow/models#egg=models",
        "fun @ git+https://github.com/tensorflow/probability.git#subdirectory=x==y",
        "tensorflow==1.13.1  # tf-forward: ignore[TFM276]",
        "tensorflow==1.13.1  # tf-forward: ignore",
        "not a requirement of tensorflow at all",
    ],
)
def test_left_alone_in_a_requirements_file(line: str) -> None:
    silent(PIP, f"{line}\n")


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("tensorflow==1.13.1 \\\n    --hash=sha256:00\n", "it has hashes: make them anew"),
        (
            "https://storage.googleapis.com/tensorflow/linux/gpu/tensorflow_gpu-1.4.0-cp36-cp36m-linux_x86_64.whl\n",
            "it is an address",
        ),
        ("tensorflow @ https://example.org/tensorflow-1.4.0-cp36-cp36m-linux_x86_64.whl\n", "it is an address"),
        ("git+https://www.github.com/keras-team/keras-contrib.git@master\n", "it is an address"),
        ("tensorflow-gpu=1.13.1=h0d30ee6_0\n", "it names a build"),
        ("tensorflow-addons==0.16\n", "keras has many of its optimizers"),
    ],
)
def test_reported_and_not_changed(text: str, advice: str) -> None:
    finding = untouched(PIP, text).findings[0]
    assert (finding.code, finding.line) == ("TFM276", 1)
    assert advice in finding.advice


@pytest.mark.parametrize(
    "line", ["tensorflow==$VERSION", "tensorflow>=1.4,<${MAX}", "keras=>2.2", "tensorflow-gpu == {tf}"]
)
def test_noted_as_it_cannot_be_read(line: str) -> None:
    result = untouched(PIP, f"six\n{line}\n")
    assert result.findings == ()
    assert [(each.line, each.code) for each in result.notes] == [(2, "TFM276")]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "latin-1"])
def test_encodings(encoding: str) -> None:
    result = done(PIP, "# gr\u00f6\u00dfer\nKeras==2.2.4\n".encode(encoding))
    assert result.after == "# gr\u00f6\u00dfer\nkeras==3.15.*\n".encode(encoding)


def test_places_and_what_is_left() -> None:
    text = "six\ntensorflow-gpu==1.13.1\ntensorflow-addons==0.1\n"
    result = done(PIP, text)
    assert [(each.line, each.column, each.symbol) for each in result.changes] == [(2, 1, "tensorflow-gpu==1.13.1")]
    assert [(each.line, each.symbol) for each in result.findings] == [(3, "tensorflow-addons==0.1")]
    only = check(text.encode(), PurePath(PIP), Settings(requirements=True))
    assert isinstance(only, Upgraded)
    assert only.after is only.before
    assert [each.line for each in only.findings] == [2, 3]
    assert "write tensorflow[and-cuda]==2.21.*, or run upgrade --requirements" in only.findings[0].advice


def test_other_targets_and_rules_that_are_not_selected() -> None:
    text = "tensorflow==1.15\n"
    assert done(PIP, text, Settings(requirements=True, ignore=("TFM276",))).findings == ()
    target = parse_target("tensorflow==2.18")
    assert done(PIP, text, Settings(requirements=True, target=target)).after == b"tensorflow==2.18.*\n"


# --- TOML


def test_pyproject() -> None:
    changed(
        "pyproject.toml",
        """
        [build-system]
        requires = ["setuptools", 'tensorflow==1.13.1']  # tensorflow==1.13.1
        [project]
        description = "for tensorflow==1.13.1"
        requires-python = ">=3.6,<3.8"
        dependencies = [
            "tensorflow-gpu ==1.13.1 ; sys_platform == 'linux'",  # keep
            "numpy<1.17",
        ]
        [project.optional-dependencies]
        old = ["tensorflow==1.13.1"]
        [dependency-groups]
        test = ["keras==2.2.4", {include-group = "more"}]
        [tool.poetry.dependencies]
        keras = "^2.2"
        tensorflow = {version = "~1.13", optional = true}
        [tool.other]
        dependencies = ["tensorflow==1.13.1"]
        """,
        """
        [build-system]
        requires = ["setuptools", 'tensorflow==2.21.*']  # tensorflow==1.13.1
        [project]
        description = "for tensorflow==1.13.1"
        requires-python = ">=3.10"
        dependencies = [
            "tensorflow[and-cuda]==2.21.* ; sys_platform == 'linux'",  # keep
            "numpy>=1.26.0",
        ]
        [project.optional-dependencies]
        old = ["tensorflow==2.21.*"]
        [dependency-groups]
        test = ["keras==3.15.*", {include-group = "more"}]
        [tool.poetry.dependencies]
        keras = ">=3.0"
        tensorflow = {version = "==2.21.*", optional = true}
        [tool.other]
        dependencies = ["tensorflow==1.13.1"]
        """,
    )


def test_pipfile() -> None:
    result = changed(
        "Pipfile",
        """
        [packages]
        keras = "==2.2.4"
        tensorflow-gpu = "==1.13.1"
        numpy = "*"
        [requires]
        python_version = "3.6"
        """,
        """
        [packages]
        keras = "==3.15.*"
        tensorflow-gpu = "==1.13.1"
        numpy = "*"
        [requires]
        python_version = "3.6"
        """,
    )
    assert [each.line for each in result.findings] == [3, 6]


@pytest.mark.parametrize(
    "text",
    [
        '[project]\ndependencies = ["tensorflow>=2.16", "keras"]\nrequires-python = ">=3.6"\n',
        '[tool.poetry.dependencies]\npython = "^3.6"\ntensorflow = "^2.4"\nkeras = "*"\n',
        '[project]\nkeywords = ["tensorflow==1.13.1"]\n',
        '# tensorflow==1.13\n[tool.ruff]\nselect = ["E"]\n',
    ],
)
def test_left_alone_in_toml(text: str) -> None:
    silent("pyproject.toml", text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", 'a = ["tensorflow==1.13\n'),
        (CONDA, "a: [tensorflow==1.13\n"),
        (CONDA, "{{ tensorflow }}: {\n"),
    ],
)
def test_what_cannot_be_parsed_gets_a_note(name: str, text: str) -> None:
    result = untouched(name, text)
    assert result.findings == ()
    assert "is no valid" in result.notes[0].message


# --- INI


def test_setup_cfg_and_tox() -> None:
    changed(
        "setup.cfg",
        """
        [metadata]
        name = tensorflow==1.0
        [options]
        python_requires = >=3.5, <3.8
        install_requires =
            tensorflow==1.13.1  # pinned
            six
        [options.extras_require]
        gpu = tensorflow-gpu>=1.13,<2
        """,
        """
        [metadata]
        name = tensorflow==1.0
        [options]
        python_requires = >=3.10
        install_requires =
            tensorflow==2.21.*  # pinned
            six
        [options.extras_require]
        gpu = tensorflow[and-cuda]>=2.16
        """,
    )
    changed(
        "tox.ini",
        """
        [testenv]
        deps =
            tf1: tensorflow==1.15
            {py36,py37}-old: keras==2.2.4
        commands =
            pip install tensorflow<2
        """,
        """
        [testenv]
        deps =
            tf1: tensorflow==2.21.*
            {py36,py37}-old: keras==3.15.*
        commands =
            pip install "tensorflow>=2.16"
        """,
    )


# --- YAML


def test_environment_of_conda() -> None:
    result = changed(
        CONDA,
        """
        name: old
        dependencies:
          - python=3.6  # as in the paper
          - tensorflow-gpu=1.13.1
          - conda-forge::keras=2.2
          - h5py=2.9.0=py36h5e291fa_0
          - numpy 1.16.4
          - pip:
            - "keras==2.2.4"
            - -r more.txt
        """,
        """
        name: old
        dependencies:
          - python=3.12  # as in the paper
          - tensorflow-gpu>=2.16
          - conda-forge::keras>=3.0
          - h5py=2.9.0=py36h5e291fa_0
          - numpy>=1.26.0
          - pip:
            - "keras==3.15.*"
            - -r more.txt
        """,
    )
    assert [each.line for each in result.findings] == [6]


def test_commands_of_ci() -> None:
    changed(
        CI,
        """
        jobs:
          test:
            steps:
              - run: pip install tensorflow==1.15 && pytest
              - run: |
                  python -m pip install -U \\
                    "keras<2.4" six
                  echo pip install keras==2.2.4
              - run: "pip install keras==2.2.4"
        """,
        """
        jobs:
          test:
            steps:
              - run: pip install "tensorflow==2.21.*" && pytest
              - run: |
                  python -m pip install -U \\
                    "keras>=3.0" six
                  echo pip install "keras==3.15.*"
              - run: "pip install 'keras==3.15.*'"
        """,
    )


@pytest.mark.parametrize(
    ("word", "advice"),
    [
        ("\"tensorflow==1.15; python_version > '3'\"", "mind its marker"),
        ('tensorflow"==1.15"', "mind its quotes"),
    ],
)
def test_a_word_that_is_more_than_a_requirement_is_reported(word: str, advice: str) -> None:
    (finding,) = untouched(DOCKER, f"RUN pip install {word}\n").findings
    assert finding.advice.endswith(advice)


def test_what_ci_tries() -> None:
    text = "jobs:\n  a:\n    strategy:\n      matrix:\n        python: ['3.6', '3.7']\n        tensorflow: [1.14, 1.15.0]\n    container: tensorflow/tensorflow:1.15.0-py3\n"
    result = untouched(CI, text)
    assert [(each.line, each.symbol) for each in result.findings] == [
        (5, "python==3.6.*, python==3.7.*"),
        (6, "tensorflow==1.14.*, tensorflow==1.15.0"),
        (7, "tensorflow==1.15.0"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "matrix:\n  python: ['3.6', '3.11']\n  tensorflow: ['1.15', '2.20']\nx: pip install tensorflow\n",
        "env: {KERAS_BACKEND: tensorflow}\nrun: pip install torch==1.0 numpy==1.12\n",
        "run: pip uninstall tensorflow==1.13.1\n",
        "run: |\n  # pip install tensorflow==1.13.1\n  pip install -r tensorflow==1.13.1\n",
        "run: echo 'tensorflow==1.13.1'\n",
        "env:\n  K: tensorflow\nrun: pip install tensorflow-datasets==1.0\npython-version: 3.x\n",
    ],
)
def test_left_alone_in_ci(text: str) -> None:
    silent(CI, text)


# --- Dockerfiles


def test_dockerfile() -> None:
    result = changed(
        DOCKER,
        """
        ARG BASE=nvcr.io/nvidia/tensorflow:20.06-tf1-py3
        FROM tensorflow/tensorflow:1.13.1-gpu-py3 AS old
        FROM python:3.6-slim
        # RUN pip install keras==2.2.4
        RUN apt-get install -y tensorflow==1.0 && \\
            # the old one
            pip3 install --no-cache-dir 'keras==2.2.4' h5py==2.10 \\
              tensorflow-gpu && rm -rf /x
        RUN pip install tensorflow==${VERSION}
        """,
        """
        ARG BASE=nvcr.io/nvidia/tensorflow:20.06-tf1-py3
        FROM tensorflow/tensorflow:1.13.1-gpu-py3 AS old
        FROM python:3.6-slim
        # RUN pip install keras==2.2.4
        RUN apt-get install -y tensorflow==1.0 && \\
            # the old one
            pip3 install --no-cache-dir 'keras==3.15.*' "h5py>=3.11.0,<3.15" \\
              "tensorflow[and-cuda]" && rm -rf /x
        RUN pip install tensorflow==${VERSION}
        """,
    )
    assert [each.line for each in result.findings] == [1, 2, 3]
    assert [each.line for each in result.notes] == [9]


@pytest.mark.parametrize(
    "text",
    [
        "FROM tensorflow/tensorflow:2.20.0-gpu\nRUN pip install keras\n",
        "FROM tensorflow/tensorflow:latest\n",
        "FROM python:3.6\nRUN pip install numpy==1.12\n",
        "FROM python:3.11\nRUN pip install tensorflow\n",
        "FROM ubuntu\nCOPY requirements.txt tensorflow==1.13.1\n",
    ],
)
def test_left_alone_in_a_dockerfile(text: str) -> None:
    silent(DOCKER, text)


def test_an_edit_that_would_change_more_is_left_to_a_person(monkeypatch: pytest.MonkeyPatch) -> None:
    text = '[project]\ndependencies = ["tensorflow==1.13.1"]\n'
    monkeypatch.setattr("codemods.pins.pin.Advice.text", '"')
    result = untouched("pyproject.toml", text)
    assert [each.line for each in result.findings] == [2]
    assert "upgrade --requirements" not in result.findings[0].advice
