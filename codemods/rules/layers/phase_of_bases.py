"""Hand the phase on to `super().call` in layers of one's own, and name the input of `call(self, *args)`.

## What it does

In a class that is derived from a layer of Keras, `def call(self, *args, **kwargs)` gets a first parameter `inputs`; and
where the layer that it is derived from behaves otherwise in training, such as `BatchNormalization` and `Dropout`, a
parameter `training`, which `super().call` gets, too.

## Why

Keras 3 builds a layer for the inputs that `call` names, and tells `training` to a layer whose `call` names it.
With `*args` alone: "should have a single positional argument, the input tensor". With `call(self, inputs, **kwargs)`
nothing fails, and the layer never trains: no statistics are taken, nothing is dropped.
https://keras.io/guides/making_new_layers_and_models_via_subclassing/

## Numbers

Same: `tests/codemods/fixtures/phase_of_bases` has losses and statistics of Keras 2.3.1 on TensorFlow 1.15.5.

## What it leaves to you

A `call` with decorators, or in one line with its `def`, which is reported. Files that do not show for which Keras they
were written, but where Keras 3 cannot build the layer: a finding asks for `--from`. In `tf.keras` of TensorFlow 2,
`call(self, inputs)` without `**kwargs` did not train either, and stays.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.own_classes import class_of
from codemods.analysis.objects.base_classes import is_super
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.objects.object_types import LAYER, Receiver, derived_from, own_members
from codemods.analysis.releases.legacy_places import legacy_releases
from codemods.analysis.releases.written_for import written_for
from codemods.releases import api
from codemods.releases.origin import KerasLine
from codemods.releases.signatures import Signature
from codemods.source.arguments import keyword, named
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Severity, Stage, Undecided, rule

_PHASE = "training"
_EQUAL = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))
_ADVICE = "write def call(self, inputs, training=None), and pass both on"


@rule(
    "TFM288",
    stage=Stage.BEHAVIOUR,
    example="""
    import keras
    from keras.layers.normalization import BatchNormalization

    class Frozen(BatchNormalization):
        def call(self, *args, **kwargs):
            return super(Frozen, self).call(*args, **kwargs)
    """,
    severity=Severity.NUMBERS,
)
def phase_of_bases(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Edit each `call` of a class derived from a layer, unless it was written for Keras 3."""
    line = written_for(file).keras
    if not since(file.target, "keras 3.0") or has_keras_2_only(file) or line is KerasLine.KERAS_3:
        return
    for owner in file.every(cst.ClassDef):
        found = derived_from(file, owner)
        if found is None or found.shimmed or not found.is_a(LAYER):
            continue
        methods = [each for each in owner.body.body if isinstance(each, cst.FunctionDef) and each.name.value == "call"]
        if len(methods) == 1:
            yield from _outcomes(file, owner, methods[0], found, line)


def _outcomes(
    file: File, owner: cst.ClassDef, call: cst.FunctionDef, base: Receiver, line: KerasLine | None
) -> Iterator[Edit | Manual | Undecided]:
    params = call.params
    stars = params.star_arg if isinstance(params.star_arg, cst.Param) else None
    is_unnamed = stars is not None and len((*params.posonly_params, *params.params)) == 1
    lacks_phase = _hands_nothing_on(file, call) and _has_phase(file, owner, base)
    if not is_unnamed and not lacks_phase:
        return
    if line is None and not (is_unnamed and lacks_phase):
        if lacks_phase or "build" in own_members(file, owner):
            said = _said(owner, is_unnamed=is_unnamed, lacks_phase=lacks_phase)
            yield Undecided(call.name, f"{base.path}.call", "keras==2.3", said, _ADVICE)
        return
    if line is KerasLine.TENSORFLOW_2 and params.star_kwarg is None and not is_unnamed:
        return
    said = _said(owner, is_unnamed=is_unnamed, lacks_phase=lacks_phase)
    if call.decorators or not isinstance(call.body, cst.IndentedBlock):
        severity = Severity.STOPS if is_unnamed else Severity.NUMBERS
        yield Manual(call.name, f"{base.path}.call", said, _ADVICE, severity=severity)
        return
    yield Edit(call.name, said, ((call, _named(file, call, is_unnamed=is_unnamed, lacks_phase=lacks_phase)),))


def _said(owner: cst.ClassDef, *, is_unnamed: bool, lacks_phase: bool) -> str:
    if not lacks_phase:
        return f"the call of {owner.name.value} names its inputs: Keras 3 builds a layer for those it knows"
    names = "its inputs and training" if is_unnamed else "training"
    return f"the call of {owner.name.value} names {names}: Keras 3 tells the phase to no other"


def _has_phase(file: File, owner: cst.ClassDef, base: Receiver) -> bool:
    """True if the class above takes `training`, whether it is one of the file, or of Keras now and then."""
    above = owner.bases[0].value
    own = class_of(file, above) if isinstance(above, cst.Name) else None
    if own is not None:
        methods = [each for each in own.body.body if isinstance(each, cst.FunctionDef) and each.name.value == "call"]
        if methods:
            return any(_names_phase(each.params) for each in methods)
        return _has_phase(file, own, base) if own is not owner else False
    path = f"{base.path}.call"
    had = [
        api.signature(path, each) for each in legacy_releases(file, path.partition(".")[0]) if api.exists(path, each)
    ]
    return any(map(_takes_phase, had)) and _takes_phase(api.signature(path, file.target.release(path)))


def _takes_phase(signature: Signature | None) -> bool:
    return signature is not None and any(each.name == _PHASE for each in signature.parameters)


def _names_phase(params: cst.Parameters) -> bool:
    every = (*params.posonly_params, *params.params, *params.kwonly_params)
    return any(each.name.value == _PHASE for each in every)


def _hands_nothing_on(file: File, call: cst.FunctionDef) -> bool:
    """True if the method has no `training`, and calls that of its base without one."""
    calls = _calls_of_base(file, call)
    return not _names_phase(call.params) and any(_lacks_phase(each) for each in calls)


def _lacks_phase(call: cst.Call) -> bool:
    beside_inputs = [arg for arg in call.args if arg.keyword is None and not arg.star][1:]
    return keyword(call, _PHASE) is None and not beside_inputs


def _calls_of_base(file: File, method: cst.FunctionDef) -> list[cst.Call]:
    """The calls `super().call(...)` of a method."""
    found = []
    for call in nodes(method.body, cst.Call):
        assert isinstance(call, cst.Call)
        function = call.func
        if isinstance(function, cst.Attribute) and function.attr.value == "call":
            if is_super(file, function.value):
                found.append(call)
    return found


# --- the edit


def _named(file: File, call: cst.FunctionDef, *, is_unnamed: bool, lacks_phase: bool) -> cst.FunctionDef:
    """The method with the parameters that Keras 3 looks for; its own `*args` and `**kwargs` hold what they held."""
    params, lines = call.params, []
    taken = {each.value for each in nodes(call, cst.Name) if isinstance(each, cst.Name)}
    first = next(name for name in ("inputs", "tensors", file.free_name("layer_inputs")) if name not in taken)
    if is_unnamed:
        params = params.with_changes(params=[*params.params, cst.Param(cst.Name(first))])
        assert isinstance(params.star_arg, cst.Param)
        stars = params.star_arg.name.value
        lines.append(f"{stars} = ({first}, *{stars})")
    body: cst.BaseSuite = call.body
    if lacks_phase:
        params = _with_phase(params)
        if params.star_kwarg is not None:
            held = params.star_kwarg.name.value
            lines.append(f'{held} = {{"{_PHASE}": {_PHASE}, **{held}}}')
        for each in _calls_of_base(file, call):
            if _lacks_phase(each) and not any(arg.star == "**" for arg in each.args):
                body = body.deep_replace(each, _told(each))  # type: ignore[arg-type]
    statements = [file.parse_statement(line + file.module.default_newline) for line in lines]
    return call.with_changes(params=params, body=_begun(body, statements))


def _with_phase(params: cst.Parameters) -> cst.Parameters:
    phase = cst.Param(cst.Name(_PHASE), default=cst.Name("None"), equal=_EQUAL)
    if isinstance(params.star_arg, cst.Param | cst.ParamStar):
        return params.with_changes(kwonly_params=[*params.kwonly_params, phase])
    return params.with_changes(params=[*params.params, phase])


def _told(call: cst.Call) -> cst.Call:
    return call.with_changes(args=[*call.args, named(cst.Arg(cst.Name(_PHASE)), _PHASE)])


def _begun(body: cst.BaseSuite, statements: list[cst.BaseStatement]) -> cst.BaseSuite:
    """The body with statements at its begin, behind the docstring."""
    if not statements:
        return body
    assert isinstance(body, cst.IndentedBlock)
    at = int(_is_text(body.body[0]))
    return body.with_changes(body=[*body.body[:at], *statements, *body.body[at:]])


def _is_text(statement: cst.BaseStatement) -> bool:
    if not isinstance(statement, cst.SimpleStatementLine):
        return False
    first = statement.body[0]
    return isinstance(first, cst.Expr) and isinstance(first.value, cst.SimpleString | cst.ConcatenatedString)
