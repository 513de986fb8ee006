"""A rule speaks of its example in whatever form it is written."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from codemods.explain.examples import destination, example_of
from codemods.explain.pages import page_of
from codemods.rules import all_rules
from codemods.types import Stage
from tests.codemods.forms import (
    handed_over,
    in_function,
    made,
    on_self,
    twice,
    with_constants,
    with_constants_in_one_line,
    with_dictionary,
    with_options,
    with_parameters,
)
from tests.quick import only

PAGES = [page_of(rule) for rule in all_rules() if rule.stage is not Stage.PYTHON_2 and not rule.beside]
CODES = [page.rule.code for page in PAGES]

OTHERWISE: dict[Callable[[str], str], dict[str, str]] = {
    twice: {
        "TFM153": "TFM198: which of two files of one name is read does not show",
        "TFM201": "two parallel models of one name go to the shim",
        "TFM204": "two parallel models of one name go to the shim",
        "TFM316": "of the two functions of one name each is reported as one that the model may not find",
        "TFM348": "nothing: a function reads one of two models of one name, and TFM157 does not see where they end",
        "TFM373": "TFM236, with which the losses of two models of one name are reported",
    },
    handed_over: {
        "TFM131": "TFM271, which spoke of the loss as well, does not look up the layers of a model that a function is given",
        "TFM179": "TFM138, which spoke of the input as well, does not know the model that a function is given",
        "TFM123": "TFM190 reports it",
        "TFM421": "nothing: the shape of a model that a function is given is not looked up",
        "TFM125": "nothing: the shape of a model that a function is given is not looked up",
        "TFM127": "TFM196 reports it",
        "TFM136": "TFM196 reports it",
        "TFM146": "TFM196 reports it",
        "TFM167": "TFM236 reports it",
        "TFM205": "TFM208 reports it",
        "TFM262": "nothing: the layers of a model that a function is given are not looked up",
        "TFM373": "TFM236 reports it",
        "TFM512": "nothing: the layers of a model that a function is given are not looked up",
        "TFM516": "nothing: what another function appends to a list is not looked up",
        "TFM520": "nothing: the layers of a model that a function is given are not looked up",
    },
    made: {
        "TFM131": "TFM271, which spoke of the loss as well, does not look up the layers of such a model",
        "TFM179": "TFM138, which spoke of the input as well, does not know a model that is returned beside something else",
        "TFM451": "nothing: a path that a function returns beside something else is not followed to where it is cut",
        "TFM462": "nothing: an array that a function returns beside something else is not looked up",
        "TFM123": "TFM190 reports it",
        "TFM136": "TFM196 reports it",
        "TFM167": "TFM236 reports it",
        "TFM204": "the import of multi_gpu_model stays for the function",
        "TFM207": "nothing: an optimizer that a function returns beside something else is not traced",
        "TFM208": "nothing: the function that trains is inside of the one that builds, and not found outside",
        "TFM373": "TFM232 reports it",
        "TFM512": "nothing: the layers of a model that a function returns beside something else are not looked up",
        "TFM516": "nothing: what another function appends to a list is not looked up",
    },
    in_function: {
        "TFM191": "TFM100: the name is a variable of the function there, and the import goes",
        "TFM204": "TFM199: the class has no place in the module",
    },
    on_self: {
        "TFM462": "nothing: an array that is an attribute is not looked up",
        "TFM525": "nothing: an array that is an attribute is not looked up",
        "TFM123": "TFM190 reports it",
        "TFM127": "TFM196 reports it",
        "TFM156": "nothing: modules that are attributes of objects are not followed",
        "TFM167": "TFM236 reports it",
        "TFM191": "TFM100: the name is a variable of the method there, and the import goes",
        "TFM204": "TFM199: the class has no place in the module",
        "TFM205": "TFM208 reports it",
        "TFM251": "TFM197 notes it",
        "TFM314": "nothing: whether a method runs within a graph is not asked",
        "TFM516": "nothing: what is appended to a list that is an attribute is not looked up",
    },
    with_constants: {
        "TFM131": "TFM271, which spoke of the loss as well, needs it written out in the call",
        "TFM136": "TFM196 reports it",
        "TFM237": "TFM103, which calls tf.compat.v1.name_scope",
        "TFM270": "TFM198 reports it",
        "TFM297": "TFM198 reports it",
        "TFM246": "nothing: the names that getattr is given are read only where they are written",
    },
    with_constants_in_one_line: {
        "TFM131": "TFM271, which spoke of the loss as well, needs it written out in the call",
        "TFM136": "TFM196 reports it",
        "TFM118": "the optimizer is not written out, and TFM296 says nothing of its epsilon",
        "TFM142": "merge is reported, and its import stays",
        "TFM151": "TFM152 reports it",
        "TFM218": "nothing: TFM218 speaks of files alone",
        "TFM269": "TFM198 reports it",
        "TFM335": "nothing: TFM335 speaks of files alone",
        "TFM237": "TFM103, which calls tf.compat.v1.name_scope",
    },
    with_dictionary: {
        "TFM131": "TFM271, which spoke of the loss as well, needs it written out in the call",
        "TFM136": "TFM196 reports it",
        "TFM118": "the optimizer is not written out, and TFM296 says nothing of its epsilon",
        "TFM142": "merge is reported, and its import stays",
        "TFM151": "TFM152 reports it",
        "TFM237": "TFM103, which calls tf.compat.v1.name_scope",
        "TFM238": "TFM103, which calls tf.compat.v1.space_to_batch",
        "TFM246": "nothing: the names that getattr is given are read only where they are written",
        "TFM269": "TFM198 reports it",
    },
    with_parameters: {
        "TFM118": "TFM198 reports it",
        "TFM131": "TFM271, which spoke of the loss as well, needs it written out in the call",
        "TFM136": "TFM196 reports it",
        "TFM142": "merge is reported, and its import stays",
        "TFM151": "TFM152 reports it",
        "TFM201": "the number of GPUs is a parameter, the model goes onto the shims, and its import stays",
        "TFM204": "TFM199: the class has no place in the module",
        "TFM237": "TFM103, which calls tf.compat.v1.name_scope",
        "TFM246": "nothing: the names that getattr is given are read only where they are written",
        "TFM480": "nothing: a parameter that a condition asks about is not written out",
        "TFM269": "TFM198 reports it",
        "TFM270": "TFM198 reports it",
    },
    with_options: {
        "TFM118": "the optimizer is not written out, and TFM296 says nothing of its epsilon",
        "TFM131": "TFM271, which spoke of the loss as well, needs it written out in the call",
        "TFM136": "TFM196 reports it",
        "TFM142": "merge is reported, and its import stays",
        "TFM151": "TFM152 reports it",
        "TFM237": "TFM103, which calls tf.compat.v1.name_scope",
        "TFM238": "TFM103, which calls tf.compat.v1.space_to_batch",
        "TFM246": "nothing: the names that getattr is given are read only where they are written",
    },
}
"""The rules that say less of such a form, and what is said in their place, or why nothing is."""


FORMS = [form for form in OTHERWISE if form is not twice]


def lost(code: str, form: Callable[[str], str]) -> set[str]:
    """The rules that no longer speak of the example of a rule once it has this form."""
    page = PAGES[CODES.index(code)]
    return {*page.example.codes} - {*example_of(form(page.rule.example), destination(page.rule)).codes}


@pytest.mark.parametrize("code", CODES)
def test_twice_in_one_file(code: str) -> None:
    assert bool(lost(code, twice)) == (code in OTHERWISE[twice]), lost(code, twice)


@pytest.mark.parametrize("code", only(CODES[::3], CODES))
@pytest.mark.parametrize("form", FORMS)
def test_in_other_forms(code: str, form: Callable[[str], str]) -> None:
    assert bool(lost(code, form)) == (code in OTHERWISE[form]), lost(code, form)
