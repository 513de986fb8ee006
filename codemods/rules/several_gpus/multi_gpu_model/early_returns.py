"""Branches between the build and the call that return the model as it is: `if gpus < 2: return model`."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.data_flow import enclosing, mentions
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.flow.sure_calls import ends_function
from codemods.analysis.replicas.model_builds import Build
from codemods.rules.several_gpus.multi_gpu_model.subject import ParallelCall
from codemods.source.walk import nodes


def early_returns(subject: ParallelCall, build: Build) -> list[cst.If]:
    """The conditions under which the function has returned the model before the call.

    Raises:
        Declined: such a condition cannot be told.

    """
    site = subject.site
    at = enclosing(site.file, site.call, build.statements)
    return [found for each in build.statements[build.first : at] for found in _returning(subject, each)]


def _returning(subject: ParallelCall, statement: cst.BaseStatement) -> Iterator[cst.If]:
    site = subject.site
    returns = [each for each in nodes(statement, cst.Return) if site.file.function(each) is site.function]
    given = [each for each in returns if _gives_model(subject, each)]
    if not given:
        return
    is_plain = isinstance(statement, cst.If) and statement.orelse is None and ends_function(statement.body)
    if not is_plain or len(returns) != 1 or not isinstance(statement, cst.If):
        raise Declined(given[0], "the model is returned before the call")
    yield statement


def _gives_model(subject: ParallelCall, node: cst.Return) -> bool:
    """True if a caller gets the model: it is returned, or an attribute of an object."""
    value = node.value
    return any("." in name or (value is not None and mentions(value, name)) for name in subject.names)
