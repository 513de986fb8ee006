"""The lines that set up GPUs: a strategy initialises the GPUs when it is made, so they come before it."""

from __future__ import annotations

from collections.abc import Collection

import libcst as cst

from codemods.analysis.flow.call_sites import CallSite
from codemods.analysis.flow.data_flow import may_create_variables
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.replicas.model_builds import Build
from codemods.source.arguments import literal
from codemods.source.file import File, body_of
from codemods.source.walk import nodes

_SETUP = frozenset(
    {
        "keras.backend.set_session",
        "tensorflow.config.set_visible_devices",
        "tensorflow.config.set_logical_device_configuration",
        "tensorflow.config.experimental.set_memory_growth",
        "tensorflow.config.experimental.set_visible_devices",
        "tensorflow.config.experimental.set_virtual_device_configuration",
    }
)
_ENVIRONMENT = frozenset({"os.environ", "os.environb", "os.putenv"})
_VISIBLE = "CUDA_VISIBLE_DEVICES"


def gpu_setups(site: CallSite, build: Build) -> list[cst.BaseStatement]:
    """The statements of the build that say which GPUs are visible, and nothing else; they may move above it.

    Once the model itself is there, a session may have initialised the GPUs: then they said nothing.
    """
    return [
        statement
        for statement in build.statements[build.first :]
        if all(site.file.before(statement, write.node) for write in build.writes) and _only_names_gpus(site, statement)
    ]


def check_gpu_setup(site: CallSite, build: Build, moved: Collection[cst.BaseStatement] = ()) -> None:
    """Check that no GPUs are set up once the build has begun, except by what is `moved` above it."""
    for node in nodes(site.function, cst.Attribute, cst.Name):
        if site.file.before(node, build.start) or site.file.function(node) is not site.function:
            continue
        if sets_up_gpus(site.file, node) and not any(above in moved for above in site.file.ancestors(node)):
            raise Declined(node, "GPUs are set up after the model is built")


def sets_up_gpus(file: File, node: cst.CSTNode) -> bool:
    return file.symbol(node) in _SETUP or file.qualified_name(node) in _ENVIRONMENT


def _only_names_gpus(site: CallSite, statement: cst.BaseStatement) -> bool:
    """True for `os.environ["CUDA_VISIBLE_DEVICES"] = value`, under a condition or not."""
    if isinstance(statement, cst.If):
        inner = body_of(statement.body) if isinstance(statement.body, cst.IndentedBlock) else ()
        plain = statement.orelse is None and not may_create_variables(site.file, site.flow, statement.test)
        return plain and bool(inner) and all(_only_names_gpus(site, each) for each in inner)
    if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) != 1:
        return False
    small = statement.body[0]
    return (
        isinstance(small, cst.Assign)
        and len(small.targets) == 1
        and _is_visible_devices(site, small.targets[0].target)
        and not may_create_variables(site.file, site.flow, small.value)
    )


def _is_visible_devices(site: CallSite, target: cst.BaseExpression) -> bool:
    if not isinstance(target, cst.Subscript) or len(target.slice) != 1:
        return False
    index = target.slice[0].slice
    return (
        site.file.qualified_name(target.value) == "os.environ"
        and isinstance(index, cst.Index)
        and literal(index.value) == _VISIBLE
    )
