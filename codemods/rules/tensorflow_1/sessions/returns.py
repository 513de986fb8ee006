"""Functions that make the session for Keras in several places."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.data_flow import Flow
from codemods.analysis.replicas.session_functions import always_returns, returns_of
from codemods.rewriting.remove import comments_of
from codemods.rules.tensorflow_1.sessions.settings import Session, read_session, settings_of
from codemods.source.file import File
from codemods.types import Replacement

ELSEWHERE = "the session comes from elsewhere"


def settings_for_returns(
    file: File, function: cst.FunctionDef, tensorflow: str
) -> list[tuple[cst.CSTNode, Replacement]] | str:
    """Settings in the place of each `return`, without the lines that made the sessions; or why that cannot be."""
    returns = returns_of(file, function)
    if returns is None or len(returns) < 2 or not always_returns(function):  # noqa: PLR2004 - one is simpler
        return ELSEWHERE
    lines = [file.statement(each) for each in returns]
    replacements: list[tuple[cst.CSTNode, Replacement]] = []
    known = [*lines]
    for line, each in zip(lines, returns, strict=True):
        found = Session(known)
        problem = read_session(file, Flow(file, function), each.value, found) if each.value is not None else ELSEWHERE
        if not problem and any(comments_of(other) for other in found.lines if other not in lines):
            problem = "there are comments on the lines that make it"
        if not problem and any(threads.line is not line for threads in found.threads):
            problem = "it takes threads from another line"
        if problem or found.unknown:
            return problem or found.unknown
        code = [text for _, text in settings_of(file, found, tensorflow)]
        replacements.append((line, _in_place(file, line, code, is_last=_is_last(file, function, line))))
    gone = dict.fromkeys(each for each in known if each not in lines)
    return [*replacements, *((each, cst.RemoveFromParent()) for each in gone)]


def _in_place(file: File, line: cst.BaseStatement, code: list[str], *, is_last: bool) -> Replacement:
    """The settings, and a `return` unless the function ends there."""
    text = code if is_last and code else [*code, "pass" if is_last else "return"]
    first, *rest = [file.parse_statement(each) for each in text]
    above = [*getattr(line, "leading_lines", ())]
    trailing = [each for each in comments_of(line) if each not in above]
    return cst.FlattenSentinel([first.with_changes(leading_lines=[*above, *trailing]), *rest])


def _is_last(file: File, function: cst.FunctionDef, line: cst.BaseStatement) -> bool:
    """True if nothing of the function comes after a line, which may be in the last `if` of its body."""
    block = file.block(line)
    if block is None or block.body[-1] is not line:
        return False
    if block is function.body:
        return True
    above = next((each for each in file.ancestors(block) if isinstance(each, cst.BaseStatement)), None)
    while isinstance(above, cst.If):
        outer = file.block(above)
        if outer is not None:
            return outer.body[-1] is above and (outer is function.body or _is_last(file, function, above))
        above = next((each for each in file.ancestors(above) if isinstance(each, cst.BaseStatement)), None)
    return False
