"""Set up GPUs with `tf.config` instead of a session that is handed to Keras.

## What it does

A session made for `K.set_session` becomes what it asked for: `set_memory_growth` for `allow_growth`, soft placement and
placement logs likewise, also in a function of the file that makes it. If another module makes the session or its
configuration, `set_session` of `compat` applies it.

## Why

Keras 3 runs in no session: `K.set_session` raises AttributeError.
https://www.tensorflow.org/guide/gpu#limiting_gpu_memory_growth

## Numbers

No numbers involved.

## What it leaves to you

Other session options, such as `per_process_gpu_memory_fraction`; sessions that the file also uses otherwise; sessions
set after a model is built, as GPUs cannot be set up that late.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import libcst as cst

from codemods.analysis.data_flow import Flow, Write
from codemods.analysis.reaching import reaching
from codemods.analysis.session_functions import has_more, returned_last, session_function
from codemods.rewriting.add_imports import bind_module
from codemods.rewriting.remove import comments_of, remove
from codemods.source.arguments import literal
from codemods.source.canonical_names import in_v1
from codemods.source.file import File, Reference, name_of
from codemods.types import Edit, Import, Manual, Replacement, Stage, rule
from compat.tables.names.makers import SESSIONS

SET_SESSION = "keras.backend.set_session"
_SESSIONS = (
    *SESSIONS,
    *map(in_v1, SESSIONS),
    "keras.backend.tf.Session",
)
_CONFIGS = ("tensorflow.ConfigProto", "tensorflow.compat.v1.ConfigProto", "keras.backend.tf.ConfigProto")
_MAKERS = (
    "keras.layers.",
    "keras.models.",
    "keras.applications.",
    "keras.utils.multi_gpu_model",
    "tensorflow.distribute.",
)
_OPTIONS = "gpu_options"
_SHIM = "compat.keras.backend"
_ADVICE = "configure GPUs with tf.config.set_visible_devices and tf.config.experimental.set_memory_growth"


@dataclass
class _Session:
    """The lines that make a session for Keras, and the settings that they ask for."""

    lines: list[cst.BaseStatement]
    growth: cst.BaseStatement | None = None
    soft_placement: bool = False
    log_placement: bool = False
    unknown: str = ""

    @property
    def asks_for_anything(self) -> bool:
        return self.growth is not None or self.soft_placement or self.log_placement


@rule(
    "TFM140",
    stage=Stage.STRUCTURES,
    example="""
    import tensorflow as tf
    from keras import backend as K

    config = tf.ConfigProto()
    config.gpu_options.allow_growth = True
    K.set_session(tf.Session(config=config))
    """,
)
def sessions(file: File) -> Iterator[Edit | Manual]:
    """Replace the group of lines by the settings they ask for; leave a session that the file uses otherwise."""
    for reference in file.references(SET_SESSION):
        call = file.call_of(reference)
        outcome = _edit(file, reference, call) if call is not None else "it is referenced without being called"
        if isinstance(outcome, str) and call is not None and _comes_from_another_module(file, call):
            if not reference.spelling.shimmed:
                yield _to_shim(file, call)
        elif isinstance(outcome, str):
            yield Manual(reference.node, SET_SESSION, f"Keras 3 has no session to set: {outcome}", _ADVICE)
        else:
            yield outcome


def _comes_from_another_module(file: File, call: cst.Call) -> bool:
    """True if another module makes the session, or its configuration, before any model of this one exists."""
    if len(call.args) != 1 or _is_late(file, call):
        return False
    node = call.args[0].value
    if isinstance(node, cst.Call) and file.symbol(node.func) in _SESSIONS and len(node.args) == 1:
        node = node.args[0].value
    path = file.qualified_name(node)
    return path is not None and file.spelling(path) is None


def _to_shim(file: File, call: cst.Call) -> Edit:
    """Apply the options of the session when they are known, which is when the script runs."""
    name = file.free_name("apply_session")
    said = f"set_session is now that of {_SHIM}, which applies what another module configures"
    return Edit(call, said, ((call.func, cst.Name(name)),), (Import(_SHIM, "set_session", name),))


def _edit(file: File, reference: Reference, call: cst.Call) -> Edit | str:
    line = file.statement(call)
    if not (_is_alone(line, call) and len(call.args) == 1):
        return "the call is part of a larger statement"
    if _is_late(file, call):
        return "a model already exists, and GPUs cannot be configured after that"
    tensorflow, imports = bind_module(file, "tensorflow", "tf", reference.node)
    function = session_function(file, call.args[0].value)
    if function is not None:
        return _edit_function(file, call, function, (tensorflow, imports))
    flow = Flow(file, file.function(call))
    found = _Session([line])
    problem = _read_session(file, flow, call.args[0].value, found)
    if problem or found.unknown:
        return problem or found.unknown
    return _replace(file, call, found, tensorflow, imports)


def _edit_function(
    file: File, call: cst.Call, function: cst.FunctionDef, tensorflow: tuple[str, tuple[Import, ...]]
) -> Edit | str:
    """Let the function that made the session set up the GPUs, and call it."""
    last = returned_last(file, function)
    if last is None or last.value is None:
        return "the session comes from elsewhere"
    found = _Session([file.statement(last)])
    problem = _read_session(file, Flow(file, function), last.value, found)
    if problem or found.unknown:
        return problem or found.unknown
    if not found.asks_for_anything and not has_more(function, found.lines):
        return f"{function.name.value} has nothing else to do"
    edit = _replace(file, call, found, *tensorflow)
    return edit._replace(replacements=(*edit.replacements, (call, call.args[0].value)))


def _is_late(file: File, call: cst.Call) -> bool:
    """True if the function makes Keras objects or strategies before the call: they initialise the GPUs."""
    function = file.function(call)
    return any(
        file.before(other, call)
        and file.function(other) is function
        and (file.symbol(other.func) or "").startswith(_MAKERS)
        for other in file.calls
    )


def _replace(file: File, call: cst.Call, found: _Session, tensorflow: str, imports: tuple[Import, ...]) -> Edit:
    code: list[str] = []
    if found.growth is not None:
        code.append(
            f'for gpu in {tensorflow}.config.list_physical_devices("GPU"):\n'
            f"    {tensorflow}.config.experimental.set_memory_growth(gpu, True)"
        )
    if found.soft_placement:
        code.append(f"{tensorflow}.config.set_soft_device_placement(True)")
    if found.log_placement:
        code.append(f"{tensorflow}.debugging.set_log_device_placement(True)")
    parsed = [cst.parse_statement(text, config=file.module.config_for_parsing) for text in code]
    lines = sorted(dict.fromkeys(found.lines), key=file.line)
    if not parsed:
        return Edit(call, "Keras 3 has no session to set", remove(file, *lines))
    at = found.growth or lines[0]
    blank = [each for each in getattr(lines[0], "leading_lines", ()) if not each.comment]
    comments = [*blank, *(comment for line in lines for comment in comments_of(line))]
    replacements: list[tuple[cst.CSTNode, Replacement]] = []
    for line in lines:
        if line is at:
            first = parsed[0].with_changes(leading_lines=comments)
            replacements.append((line, cst.FlattenSentinel([first, *parsed[1:]])))
        else:
            replacements.append((line, cst.RemoveFromParent()))
    said = "GPU memory growth is now set by tf.config" if found.growth else "Keras 3 has no session to set"
    return Edit(call, said, tuple(replacements), imports)


def _is_alone(line: cst.BaseStatement, node: cst.CSTNode) -> bool:
    if not isinstance(line, cst.SimpleStatementLine) or len(line.body) != 1:
        return False
    small = line.body[0]
    return isinstance(small, cst.Expr) and small.value is node


def _read_session(file: File, flow: Flow, node: cst.BaseExpression, found: _Session) -> str:
    """Follow the session to its configuration; return the reason if that fails, otherwise ""."""
    if isinstance(node, cst.Name):
        write = _only_write(file, flow, node, found)
        if write is None:
            return f"{node.value} is also used for something else"
        node = write.value or node
    if not (isinstance(node, cst.Call) and file.symbol(node.func) in _SESSIONS):
        return "the session comes from elsewhere"
    for arg in node.args:
        if arg.keyword is None or arg.keyword.value != "config":
            return "the session has a target or a graph"
        problem = _read_config(file, flow, arg.value, found)
        if problem:
            return problem
    return ""


def _read_config(file: File, flow: Flow, node: cst.BaseExpression, found: _Session) -> str:
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
        growth = _growth_only(value)
        if not growth or _arguments(value):  # GPUOptions() asks for nothing
            _option(key, value, line, found, nested=growth)
    return ""


def _arguments(node: cst.BaseExpression) -> tuple[cst.Arg, ...]:
    return tuple(node.args) if isinstance(node, cst.Call) else ()


def _growth_only(node: cst.BaseExpression) -> bool:
    """True for a `tf.GPUOptions(...)` that has no argument other than `allow_growth=True`."""
    if not isinstance(node, cst.Call) or not (name_of(node.func) or "").endswith("GPUOptions"):
        return False
    return all(arg.keyword and arg.keyword.value == "allow_growth" and literal(arg.value) is True for arg in node.args)


def _option(
    name: str, value: cst.BaseExpression, line: cst.BaseStatement, found: _Session, *, nested: bool = False
) -> None:
    on = literal(value)
    if (name == f"{_OPTIONS}.allow_growth" and on is True) or (name == _OPTIONS and nested):
        found.growth = line
    elif name == "allow_soft_placement" and isinstance(on, bool):
        found.soft_placement |= on
    elif name == "log_device_placement" and isinstance(on, bool):
        found.log_placement |= on
    elif on is not False:
        found.unknown = f"{name} has no exact equivalent"


def _only_write(
    file: File, flow: Flow, name: cst.Name, found: _Session, *, settings: str | None = None
) -> Write | None:
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
        _option(f"{settings}{write.target.partition('.')[2]}", write.value, setting, found)
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
