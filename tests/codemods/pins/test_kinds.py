from __future__ import annotations

from pathlib import PurePath

import pytest

from codemods.pins.kinds import Kind, kind_of


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("requirements.txt", Kind.PIP),
        ("requirements-gpu.txt", Kind.PIP),
        ("requirements_tf_gpu.txt", Kind.PIP),
        ("dev-requirements.in", Kind.PIP),
        ("a/requirements/base.txt", Kind.PIP),
        ("constraints.txt", Kind.PIP),
        ("pyproject.toml", Kind.TOML),
        ("Pipfile", Kind.TOML),
        ("setup.cfg", Kind.INI),
        ("tox.ini", Kind.INI),
        ("environment.yml", Kind.YAML),
        ("environment-gpu.yaml", Kind.YAML),
        ("conda.yml", Kind.YAML),
        ("envs/train.yml", Kind.YAML),
        (".travis.yml", Kind.YAML),
        (".github/workflows/tests.yml", Kind.YAML),
        (".github/actions/setup/action.yml", Kind.YAML),
        (".circleci/config.yml", Kind.YAML),
        ("azure-pipelines.yml", Kind.YAML),
        (".gitlab-ci.yml", Kind.YAML),
        ("docker-compose.yml", Kind.YAML),
        ("Dockerfile", Kind.DOCKER),
        ("Dockerfile.gpu", Kind.DOCKER),
        ("gpu.Dockerfile", Kind.DOCKER),
        ("docker/dockerfile", Kind.DOCKER),
    ],
)
def test_read(name: str, kind: Kind) -> None:
    assert kind_of(PurePath(name)) is kind


@pytest.mark.parametrize(
    "name",
    ["setup.py", "requirements.py", "train.py", "labels.txt", "data/words.txt", "config.yml", "model.yaml", "README.md",
     "poetry.lock", "Pipfile.lock", "environment.json", "dockerfile.py", "requirements.md", "uv.lock", "train.ipynb"],
)  # fmt: skip
def test_not_read(name: str) -> None:
    assert kind_of(PurePath(name)) is None
