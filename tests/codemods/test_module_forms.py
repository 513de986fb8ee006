"""A rule speaks of its example if it is written as two modules, of which one imports the other."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.explain.examples import destination
from codemods.types import Settings, Upgraded
from tests.codemods.forms import handed_over, made
from tests.codemods.module_forms import (
    FORMS,
    PARTS,
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
        "TFM205": "TFM208 reports it",
        "TFM451": "TFM150, which has the file's name to change in the other module",
    },
    starred: {
        "TFM136": "TFM160, which builds the graph of the placeholder with TensorFlow 1",
        "TFM123": "TFM190 reports it",
        "TFM205": "TFM208 reports it",
        "TFM274": "nothing: the model that a star brings is bound again",
        "TFM335": "nothing: TFM335 speaks of files alone",
        "TFM451": "TFM150, which has the file's name to change in the other module",
    },
    made_elsewhere: {
        "TFM314": "TFM197 notes it",
        "TFM462": "nothing: an array that a function returns beside something else is not looked up",
        "TFM123": "TFM190 reports it",
        "TFM136": "TFM196 reports it",
        "TFM167": "TFM236 reports it",
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


IN_ONE: dict[Form, Callable[[str], str]] = {made_elsewhere: made, handed_elsewhere: handed_over}
"""The one script that means the same as two modules, where it is not the source itself."""
BOTH = "reported: the edit is one of both modules"
SHIMS = "the other module goes onto the shims"
BY_NAME = "the other module registers the loss, and this one finds it by its name"
ALONE = "TFM218 speaks of files alone"
WRITTEN_OTHERWISE: dict[Form, dict[str, str]] = {
    imported: {
        "TFM123": "reported by TFM190",
        "TFM136": "reported by TFM160",
        "TFM140": BOTH,
        "TFM158": "noted: TFM158 asks the other module by itself",
        "TFM167": BOTH,
        "TFM172": SHIMS,
        "TFM173": "reported by TFM198",
        "TFM201": SHIMS,
        "TFM205": "reported by TFM208",
        "TFM218": ALONE,
        "TFM316": BY_NAME,
        "TFM373": BOTH,
        "TFM451": "reported by TFM150",
    },
    starred: {},
    made_elsewhere: {
        "TFM173": "reported by TFM198",
        "TFM201": SHIMS,
        "TFM316": BY_NAME,
    },
    handed_elsewhere: {
        "TFM172": SHIMS,
        "TFM201": SHIMS,
        "TFM316": BY_NAME,
        "TFM367": "edited, where the one script has the function after the model and is reported",
        "TFM451": "reported by TFM150",
    },
}
"""The rules whose examples are not written the same in two modules as in one script, and why."""
WRITTEN_OTHERWISE[starred] = WRITTEN_OTHERWISE[imported]


def upgraded(modules: Modules, to: str, folder: Path) -> dict[str, Upgraded]:
    """What becomes of modules beside each other."""
    (folder / ".git").mkdir(parents=True)
    for name, source in modules.items():
        (folder / name).write_text(source)
    found: dict[str, Upgraded] = {}
    for name in modules:
        result = upgrade((folder / name).read_bytes(), Settings(to), project_of(folder / name))
        assert isinstance(result, Upgraded), result
        found[name] = result
    return found


def codes(results: dict[str, Upgraded]) -> set[str]:
    """The rules that change or report something."""
    return {said.code for each in results.values() for said in (*each.changes, *each.findings, *each.notes)}


def body(results: dict[str, Upgraded]) -> list[str]:
    """The statements but for the imports."""
    modules = (results[name].after.decode() for name in (PARTS, TRAIN) if name in results)
    found = (each for code in modules for each in ast.parse(code).body)
    return sorted(ast.unparse(each) for each in found if not isinstance(each, ast.Import | ast.ImportFrom))


@pytest.mark.parametrize(("code", "form"), only(CASES[::7], CASES))
def test_in_two_modules(code: str, form: Form, tmp_path: Path) -> None:
    rule = RULES[code]
    to = destination(rule)
    alone = codes(upgraded({TRAIN: rule.example}, to, tmp_path / "alone"))
    together = codes(upgraded(form(rule.example), to, tmp_path / "together"))
    assert (code in alone - together) == (code in OTHERWISE[form]), alone - together


NATIVE = [(code, form) for code, form in CASES if destination(RULES[code]) == "native"]


@pytest.mark.parametrize(("code", "form"), only(NATIVE[3::7], NATIVE))
def test_two_modules_are_edited_as_one_script(code: str, form: Form, tmp_path: Path) -> None:
    example = RULES[code].example
    script = IN_ONE[form](example) if form in IN_ONE else example
    alone = body(upgraded({TRAIN: script}, "native", tmp_path / "alone"))
    together = body(upgraded(form(example), "native", tmp_path / "together"))
    assert (alone != together) == (code in WRITTEN_OTHERWISE[form])
