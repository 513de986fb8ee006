"""Cut the probabilities that `log_loss` is given at 1e-15, as scikit-learn did.

## What it does

`log_loss(y, model.predict(x))` becomes `log_loss(y, np.clip(model.predict(x).astype("float64"), 1e-15, 1 - 1e-15))`,
with `eps=1e-15` and without, where the file shows that the probabilities are of single precision, as predictions of
Keras are. Where it does not tell what they are, a note does.

## Why

Up to scikit-learn 1.1 `eps=1e-15` was the default. Since 1.2 probabilities are cut at the precision of their type,
which is 1.2e-7 for `float32`: no sample that a model is sure about, and wrong, has a loss above 15.9, where it had
34.5. https://scikit-learn.org/stable/modules/generated/sklearn.metrics.log_loss.html

## Numbers

Same to six digits: three samples have 19.3071 with scikit-learn 0.22.2, 10.7471 without the cut with 1.9.1, and 19.3071
with it (`tests/codemods/rules/libraries/test_log_losses.py`). Where the probability of the second of two classes is
exactly 1 and wrong, the loss was infinite, and is 34.5.

## What it leaves to you

Probabilities of which the file does not tell the type: nothing where they are of double precision, as those of
scikit-learn are. Other values of `eps=` are reported by TFM408.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.arrays.single_precision import is_single
from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_module
from codemods.rewriting.parentheses import in_parentheses
from codemods.source.arguments import bind, is_one_of, literal
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, Stage, rule
from compat.tables.names.scikit_keywords import CUT_AT, LOG_LOSS_PLACES, LOG_LOSSES

_SAID = "log_loss cuts probabilities of single precision at 1.2e-7, and cut them at 1e-15"
_ADVICE = 'nothing if they are of double precision; else give np.clip(p.astype("float64"), 1e-15, 1 - 1e-15)'


@rule(
    "TFM515",
    stage=Stage.BEHAVIOUR,
    severity=Severity.NUMBERS,
    example="""
    from keras.models import load_model
    from sklearn.metrics import log_loss

    model = load_model("model.h5")
    print(log_loss(labels, model.predict(x)))
    """,
)
def log_losses(file: File) -> Iterator[Edit | Manual]:
    """Of predictions, in files that are for TensorFlow 1 or Keras 2."""
    if not file.target.is_modern or written_for(file).keras is KerasLine.KERAS_3 or not file.imports_family():
        return
    choices = Choices(file)
    for call in file.calls:
        path = file.qualified_name(call.func)
        bound = bind(call, *LOG_LOSS_PLACES) if path in LOG_LOSSES and not choices.leading_to(call) else None
        given = bound.get("y_pred") if bound is not None else None
        if bound is None or given is None or ("eps" in bound and not _is_the_default(bound["eps"])):
            continue
        if is_single(file, given.value):
            yield _cut(file, call, given)
        elif not _is_known(file, given.value):
            yield Manual(given, "sklearn.metrics.log_loss", _SAID, _ADVICE, is_note=True)


def _is_the_default(eps: cst.Arg) -> bool:
    return is_one_of(literal(eps.value), (CUT_AT,))


def _cut(file: File, call: cst.Call, given: cst.Arg) -> Edit:
    numpy, imports = bind_module(file, "numpy", "np", call)
    cut = cst.ensure_type(cst.parse_expression(f'{numpy}.clip(x.astype("float64"), {CUT_AT}, 1 - {CUT_AT})'), cst.Call)
    astype = cst.ensure_type(cut.args[0].value, cst.Call)
    method = cst.ensure_type(astype.func, cst.Attribute).with_changes(value=in_parentheses(given.value))
    first = cut.args[0].with_changes(value=astype.with_changes(func=method))
    new = cut.with_changes(args=[first, *cut.args[1:]])
    return Edit(call, _SAID, ((given.value, new),), imports)


def _is_known(file: File, node: cst.BaseExpression) -> bool:
    """True for what another package predicts, `forest.predict_proba(x)`, and for what is cut already."""
    values = (file.definitions(node) if isinstance(node, cst.Name) else None) or [node]
    return all(isinstance(each, cst.Call) and _gives_doubles(file, each) for each in values)


def _gives_doubles(file: File, call: cst.Call) -> bool:
    if file.qualified_name(call.func) == "numpy.clip":
        return True
    return isinstance(call.func, cst.Attribute) and call.func.attr.value in ("astype", "predict_proba")
