"""What other functions ask of the parallel model, which they are given or which the function of the call returns."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.proofs import Declined
from codemods.analysis.objects.provenance import calls_of, leaves
from codemods.rules.several_gpus.multi_gpu_model.subject import ParallelCall, is_rebound

OF_PARALLEL = {
    "get_layer": "depends on the layers of the parallel model",
    "layers": "depends on the layers of the parallel model",
    "load_weights": "reads a checkpoint of the parallel model",
}


def check_elsewhere(subject: ParallelCall) -> None:
    """Check that no other function asks for what one model in the place of two does not have."""
    if subject.template == subject.parallel and not is_rebound(subject):
        return
    site = subject.site
    for attribute in site.file.attributes:
        reason = OF_PARALLEL.get(attribute.attr.value)
        if reason is None or site.file.function(attribute) is site.function:
            continue
        if is_rebound(subject) and is_given_template(subject, site.file.function(attribute)):
            continue
        if site.call in (leaves(site.file, attribute.value) or ()):
            code = site.file.code(attribute)
            raise Declined(attribute, f"{code} {reason}")


def is_given_template(subject: ParallelCall, function: cst.FunctionDef | cst.Module) -> bool:
    """True if all calls of a function come before the call, where the name that both models have is the template's."""
    calls = calls_of(subject.site.file, function) if isinstance(function, cst.FunctionDef) else []
    here = [each for each in calls if subject.site.file.function(each) is subject.site.function]
    return bool(calls) and len(here) == len(calls) and all(map(subject.site.follows, here))
