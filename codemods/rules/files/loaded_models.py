"""Report models that are loaded from HDF5 files and train on.

## What it does

Looks for `model = load_model("model.h5")` and then `model.fit(...)`, without a `compile` of `model` in between, also in
the functions and methods that get the model, in other modules of the project as well, and where an `if` or a `try`
either loads the model or compiles a new one. It rewrites nothing. A note tells of models whose path is not shown, and
of those that one method loads and another trains.

## Why

Keras 3 builds the optimizer of such a model for no variables: the first step raises `ValueError: Unknown variable`.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/legacy/saving/legacy_h5_format.py

## Numbers

No numbers involved, as Keras 3 raises. Keras 2 went on with the state of the optimizer, as Keras 3 does after
`load_model("model.keras")`. A new `compile` starts without that state.

## What it leaves to you

To save to a `.keras` file, or to compile again.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.files.file_paths import ends_passed, path_ends, text_of
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.self_attributes import attribute_of_self, only_value_of, values_of
from codemods.analysis.flow.sure_calls import in_one_loop, run_apart
from codemods.analysis.models.compile_order import TRAINING
from codemods.analysis.objects.handed_on import Use, journey
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.source.project import HDF5
from codemods.types import Manual, Stage, rule

_SYMBOL = "keras.models.load_model"


@rule(
    "TFM163",
    stage=Stage.ADVICE,
    example="""
    from keras.models import load_model

    model = load_model("model.h5")
    model.fit(x, y)
    """,
)
def loaded_models(file: File) -> Iterator[Manual]:
    """Report the first call that trains a model, if nothing in the file compiles it."""
    for reference in file.references(_SYMBOL):
        call = file.call_of(reference)
        if call is None or reference.spelling.shimmed or not _has_optimizer(call):
            continue
        ends = _ends(file, call.args[0].value)
        is_hdf5 = any(end.endswith(HDF5) for end in ends)
        if not is_hdf5 and (all(ends) or written_for(file).keras is KerasLine.KERAS_3):
            continue
        uses = journey(file, call).uses
        uses = [each for each in uses if not _is_apart(file, call, each)]
        training = [each for each in uses if each.attribute in TRAINING and each.is_call]
        trained = [each for each in training if _follows(file, each, call)]
        is_sure = bool(trained)
        trained = trained or [each for each in training if _may_follow(file, each, call)]
        compiled = (each for each in uses if each.attribute == "compile")
        if trained and not any(_may_compile(file, each, call) for each in compiled):
            first = min(trained, key=lambda each: (each.file is not file, file.order(each.way)))
            where = f", as {first.file.place(first.node)} does" if first.file is not file else ""
            yield Manual(
                first.way,
                _SYMBOL,
                f"Keras 3 does not train on a model that was loaded from an HDF5 file{where} (Unknown variable)",
                "save it to a .keras file, which keeps the state of the optimizer, or compile it again",
                culprit=call,
                is_note=not (is_hdf5 and is_sure),
            )


def _ends(file: File, path: cst.BaseExpression) -> list[str]:
    """What a path ends with, also as importers pass it; "" for an end that nothing shows."""
    ends = path_ends(file, path)
    passed = [text_of(end) for _, end in ends_passed(file, path)] if None in ends else []
    known = [text_of(end) for end in ends if end is not None]
    return [*known, *(passed or [""] * (len(known) < len(ends)))]


def _has_optimizer(call: cst.Call) -> bool:
    """True if the model comes as it was compiled."""
    compiled = keyword(call, "compile")
    return bool(call.args) and not call.args[0].star and (compiled is None or literal(compiled.value) is True)


def _target(file: File, call: cst.Call) -> cst.BaseExpression | None:
    """The only name that the model is assigned to."""
    statement = file.parent(call)
    if not isinstance(statement, cst.Assign) or len(statement.targets) != 1:
        return None
    target = statement.targets[0].target
    return target if isinstance(target, cst.Name | cst.Attribute) else None


def _follows(file: File, use: Use, loaded: cst.Call) -> bool:
    """True for a place behind the one that loads the model, and elsewhere if its name means nothing but this model."""
    if use.file is file and file.function(use.way) is file.function(loaded):
        is_behind = file.before(loaded, use.way) and not _is_other_way(file, loaded, use.way)
        return (is_behind and _may_hold(file, use.way, loaded)) or (
            isinstance(use.way, cst.Attribute) and use.way.value is loaded
        )
    target = _target(file, loaded)
    if target is None or only_value_of(file, target) is loaded or _is_handed_out(file, use, loaded):
        return True
    others = [each for each in values_of(file, target) or () if each is not loaded]
    return bool(others) and all(_is_other_way(file, loaded, each) for each in others)


def _is_handed_out(file: File, use: Use, loaded: cst.Call) -> bool:
    """True for a model that the function which loads it returns to another module."""
    is_returned = isinstance(file.parent(use.way), cst.Return)
    return use.file is not file and is_returned and file.function(use.way) is file.function(loaded)


def _is_apart(file: File, loaded: cst.Call, use: Use) -> bool:
    """True for what is asked of a model where none is loaded: `if resumes: load it`, `if not resumes: compile it`."""
    if use.file is not file:
        return False
    if run_apart(file, use.node, loaded):
        return True
    here, there = _chosen_by(file, loaded), _chosen_by(file, use.node)
    return any(test in there and there[test] is not truth for test, truth in here.items())


def _chosen_by(file: File, node: cst.CSTNode) -> dict[str, bool]:
    """The conditions around a node, each with the answer that leads to it."""
    found: dict[str, bool] = {}
    below = node
    for above in file.ancestors(node):
        if isinstance(above, cst.If) and below is not above.test:
            test, truth = above.test, below is above.body
            while isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
                test, truth = test.expression, not truth
            found[file.code(test)] = truth
        below = above
    return found


def _may_follow(file: File, use: Use, loaded: cst.Call) -> bool:
    """True for another method than the one that loads `self.model`: the order of their calls is not looked at."""
    target = _target(file, loaded)
    is_held = target is not None and attribute_of_self(file, target) is not None
    return is_held and (use.file is not file or file.function(use.way) is not file.function(loaded))


def _may_hold(file: File, node: cst.CSTNode, loaded: cst.Call) -> bool:
    """False where the name of the model is bound to another one by then, whatever happens."""
    target = _target(file, loaded)
    name = node.value if isinstance(node, cst.Attribute) else None
    if not isinstance(name, cst.Name) or not isinstance(target, cst.Name) or name.value != target.value:
        return True
    return any(file.assigned_value(each) in (loaded, None) for each in reaching(file, name))


def _may_compile(file: File, use: Use, loaded: cst.Call) -> bool:
    """False for a `compile` before the model is loaded, or instead of that."""
    if use.file is not file:
        return True
    if _is_other_way(file, loaded, use.way):
        return False
    is_inside = file.function(use.way) is file.function(loaded)
    return not is_inside or not file.before(use.way, loaded) or in_one_loop(file, use.way, loaded)


def _is_other_way(file: File, node: cst.CSTNode, other: cst.CSTNode) -> bool:
    """True if only one of two places is run: "if there is a file, load the model, else build it", also by `try`."""
    for above in file.ancestors(node):
        ways: set[cst.CSTNode] = set()
        if isinstance(above, cst.If) and above.orelse is not None:
            ways = {above.body, above.orelse}
        elif isinstance(above, cst.Try):
            ways = {above.body, *above.handlers}
        mine, its = (ways.intersection([each, *file.ancestors(each)]) for each in (node, other))
        if mine and its:
            return mine != its
    return False
