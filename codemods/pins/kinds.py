"""Which files may pin packages, by their names."""

from __future__ import annotations

import re
from enum import Enum
from pathlib import PurePath


class Kind(Enum):
    """The languages of files that pin packages."""

    PIP = "a requirements file"
    TOML = "TOML"
    INI = "an INI file"
    YAML = "YAML"
    DOCKER = "a Dockerfile"


_NAMES = (
    (Kind.PIP, re.compile(r".*(?:requirement|constraint).*\.(?:txt|in|pip)", re.IGNORECASE)),
    (Kind.TOML, re.compile(r"pyproject\.toml|Pipfile")),
    (Kind.INI, re.compile(r"setup\.cfg|tox\.ini")),
    (Kind.YAML, re.compile(r".*(?:env|conda).*\.ya?ml|docker-compose.*\.ya?ml", re.IGNORECASE)),
    (Kind.YAML, re.compile(r"\.?(?:travis|appveyor|gitlab-ci|azure-pipelines.*|bitbucket-pipelines)\.ya?ml")),
    (Kind.DOCKER, re.compile(r"(?:.*[-_.])?(?:docker|container)file(?:[-_.].*)?", re.IGNORECASE)),
)
_REQUIREMENTS = re.compile(r"req(?:uirement)?s?|constraints?", re.IGNORECASE)
_ENVIRONMENTS = re.compile(r"(?:conda|env(?:ironment)?s?|conda[-_]envs?)", re.IGNORECASE)
_CODE = (".py", ".ipynb")
HIDDEN_FOLDERS = frozenset({".github", ".circleci"})
"""The hidden folders that hold such files."""


def kind_of(path: PurePath) -> Kind | None:
    """The kind of a file, None for one that pins no packages; the folders above it may tell."""
    for kind, names in _NAMES:
        if names.fullmatch(path.name) and path.suffix not in _CODE:
            return kind
    folder = path.parent.name
    if path.suffix in (".txt", ".in") and _REQUIREMENTS.fullmatch(folder):
        return Kind.PIP
    if path.suffix in (".yml", ".yaml") and (
        HIDDEN_FOLDERS.intersection(path.parts) or _ENVIRONMENTS.fullmatch(folder)
    ):
        return Kind.YAML
    return None
