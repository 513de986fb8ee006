"""`[tool.codemods]` in pyproject.toml: the settings of a project.

[tool.codemods]
paths = ["src", "train.py"]
exclude = ["src/vendored/"]
target = "tensorflow==2.21"
to = "native"
from = "keras==2.3"
select = ["TFM1"]
ignore = ["TFM130"]
exact = true
python2 = true
baseline = "known.json"
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from codemods.cli.discovery import is_file
from codemods.releases.origin import parse_origin
from codemods.releases.target import parse_target
from codemods.types import Settings

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # type: ignore[import-not-found,unused-ignore]

_LISTS = ("paths", "exclude", "select", "ignore")
_TEXTS = ("target", "to", "from", "baseline")
_SWITCHES = ("exact", "python2")
_FORMS = {
    **dict.fromkeys(_LISTS, "a list of strings"),
    **dict.fromkeys(_TEXTS, "a string"),
    **dict.fromkeys(_SWITCHES, "true or false"),
}
DIRECTIONS = ("native", "compat")


@dataclass(frozen=True)
class Configuration:
    """The settings of a project; `paths` and `baseline` are inside its folder.

    `exclude` holds patterns as in .gitignore; `baseline` is for `check` alone.
    """

    settings: Settings = field(default_factory=Settings)
    paths: tuple[Path, ...] = ()
    exclude: tuple[str, ...] = ()
    folder: Path = Path()
    baseline: Path | None = None


def read_configuration(start: Path) -> Configuration:
    """Read the configuration from the nearest pyproject.toml at or above `start` that has one.

    Raises:
        ValueError: the configuration is wrong; the message says what is wrong and where.

    """
    for folder in (start, *start.parents):
        path = folder / "pyproject.toml"
        if not is_file(path):
            continue
        try:
            document = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ValueError(f"{path}: {error}") from None
        table = document.get("tool", {}).get("codemods")
        if table is not None:
            try:
                return _configuration(folder, table)
            except ValueError as error:
                raise ValueError(f"{path}: [tool.codemods]: {error}") from None
    return Configuration()


def _configuration(folder: Path, table: Mapping[str, Any]) -> Configuration:
    for key, value in table.items():
        if key not in _FORMS:
            raise ValueError(f"there is no setting {key!r}; there are {', '.join(_FORMS)}")
        if not _fits(key, value):
            raise ValueError(f"{key} must be {_FORMS[key]}")
    if table.get("to", "native") not in DIRECTIONS:
        raise ValueError(f"to must be one of {', '.join(DIRECTIONS)}")
    default = Settings()
    settings = Settings(
        to=table.get("to", default.to),
        target=parse_target(table["target"]) if "target" in table else default.target,
        origin=parse_origin(table["from"]) if "from" in table else None,
        select=tuple(table.get("select", ())),
        ignore=tuple(table.get("ignore", ())),
        exact=table.get("exact", default.exact),
        python_2=table.get("python2", default.python_2),
    )
    paths = tuple(_inside(folder, "paths", path) for path in table.get("paths", ()))
    baseline = _inside(folder, "baseline", table["baseline"]) if "baseline" in table else None
    return Configuration(settings, paths, tuple(table.get("exclude", ())), folder, baseline)


def _inside(folder: Path, key: str, name: str) -> Path:
    path = folder / name
    try:
        is_inside = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError) as error:  # a loop of links, a NUL
        raise ValueError(f"{key}: {name!r}: {error}") from None
    if not is_inside:
        raise ValueError(f"{key}: {name!r} leads out of the project; give it on the command line")
    return path


def _fits(key: str, value: object) -> bool:
    if key in _SWITCHES:
        return isinstance(value, bool)
    return isinstance(value, str) if key in _TEXTS else _is_list_of_texts(value)


def _is_list_of_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)
