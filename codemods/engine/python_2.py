"""A source of Python 2 is translated before the rules see it; what both do is told by the lines that it had."""

from __future__ import annotations

from collections.abc import Sequence

from codemods.analysis.releases.python_2_files import has_modern_syntax, is_of_python_2, python_2_uses
from codemods.analysis.releases.python_2_values import needed_lists
from codemods.engine.findings import in_order
from codemods.engine.line_map import LineMap
from codemods.python_2.translation import CODE, Translation, translate
from codemods.source.file import File
from codemods.source.parsing import check_syntax, parse
from codemods.source.project import Project
from codemods.types import Change, Failure, Finding, Result, Settings, Upgraded


def translated(source: bytes, settings: Settings) -> Translation | Failure | None:
    """The translation of a source; None if it is none of Python 2, or if nobody asked.

    A source that Python 3 parses is translated only if that leaves nothing of Python 2, so that a second run finds
    nothing to do.
    """
    if not settings.python_2 or settings.from_python_2 or not settings.takes(CODE):
        return None
    tree = check_syntax(source)
    if isinstance(tree, Failure):
        return translate(source, tree) if tree.line or tree.is_of_python_2 else None
    file = _file(source)
    if file is None or not is_of_python_2(file):
        return None
    translation = translate(source, None)
    if isinstance(translation, Failure):
        return None
    result = _file(translation.after)
    return translation if result is not None and not python_2_uses(result) else None


def shows_python_2(source: bytes, settings: Settings, project: Project) -> bool:
    """True for a source that needs no translation: Python 2 ran it, or it needs lists where only that gave some."""
    if not settings.python_2 or settings.from_python_2 or isinstance(check_syntax(source), Failure):
        return False
    file = _file(source)
    if file is None or not file.imports_family() or has_modern_syntax(file):
        return False
    return project.vintage().is_of_python_2 or any(needed_lists(file))


def _file(source: bytes) -> File | None:
    module = parse(source)
    try:
        return None if isinstance(module, Failure) else File(module, source)
    except RecursionError:
        return None


def joined(translation: Translation, result: Result) -> Result:
    """What became of a translation, as the outcome for its source."""
    lines = LineMap(translation.before, translation.after)
    if isinstance(result, Failure):
        return result._replace(line=lines.back(result.line))
    later = [change_back(lines, each) for each in result.changes]
    return result._replace(
        before=translation.before,
        changes=tuple(sorted((*translation.changes, *later), key=lambda each: each.line)),
        findings=in_order([*result.findings, *findings_in(translation, result.after)]),
    )


def change_back(lines: LineMap, change: Change) -> Change:
    """A change by the place that it had before the lines changed."""
    line, column = lines.place_back(change.line, change.column, change.symbol)
    return change._replace(line=line, column=column)


def checked(translation: Translation, result: Upgraded, changes: Sequence[Finding]) -> Upgraded:
    """What was found in a translation, by the lines of its source; `changes` are those of the translation itself."""
    lines = LineMap(translation.before, translation.after)
    found = [lines.finding_back(each) for each in result.findings]
    return result._replace(
        before=translation.before,
        after=translation.before,
        findings=in_order([*changes, *found, *translation.findings]),
        notes=tuple(lines.finding_back(each) for each in result.notes),
    )


def findings_in(translation: Translation, after: bytes) -> list[Finding]:
    """The findings of a translation, by the lines of a later text."""
    forth = LineMap(after, translation.before)
    return [each.moved(forth.back(each.line), each.column, 0) for each in translation.findings]
