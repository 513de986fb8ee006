"""Set up GPUs with `tf.config` instead of a session that is handed to Keras.

## What it does

A session made for `K.set_session` becomes what it asked for: `set_memory_growth` for `allow_growth`, soft placement and
placement logs likewise, and `tf.config.threading` for the numbers of threads, also in a function of the file that makes
it. `per_process_gpu_memory_fraction=0.3`, a part of the memory taken at once, becomes growth, which knows no limit. If
another module makes the session or its configuration, `set_session` of `compat` applies it.

## Why

Keras 3 runs in no session: `K.set_session` raises AttributeError.
https://www.tensorflow.org/guide/gpu#limiting_gpu_memory_growth

## Numbers

No numbers involved.

## What it leaves to you

Other session options, such as `visible_device_list`; sessions that the file also uses otherwise; sessions
set after a model is built, as GPUs cannot be set up that late.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.data_flow import Flow
from codemods.analysis.replicas.session_functions import has_more, returned_last, session_function
from codemods.rewriting.add_imports import bind_module
from codemods.rewriting.remove import comments_of, remove
from codemods.rules.tensorflow_1.sessions.returns import ELSEWHERE, settings_for_returns
from codemods.rules.tensorflow_1.sessions.settings import SESSION_CLASSES, Session, read_session, settings_of
from codemods.source.file import File, Reference
from codemods.types import Edit, Import, Manual, Replacement, Stage, rule

SET_SESSION = "keras.backend.set_session"
_MAKERS = (
    "keras.layers.",
    "keras.models.",
    "keras.applications.",
    "keras.utils.multi_gpu_model",
    "tensorflow.distribute.",
)
_SHIM = "compat.keras.backend"
_ADVICE = "configure GPUs with tf.config.set_visible_devices and tf.config.experimental.set_memory_growth"


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
    if isinstance(node, cst.Call) and file.symbol(node.func) in SESSION_CLASSES and len(node.args) == 1:
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
    found = Session([line])
    problem = read_session(file, flow, call.args[0].value, found)
    if problem or found.unknown:
        return problem or found.unknown
    return _replace(file, call, found, tensorflow, imports)


def _edit_function(
    file: File, call: cst.Call, function: cst.FunctionDef, tensorflow: tuple[str, tuple[Import, ...]]
) -> Edit | str:
    """Let the function that made the session set up the GPUs, and call it."""
    last = returned_last(file, function)
    if last is None:
        several = settings_for_returns(file, function, tensorflow[0])
        said = "the function that made the session for Keras sets up GPUs and threads by tf.config"
        return several if isinstance(several, str) else Edit(call, said, (*several, _without(call)), tensorflow[1])
    if last.value is None:
        return ELSEWHERE
    found = Session([file.statement(last)])
    problem = read_session(file, Flow(file, function), last.value, found)
    if problem or found.unknown:
        return problem or found.unknown
    if not found.asks_for_anything and not has_more(function, found.lines):
        return f"{function.name.value} has nothing else to do"
    edit = _replace(file, call, found, *tensorflow)
    return edit._replace(replacements=(*edit.replacements, _without(call)))


def _without(call: cst.Call) -> tuple[cst.CSTNode, Replacement]:
    return call, call.args[0].value


def _is_late(file: File, call: cst.Call) -> bool:
    """True if the function makes Keras objects or strategies before the call: they initialise the GPUs."""
    function = file.function(call)
    return any(
        file.before(other, call)
        and file.function(other) is function
        and (file.symbol(other.func) or "").startswith(_MAKERS)
        for other in file.calls
    )


def _replace(file: File, call: cst.Call, found: Session, tensorflow: str, imports: tuple[Import, ...]) -> Edit:
    at, code = _code(file, found, tensorflow)
    lines = sorted(dict.fromkeys(found.lines), key=file.line)
    if at is None:
        return Edit(call, "Keras 3 has no session to set", remove(file, *lines))
    blank = [each for each in getattr(lines[0], "leading_lines", ()) if not each.comment]
    comments = [*blank, *(comment for line in lines for comment in comments_of(line))]
    replacements: list[tuple[cst.CSTNode, Replacement]] = []
    for line in lines:
        parsed = [file.parse_statement(text) for text in code.get(line, ())]
        if line is at:
            parsed[0] = parsed[0].with_changes(leading_lines=comments)
        replacements.append((line, cst.FlattenSentinel(parsed) if parsed else cst.RemoveFromParent()))
    return Edit(call, _said(found), tuple(replacements), imports)


def _code(
    file: File, found: Session, tensorflow: str
) -> tuple[cst.BaseStatement | None, dict[cst.BaseStatement, list[str]]]:
    """The lines that take the place of others, and the one among those to which comments move."""
    first = min(found.lines, key=file.line)
    code: dict[cst.BaseStatement, list[str]] = {}
    for line, text in settings_of(file, found, tensorflow):
        code.setdefault(line or found.growth or first, []).append(text)
    return (found.growth or first) if (found.growth or first) in code else next(iter(code), None), code


def _said(found: Session) -> str:
    if found.growth is None:
        return "Keras 3 has no session to set"
    more = ": it was a part of it, which other programs could not take" if found.is_limited else ""
    return f"GPU memory growth is now set by tf.config{more}"


def _is_alone(line: cst.BaseStatement, node: cst.CSTNode) -> bool:
    if not isinstance(line, cst.SimpleStatementLine) or len(line.body) != 1:
        return False
    small = line.body[0]
    return isinstance(small, cst.Expr) and small.value is node
