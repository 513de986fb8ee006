"""The call of `model_to_estimator` that a proof is about."""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.call_sites import CallSite, call_site, only_binding
from codemods.analysis.flow.proofs import Declined
from codemods.source.arguments import bind, literal
from codemods.source.file import File
from codemods.source.scopes import Binding

_PARAMETERS = ("keras_model", "keras_model_path", "custom_objects", "model_dir", "config")
MODEL_DIR = (
    "model_dir keeps checkpoints that the next run resumes from: keras.callbacks.BackupAndRestore, "
    "keras.callbacks.ModelCheckpoint and keras.callbacks.TensorBoard write such files"
)
_WITHOUT_COUNTERPART = {
    "keras_model_path": "the model is loaded from a file",
    "custom_objects": "the model has custom objects",
    "model_dir": MODEL_DIR,
}


class Conversion(NamedTuple):
    """`estimator = model_to_estimator(model, config=config)`."""

    site: CallSite
    model: cst.Name
    config: cst.BaseExpression | None
    estimator: Binding

    @property
    def name(self) -> str:
        return self.model.value


def conversion(file: File, call: cst.Call) -> Conversion:
    """The model and the Estimator of a call; raises `Declined` if they cannot be read off it."""
    given = bind(call, *_PARAMETERS)
    if given is None or not given.keys() <= set(_PARAMETERS):
        raise Declined(call, "its arguments are unpacked or unknown")
    for name, reason in _WITHOUT_COUNTERPART.items():
        if name in given and literal(given[name].value) is not None:
            raise Declined(given[name], reason)
    model = given["keras_model"].value if "keras_model" in given else None
    if not isinstance(model, cst.Name):
        raise Declined(model or call, "the model is not a variable")
    config = given["config"].value if "config" in given else None
    site = call_site(file, call)
    for above in file.ancestors(call):
        if isinstance(above, cst.For | cst.While):
            raise Declined(above, "it is called in a loop")
    return Conversion(site, model, config, _estimator(site))


def _estimator(site: CallSite) -> Binding:
    small = site.small
    target = small.targets[0].target if isinstance(small, cst.Assign) and len(small.targets) == 1 else None
    if not isinstance(small, cst.Assign) or small.value is not site.call or not isinstance(target, cst.Name):
        raise Declined(site.call, "its result is not assigned to one name")
    return only_binding(site.file, target, "the Estimator is assigned more than once")
