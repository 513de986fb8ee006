"""Arguments of a call that stand in places which the function no longer has."""

from __future__ import annotations

import libcst as cst

from compat.tables.names.places import Places


def surplus(call: cst.Call, places: Places) -> dict[cst.Arg, str]:
    """The arguments behind the last place that is left, each with its name; none if one of them has no known name."""
    if any(arg.star for arg in call.args):
        return {}
    behind = [arg for arg in call.args if arg.keyword is None][len(places.kept) :]
    return dict(zip(behind, places.named, strict=False)) if len(behind) <= len(places.named) else {}
