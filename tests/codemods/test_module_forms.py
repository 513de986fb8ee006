"""A rule speaks of its example if it is written as two modules, of which one imports the other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.explain.examples import destination
from codemods.types import Settings, Upgraded
from tests.codemods.module_forms import (
    FORMS,
    TRAIN,
    Modules,
    handed_elsewhere,
    imported,
    made_elsewhere,
    starred,
)
from tests.codemods.test_forms import PAGES
from tests.quick import only

RULES = {page.rule.code: page.rule for page in PAGES}
Form = Callable[[str], Modules]
CASES = [(code, form) for code, rule in RULES.items() for form in FORMS if form(rule.example)]

OTHERWISE: dict[Form, dict[str, str]] = {
    imported: {
        "TFM136": "TFM160, which builds the graph of the placeholder with TensorFlow 1",
        "TFM218": "nothing: TFM218 speaks of files alone",
        "TFM335": "nothing: TFM335 speaks of files alone",
        "TFM123": "TFM190 reports it",
        "TFM131": "TFM243 reports it",
        "TFM159": "TFM196 reports it",
        "TFM205": "TFM208 reports it",
        "TFM379": "TFM104 reports it",
        "TFM451": "TFM150, which has the file's name to change in the other module",
    },
    starred: {
        "TFM136": "TFM160, which builds the graph of the placeholder with TensorFlow 1",
        "TFM123": "TFM190 reports it",
        "TFM159": "TFM196 reports it",
        "TFM205": "TFM208 reports it",
        "TFM274": "nothing: the model that a star brings is bound again",
        "TFM335": "nothing: TFM335 speaks of files alone",
        "TFM379": "TFM197 reports it",
        "TFM451": "TFM150, which has the file's name to change in the other module",
    },
    made_elsewhere: {
        "TFM314": "TFM197 notes it",
        "TFM462": "nothing: an array that a function returns beside something else is not looked up",
        "TFM123": "TFM190 reports it",
        "TFM136": "TFM196 reports it",
        "TFM167": "TFM236 reports it",
        "TFM205": "TFM208 reports it",
        "TFM208": "nothing: the function that trains is inside of the one that builds, and not found outside",
        "TFM373": "TFM232 reports it",
        "TFM451": "TFM150, which has the file's name to change in the other module",
        "TFM512": "nothing: the layers of a model that a function returns beside something else are not looked up",
        "TFM516": "nothing: what another function appends to a list is not looked up",
    },
    handed_elsewhere: {
        "TFM335": "nothing: TFM335 speaks of files alone",
        "TFM520": "nothing: the layers of a model that a function is given are not looked up",
        "TFM123": "TFM190 reports it",
        "TFM125": "nothing: the shape of a model that a function is given is not looked up",
        "TFM127": "TFM196 reports it",
        "TFM136": "TFM196 reports it",
        "TFM146": "TFM196 reports it",
        "TFM167": "TFM236 reports it",
        "TFM205": "TFM208 reports it",
        "TFM262": "nothing: the layers of a model that a function is given are not looked up",
        "TFM421": "nothing: the shape of a model that a function is given is not looked up",
        "TFM451": "TFM150, which has the file's name to change in the other module",
        "TFM512": "nothing: the layers of a model that a function is given are not looked up",
        "TFM516": "nothing: what another function appends to a list is not looked up",
    },
}
"""The rules that say less of such a form, and what is said in their place, or why nothing is."""


def codes(modules: Modules, to: str, folder: Path) -> set[str]:
    """The rules that change or report something in modules beside each other."""
    (folder / ".git").mkdir(parents=True)
    for name, source in modules.items():
        (folder / name).write_text(source)
    found: set[str] = set()
    for name in modules:
        result = upgrade((folder / name).read_bytes(), Settings(to), project_of(folder / name))
        assert isinstance(result, Upgraded), result
        found |= {each.code for each in (*result.changes, *result.findings, *result.notes)}
    return found


@pytest.mark.parametrize(("code", "form"), only(CASES[::7], CASES))
def test_in_two_modules(code: str, form: Form, tmp_path: Path) -> None:
    rule = RULES[code]
    to = destination(rule)
    alone = codes({TRAIN: rule.example}, to, tmp_path / "alone")
    together = codes(form(rule.example), to, tmp_path / "together")
    assert (code in alone - together) == (code in OTHERWISE[form]), alone - together
