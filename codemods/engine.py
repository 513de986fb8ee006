"""The pure core: bytes in, what became of them out. It prints nothing, touches no disk and runs nothing."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

import libcst as cst

from codemods.edits import Import, Manual, Selection, replace
from codemods.file import File
from codemods.imports import add_imports
from codemods.lines import LineMap
from codemods.names import spelling
from codemods.registry import rules
from codemods.results import Change, Failure, Finding, Result, Upgraded
from codemods.source import check_syntax, parse, unparsed_tail

PASSES = 50
"""Far above what any file needs: edits only ever remove legacy uses, so the passes end by themselves."""

KERAS_2_ONLY = frozenset({"TFM101", "TFM102", "TFM110", "TFM120", "TFM121", "TFM140", "TFM201", "TFM202", "TFM204"})
"""Rules whose edits show that a source was written for Keras 2."""

_LEGACY_METHODS = frozenset({"fit_generator", "evaluate_generator", "predict_generator"})


def upgrade(source: bytes, to: str = "native") -> Result:
    """Rewrite one source for TensorFlow 2.16+ and Keras 3 (`to="native"`) or onto the shims (`to="compat"`).

    Never raises for the sake of the source: what cannot be processed is a `Failure`.
    """
    tree = check_syntax(source)
    if isinstance(tree, Failure):
        return tree
    if not _may_be_legacy(tree):
        return Upgraded(source, source)
    module = parse(source)
    if isinstance(module, Failure):
        return module
    try:
        tail = unparsed_tail(source, module)
        if tail is None:
            return Failure(
                "the parser cannot reproduce this file to the byte", "reformat it, for example with ruff format"
            )
        return _rewrite(source, module, tail, to)
    except RecursionError:
        return Failure("nested too deeply to analyse", "split the expression into several statements")


def _may_be_legacy(tree: ast.Module) -> bool:
    """A cheap look for imports of Keras or TensorFlow, or methods that only Keras had."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            if any(spelling(alias.name) for alias in node.names):
                return True
        elif isinstance(node, ast.ImportFrom):
            if node.level == 0 and node.module and (spelling(node.module) or node.module == "compat"):
                return True
        elif isinstance(node, ast.Attribute) and node.attr in _LEGACY_METHODS:
            return True
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if node.value.startswith(("keras.", "tensorflow.")):
                return True
    return False


@dataclass
class _Pass:
    """What one pass over a file applied and left."""

    module: cst.Module
    changes: list[Change] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def _rewrite(source: bytes, module: cst.Module, tail: bytes, to: str) -> Result:
    changes: list[Change] = []
    for _ in range(PASSES):
        legacy = any(change.code in KERAS_2_ONLY for change in changes)
        done = _run_pass(source, module, to, legacy=legacy)
        if not done.changes:
            after = module.bytes + tail if changes else source
            findings = tuple(sorted(set(done.findings), key=lambda each: (each.line, each.column, each.code)))
            return Upgraded(source, after, tuple(sorted(changes, key=lambda each: each.line)), findings)
        changes += done.changes
        module = cst.parse_module(done.module.bytes)
    raise AssertionError(f"no fixed point after {PASSES} passes: {[change.code for change in changes[-3:]]}")


def _run_pass(source: bytes, module: cst.Module, to: str, *, legacy: bool) -> _Pass:
    file = File(module, legacy=legacy)
    lines = LineMap(source, module.bytes)
    selection = Selection(file.parent)
    done = _Pass(module)
    needs: list[Import] = []
    for rule in (*rules(to), *rules("result")):
        if rule.target == "result" and done.changes:
            break
        for outcome in rule.apply(file):
            position = file.position(outcome.at)
            if isinstance(outcome, Manual):
                done.findings.append(
                    Finding(
                        rule.code, position.line, position.column + 1, outcome.symbol, outcome.message, outcome.advice
                    )
                )
            elif selection.offer(outcome):
                done.changes.append(Change(rule.code, lines.back(position.line), outcome.message))
                needs += outcome.imports
    if done.changes:
        rewritten = replace(file.module, selection.replacements.items())
        assert isinstance(rewritten, cst.Module)
        done.module = add_imports(rewritten, needs)
    return done
