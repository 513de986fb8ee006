"""The numbers of NumPy that Estimators and sessions give: results by name, predictions, losses."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.unpacking import part_of, unpacked
from codemods.analysis.graphs.estimators import PUBLIC, public_estimator
from codemods.analysis.objects.elements import loop_iterable
from codemods.analysis.objects.evidence import Kind, evidence
from codemods.analysis.objects.provenance import leaves
from codemods.source.arguments import keyword
from codemods.source.file import File

_TO_ONE_NUMBER = frozenset(
    f"reduce_{name}" for name in ("all", "any", "logsumexp", "max", "mean", "min", "prod", "std", "sum", "variance")
)
_WITH_AXES = frozenset({"axis", "keepdims", "keep_dims", "reduction_indices"})
_INPUT = "input_fn"
_CLASSES = ("Classifier", "Estimator", "Regressor", "model_to_estimator")
_SHIMS, _V2 = "compat.", ".estimator.v2."
_DEPTH = 6


def is_estimator_result(file: File, call: cst.Call) -> bool:
    """True for `estimator.evaluate(...)` and `train_and_evaluate(...)`, which give numbers by their names."""
    if _public(file, call.func) == f"{PUBLIC}.train_and_evaluate":
        return True
    return method_of(call) == "evaluate" and _is_of_estimator(file, call)


def is_prediction(file: File, node: cst.BaseExpression) -> bool:
    """True for one of the dictionaries of `estimator.predict(...)`: the variable of its loop, or its `next`."""
    if isinstance(node, cst.Call):
        return file.is_builtin(node.func, "next") and len(node.args) > 0 and are_predictions(file, node.args[0].value)
    bindings = file.assignments(node) if isinstance(node, cst.Name) else []
    iterables = [loop_iterable(file, each.node) for each in bindings]
    return any(each is not None and are_predictions(file, each) for each in iterables)


def are_predictions(file: File, node: cst.BaseExpression) -> bool:
    """True for `estimator.predict(...)`, a dictionary for each sample."""
    values = leaves(file, node) or [] if isinstance(node, cst.Name) else [node]
    return any(
        isinstance(each, cst.Call) and method_of(each) == "predict" and _is_of_estimator(file, each) for each in values
    )


def is_number_of_session(file: File, node: cst.BaseExpression) -> bool:
    """True for `sess.run(loss)`, and for the `l` of `_, l = sess.run([step, loss])`, if the loss is one number."""
    if isinstance(node, cst.Call):
        return _is_run(file, node) and is_one_number(file, node.args[0].value)
    for binding in file.assignments(node) if isinstance(node, cst.Name) else []:
        fetched = _fetched_for(file, binding.node)
        if fetched is not None and is_one_number(file, fetched):
            return True
    return False


def gives_numbers_of_session(file: File, call: cst.Call) -> bool:
    """True for `sess.run([loss, accuracy])`, a list with numbers in it."""
    return _is_run(file, call) and any(is_one_number(file, each) for each in _listed(call.args[0].value))


def is_one_number(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for a tensor without axes: `tf.reduce_mean(x)`, also with others added to it."""
    if not depth:
        return False
    if isinstance(node, cst.Call):
        path = file.qualified_name(node.func) or ""
        given = {arg.keyword.value for arg in node.args if arg.keyword is not None}
        is_whole = len(node.args) - len(given) <= 1 and not given & _WITH_AXES
        return path.startswith("tensorflow.") and path.rpartition(".")[2] in _TO_ONE_NUMBER and is_whole
    if isinstance(node, cst.BinaryOperation):
        sides = (node.left, node.right)
        numbers = [isinstance(each, cst.BaseNumber) or is_one_number(file, each, depth - 1) for each in sides]
        return all(numbers)
    values = leaves(file, node) or [] if isinstance(node, cst.Name | cst.Attribute) else []
    return any(is_one_number(file, each, depth - 1) for each in values if each is not node)


def _is_of_estimator(file: File, call: cst.Call) -> bool:
    """True for a method of an Estimator; nothing else is evaluated with an `input_fn`."""
    if keyword(call, _INPUT) is not None:
        return True
    if not isinstance(call.func, cst.Attribute):
        return False
    owner = call.func.value
    made = [each for each in leaves(file, owner) or [] if isinstance(each, cst.Call)]
    return evidence(file, owner, Kind.ESTIMATOR).is_enough or any(_makes_estimator(file, each) for each in made)


def _makes_estimator(file: File, call: cst.Call) -> bool:
    return (_public(file, call.func) or "").endswith(_CLASSES)


def _public(file: File, node: cst.BaseExpression) -> str | None:
    """The name of TensorFlow 1 of what is of the Estimator API, also by way of the shims."""
    path = file.qualified_name(node)
    if path is None:
        return None
    return public_estimator(path.removeprefix(_SHIMS).replace(_V2, ".estimator."))


def _is_run(file: File, call: cst.Call) -> bool:
    if method_of(call) != "run" or not call.args or not isinstance(call.func, cst.Attribute):
        return False
    return evidence(file, call.func.value, Kind.SESSION).is_enough


def _listed(node: cst.BaseExpression) -> list[cst.BaseExpression]:
    return [each.value for each in node.elements] if isinstance(node, cst.List | cst.Tuple) else []


def _fetched_for(file: File, target: cst.CSTNode | None) -> cst.BaseExpression | None:
    """What a session fetches for one of the names on the left of an assignment."""
    part = unpacked(file, target)
    if part is None or not isinstance(part.whole, cst.Call) or not _is_run(file, part.whole):
        return None
    return part_of(part.whole.args[0].value, part.path)
