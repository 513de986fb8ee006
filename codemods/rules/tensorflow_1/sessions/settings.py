"""What a session that is made for Keras asks for, and the lines that make it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.data_flow import Flow, Write
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.objects.provenance import leaves
from codemods.source.arguments import literal
from codemods.source.canonical_names import in_v1
from codemods.source.file import File, name_of
from compat.tables.names.makers import SESSIONS

SESSION_CLASSES = (
    *SESSIONS,
    *map(in_v1, SESSIONS),
    "keras.backend.tf.Session",
)
_CONFIGS = ("tensorflow.ConfigProto", "tensorflow.compat.v1.ConfigProto", "keras.backend.tf.ConfigProto")
_OPTIONS = "gpu_options"
_FRACTION = "per_process_gpu_memory_fraction"
_THREADS = ("intra_op_parallelism_threads", "inter_op_parallelism_threads")


class Threads(NamedTuple):
    """A number of threads, and the line that asks for it."""

    line: cst.BaseStatement
    name: str
    value: cst.BaseExpression


@dataclass
class Session:
    """The lines that make a session for Keras, and the settings that they ask for."""

    lines: list[cst.BaseStatement]
    growth: cst.BaseStatement | None = None
    soft_placement: bool = False
    log_placement: bool = False
    is_limited: bool = False
    threads: list[Threads] = field(default_factory=list)
    unknown: str = ""

    @property
    def asks_for_anything(self) -> bool:
        return self.growth is not None or self.soft_placement or self.log_placement or bool(self.threads)


def read_session(file: File, flow: Flow, node: cst.BaseExpression, found: Session) -> str:
    """Follow the session to its configuration; return the reason if that fails, otherwise ""."""
    if isinstance(node, cst.Name):
        write = _only_write(file, flow, node, found)
        if write is None:
            return f"{node.value} is also used for something else"
        node = write.value or node
    if not (isinstance(node, cst.Call) and file.symbol(node.func) in SESSION_CLASSES):
        return "the session comes from elsewhere"
    for arg in node.args:
        if arg.keyword is None or arg.keyword.value != "config":
            return "the session has a target or a graph"
        problem = _read_config(file, flow, arg.value, found)
        if problem:
            return problem
    return ""


def _read_config(file: File, flow: Flow, node: cst.BaseExpression, found: Session) -> str:
    if isinstance(node, cst.Name):
        name = node.value
        write = _only_write(file, flow, node, found, settings="")
        if write is None:
            return f"{name} is also used for something else"
        node = write.value or node
    if not (isinstance(node, cst.Call) and file.symbol(node.func) in _CONFIGS):
        return "the configuration comes from elsewhere"
    for arg in node.args:
        key = arg.keyword.value if arg.keyword else ""
        value, line = arg.value, file.statement(node)
        if key == _OPTIONS and isinstance(value, cst.Name):
            write = _only_write(file, flow, value, found, settings=f"{_OPTIONS}.")
            if write is None or write.value is None:
                return f"{value.value} is also used for something else"
            value, line = write.value, file.statement(write.node)
        growth = _growth_only(file, value, found)
        if not growth or _arguments(value):  # GPUOptions() asks for nothing
            _option(file, key, value, line, found, nested=growth)
    return ""


def _arguments(node: cst.BaseExpression) -> tuple[cst.Arg, ...]:
    return tuple(node.args) if isinstance(node, cst.Call) else ()


def _growth_only(file: File, node: cst.BaseExpression, found: Session) -> bool:
    """True for a `tf.GPUOptions(...)` that has no arguments but `allow_growth=True` and a fraction of the memory."""
    if not isinstance(node, cst.Call) or not (name_of(node.func) or "").endswith("GPUOptions"):
        return False
    names = [arg.keyword.value if arg.keyword else "" for arg in node.args]
    found.is_limited |= _FRACTION in names
    return all(
        (name == "allow_growth" and literal(arg.value) is True) or (name == _FRACTION and _is_part(file, arg.value))
        for name, arg in zip(names, node.args, strict=True)
    )


def _is_part(file: File, node: cst.BaseExpression) -> bool:
    """True for a number, or one of several, of at most 1: beyond that, GPUs take memory of the host."""
    numbers = [literal(each) for each in leaves(file, node) or ()]
    return bool(numbers) and all(isinstance(each, int | float) and 0 <= each <= 1 for each in numbers)


def _option(
    file: File,
    name: str,
    value: cst.BaseExpression,
    line: cst.BaseStatement,
    found: Session,
    *,
    nested: bool = False,
) -> None:
    on = literal(value)
    if (name == f"{_OPTIONS}.allow_growth" and on is True) or (name == _OPTIONS and nested):
        found.growth = line
    elif name == f"{_OPTIONS}.{_FRACTION}" and _is_part(file, value):
        found.growth, found.is_limited = found.growth or line, True
    elif name == "allow_soft_placement" and isinstance(on, bool):
        found.soft_placement |= on
    elif name == "log_device_placement" and isinstance(on, bool):
        found.log_placement |= on
    elif name in _THREADS:
        found.threads.append(Threads(line, name, value))
    elif on is not False:
        found.unknown = f"{name} has no exact equivalent"


def _only_write(file: File, flow: Flow, name: cst.Name, found: Session, *, settings: str | None = None) -> Write | None:
    """The one assignment of `name`, if only this session uses it.

    `settings` is the place of what is set on a configuration: "" or "gpu_options.".
    """
    writes = flow.writes_of(name.value)
    if len(writes) != 1 or writes[0].unpacked or file.function(writes[0].node) is not flow.function:
        return None
    line = file.statement(writes[0].node)
    if not isinstance(line, cst.SimpleStatementLine) or len(line.body) != 1 or file.block(line) is None:
        return None
    below = [write for write in flow.writes if write.target.startswith(name.value + ".")]
    for write in below if settings is not None else ():
        setting = file.statement(write.node)
        if write.value is None or not isinstance(setting, cst.SimpleStatementLine) or len(setting.body) != 1:
            return None
        _option(file, f"{settings}{write.target.partition('.')[2]}", write.value, setting, found)
        found.lines.append(setting)
    uses = [node for node in _uses(file, name, line) if file.statement(node) not in [line, *found.lines]]
    session_line = any(node is name or file.statement(node) is file.statement(name) for node in uses)
    others = [node for node in uses if node is not name and file.statement(node) is not file.statement(name)]
    if others or (uses and not session_line):
        return None
    found.lines.append(line)
    return writes[0]


def _uses(file: File, name: cst.Name, line: cst.SimpleStatementLine) -> Sequence[cst.CSTNode]:
    """The uses of what the line assigns to a name, and those that may have another value of it."""
    bindings = file.assignments(name)
    own = [each for each in bindings if each.node is not None and file.statement(each.node) is line]
    found = [use for each in bindings for use in each.uses]
    if len(bindings) == 1 or not own:
        return found
    return [use for use in dict.fromkeys(found) if isinstance(use, cst.Name) and own[0] in reaching(file, use)]


def settings_of(file: File, found: Session, tensorflow: str) -> Iterator[tuple[cst.BaseStatement | None, str]]:
    """The lines that ask for the same by `tf.config`, with the line whose place each takes; None for any."""
    if found.growth is not None:
        yield (
            None,
            (
                f'for gpu in {tensorflow}.config.list_physical_devices("GPU"):\n'
                f"    {tensorflow}.config.experimental.set_memory_growth(gpu, True)"
            ),
        )
    if found.soft_placement:
        yield None, f"{tensorflow}.config.set_soft_device_placement(True)"
    if found.log_placement:
        yield None, f"{tensorflow}.debugging.set_log_device_placement(True)"
    for line, name, value in found.threads:
        yield line, f"{tensorflow}.config.threading.set_{name}({file.code(value)})"
