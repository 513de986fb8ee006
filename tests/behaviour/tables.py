"""The recorded tables, one for each surface; all but that of the newest Keras hold only probes that measured otherwise."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.behaviour.agreement import agree

RECORDED = Path(__file__).parent / "recorded"
NEWEST = "keras 3.15"
_LIKE, _LACKS = "like", "lacks"
"""The keys under which a table names the one that has its other probes, and those of its probes that gave nothing here."""


def recorded(surface: str, folder: Path = RECORDED) -> dict[str, Any]:
    """What a surface measured: `keras 2.3.1` is in `keras-2.3.1.json`."""
    table: dict[str, Any] = json.loads((folder / file_name(surface)).read_text(encoding="utf-8"))
    base = table.pop(_LIKE, None)
    if base is not None:
        own = {*by_probe(table["values"]), *table.pop(_LACKS)}
        others = {key: each for key, each in recorded(base, folder)["values"].items() if _probe(key) not in own}
        table["values"] = {**others, **table["values"]}
    return table


def store(tables: Mapping[str, dict[str, Any]], folder: Path = RECORDED) -> None:
    """Write what all surfaces measured."""
    newest = by_probe(tables[NEWEST]["values"])
    for surface, table in tables.items():
        text = written(table if surface == NEWEST else _unlike(newest, table))
        (folder / file_name(surface)).write_text(text, encoding="utf-8")


def _unlike(newest: Mapping[str, Any], table: Mapping[str, Any]) -> dict[str, Any]:
    """The table without the probes that measured what the newest did."""
    probes = by_probe(table["values"])
    own = {name for name, measured in probes.items() if not agree(measured, newest.get(name))}
    values = {key: each for key, each in table["values"].items() if _probe(key) in own}
    return {**table, "values": values, _LIKE: NEWEST, _LACKS: sorted(newest.keys() - probes.keys())}


def written(table: Mapping[str, Any]) -> str:
    """The table as text, one measurement a line, so that a change of one is a change of one line."""
    lines = [
        f"  {json.dumps(key)}: {json.dumps(each, sort_keys=True)}" for key, each in sorted(table["values"].items())
    ]
    head = {key: each for key, each in table.items() if key != "values"}
    return json.dumps(head, sort_keys=True)[:-1] + ', "values": {\n' + ",\n".join(lines) + "\n}}\n"


def file_name(surface: str) -> str:
    """The file of a surface's table."""
    return surface.replace(" ", "-") + ".json"


def by_probe(values: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The measurements of each probe, by their labels."""
    probes: dict[str, dict[str, Any]] = {}
    for key, value in values.items():
        name, label = key.rsplit(" / ", 1)
        probes.setdefault(name, {})[label] = value
    return probes


def _probe(key: str) -> str:
    return key.rsplit(" / ", 1)[0]
