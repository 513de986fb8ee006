"""What a notebook keeps of the kernel that ran it: its Python, and what an import of Keras printed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from codemods.notebooks.document import Document
from codemods.releases.vintage import Vintage
from codemods.source.project import Project

_VERSION = re.compile(r"(\d)\.(\d+)")
_INSTALLED = re.compile(r"[/\\]python(\d)\.(\d+)[/\\](?:site|dist)-packages[/\\]")
"""A folder of packages, as warnings name it."""
_BACKEND = "Using TensorFlow backend."


def with_kernel(project: Project, document: Document) -> Project:
    """What is known around a notebook, with what the notebook tells of the time when it was run."""

    @cache
    def vintage() -> Vintage:
        printed = "".join(_printed(document.content))
        python = _python(document.content) or _only(_INSTALLED.findall(printed))
        return project.vintage()._replace(python=python, is_of_backends=_BACKEND in printed)

    return project._replace(vintage=vintage)


def _python(content: Mapping[str, Any]) -> tuple[int, int] | None:
    """The Python that the notebook was last saved with."""
    said = content["metadata"].get("language_info", {}).get("version")
    found = _VERSION.match(said) if isinstance(said, str) else None
    return (int(found[1]), int(found[2])) if found is not None else None


def _only(found: list[tuple[str, str]]) -> tuple[int, int] | None:
    versions = {(int(major), int(minor)) for major, minor in found}
    return versions.pop() if len(versions) == 1 else None


def _printed(content: Mapping[str, Any]) -> Iterator[str]:
    """What the cells wrote to the standard streams."""
    outputs = (output for cell in content["cells"] for output in cell.get("outputs", ()))
    for output in outputs:
        if output.get("output_type") == "stream":
            text = output.get("text", "")
            yield text if isinstance(text, str) else "".join(text)
