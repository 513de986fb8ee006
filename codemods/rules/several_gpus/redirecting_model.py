"""Replace a `Model` subclass that wraps `multi_gpu_model` and redirects saving by the call itself.

## What it does

`ModelMGPU(model, gpus)` becomes `multi_gpu_model(model, gpus=gpus)`, and the class goes. TFM201 then takes the call.
Where other modules call the class, a function of its name, which calls `multi_gpu_model`, takes its place.
Template and parallel model share their variables today, so there is nothing to redirect.

## Why

The class copies what `multi_gpu_model` returns, and that function is gone. Scripts took it from an issue of Keras.
https://github.com/keras-team/keras/issues/2436#issuecomment-354882296

## Numbers

Not measured here; the call that stays is measured, see TFM201. The upgraded script of
`tests/codemods/fixtures/multi_gpu_model/redirecting_class.in.py` runs.

## What it leaves to you

Classes of another shape: call `multi_gpu_model` instead of them.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.handed_on import is_imported
from codemods.analysis.objects.object_types import derives_from
from codemods.analysis.objects.passed_elsewhere import calls_elsewhere
from codemods.source.arguments import bind, named
from codemods.source.file import File, name_of
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Replacement, Stage, rule

SYMBOL = "keras.utils.multi_gpu_model"


@rule(
    "TFM204",
    stage=Stage.STRUCTURES,
    example="""
    from keras.models import Model, load_model
    from keras.utils import multi_gpu_model


    class ModelMGPU(Model):
        def __init__(self, ser_model, gpus):
            pmodel = multi_gpu_model(ser_model, gpus)
            self.__dict__.update(pmodel.__dict__)
            self._smodel = ser_model

        def __getattribute__(self, attrname):
            if "load" in attrname or "save" in attrname:
                return getattr(self._smodel, attrname)
            return super(ModelMGPU, self).__getattribute__(attrname)


    parallel = ModelMGPU(load_model("model.h5"), 2)
    parallel.save("model.h5")
    """,
)
def redirecting_model(file: File) -> Iterator[Edit | Manual]:
    """Rewrite only a class of exactly that shape that is used in calls alone."""
    for owner in file.module.body:
        if not isinstance(owner, cst.ClassDef) or not derives_from(file, owner, "keras.models.Model"):
            continue
        inner = _wrapping_call(file, owner)
        if inner is None:
            continue
        edit = _edit(file, owner, inner)
        yield edit or Manual(
            owner,
            SYMBOL,
            f"{owner.name.value} wraps multi_gpu_model in a way that Keras 3 does not allow",
            "call multi_gpu_model(model, gpus) instead of the class",
        )


def is_redirecting(file: File, node: cst.CSTNode) -> bool:
    """True if `node` is in a class that this rule removes."""
    owner = file.enclosing_class(node)
    if owner is None or not derives_from(file, owner, "keras.models.Model"):
        return False
    inner = _wrapping_call(file, owner)
    return inner is not None and _edit(file, owner, inner) is not None


def _wrapping_call(file: File, owner: cst.ClassDef) -> cst.Call | None:
    found = [call for call in nodes(owner, cst.Call) if file.symbol(call.func) == SYMBOL]
    return found[0] if len(found) == 1 else None


def _edit(file: File, owner: cst.ClassDef, inner: cst.Call) -> Edit | None:
    methods = {node.name.value: node for node in owner.body.body if isinstance(node, cst.FunctionDef)}
    init = methods.get("__init__")
    if init is None or set(methods) - {"__init__", "__getattribute__", "__getattr__"}:
        return None
    parameters = [param.name.value for param in init.params.params[1:]]
    bound = bind(inner, "model", "gpus")
    if bound is None or set(bound) - {"model", "gpus"} or not _updates_dict(init):
        return None
    order = [name_of(bound[key].value) for key in ("model", "gpus") if key in bound]
    if any(name not in parameters for name in order) or len(order) != len(parameters):
        return None
    uses = _uses(file, owner)
    replacements: list[tuple[cst.CSTNode, Replacement]] = []
    for use in uses:
        call = file.parent(use)
        given = bind(call, *parameters) if isinstance(call, cst.Call) and call.func is use else None
        if given is None or not isinstance(call, cst.Call) or order[0] not in given:
            return None
        args = [arg for name, arg in sorted(given.items(), key=lambda item: order.index(item[0]))]
        if len(args) > 1:
            args = [args[0], named(args[1], "gpus")]
        new = call.with_changes(
            func=inner.func, args=[args[0].with_changes(keyword=None, equal=cst.MaybeSentinel.DEFAULT), *args[1:]]
        )
        replacements.append((call, new))
    said = f"{owner.name.value} is now multi_gpu_model itself: saving needs no redirection"
    if is_imported(file, owner.name.value):
        return Edit(owner, said, ((owner, _function(file, owner, init, inner)),)) if _is_called(file, init) else None
    replacements.append((owner, cst.RemoveFromParent()))
    return Edit(owner, said, tuple(replacements)) if uses else None


def _is_called(file: File, init: cst.FunctionDef) -> bool:
    """True if other modules call the class, and do nothing else with it."""
    owner = file.enclosing_class(init)
    modules = dict.fromkeys(module for module, _ in calls_elsewhere(file, init))
    names = [each for module in modules for each in module.every(cst.Name) if owner and each.value == owner.name.value]
    return bool(modules) and all(_is_import_or_call(module, each) for module in modules for each in names)


def _is_import_or_call(module: File, name: cst.Name) -> bool:
    whole = module.parent(name)
    node = whole if isinstance(whole, cst.Attribute) else name
    above = module.parent(node)
    return isinstance(above, cst.ImportAlias) or (isinstance(above, cst.Call) and above.func is node)


def _function(file: File, owner: cst.ClassDef, init: cst.FunctionDef, inner: cst.Call) -> cst.BaseStatement:
    """A function of the name and the parameters of the class, for the modules that import it."""
    params = init.params.with_changes(params=init.params.params[1:])
    code = f"def {owner.name.value}({file.code(params)}):\n    return {file.code(inner)}\n"
    return file.parse_statement(code).with_changes(leading_lines=owner.leading_lines)


def _updates_dict(init: cst.FunctionDef) -> bool:
    return any(name_of(call.func) == "self.__dict__.update" for call in nodes(init, cst.Call))


def _uses(file: File, owner: cst.ClassDef) -> list[cst.CSTNode]:
    inside = set(nodes(owner, cst.Name))
    found = [use for binding in file.scope(owner)[owner.name.value] for use in binding.uses]
    return [use for use in found if use not in inside]
