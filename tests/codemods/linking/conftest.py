"""Modules of one project, beside each other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from codemods.cli.reading import project_of
from codemods.source.file import File
from codemods.source.parsing import tree_of

Read = Callable[..., File]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Writes modules, `train="..."`, and gives the first one as rules see it."""
    (tmp_path / ".git").mkdir()

    def write(**modules: str) -> File:
        for name, source in modules.items():
            path = tmp_path / f"{name}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text(dedent(source).lstrip("\n"))
        path = tmp_path / f"{next(iter(modules))}.py"
        return File(tree_of(path.read_bytes()), path.read_bytes(), project=project_of(path))

    return write
