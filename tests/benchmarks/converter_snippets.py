"""Compare `upgrade` with TensorFlow's own converter on the snippets of the converter's tests.

    python tests/benchmarks/converter_snippets.py tf_upgrade_v2_test.py

The argument is a copy of `tensorflow/tools/compatibility/tf_upgrade_v2_test.py`. Its tests run, parametrised ones too,
and each text that they convert is upgraded as well, as a file of TensorFlow 1.15 that imports what it uses. Both results
are judged by the installed TensorFlow: a result runs if each of its names is there and takes the arguments of each
call. Those that are not as good are listed, with the reason.
"""

from __future__ import annotations

import ast
import importlib.util
import inspect
import re
import sys
import unittest
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpus import found, missing

from codemods.engine.engine import upgrade
from codemods.releases import api
from codemods.releases.origin import parse_origin
from codemods.releases.signatures import Answer
from codemods.releases.target import Target
from codemods.types import Settings, Upgraded

LEGACY = "1.15.5"
SETTINGS = Settings(origin=parse_origin(f"tensorflow=={LEGACY}"))
V1, CONTRIB = "tensorflow.compat.v1", "tensorflow.contrib"
OF_ALL_NAMES = ("testAllAPI", "testAllAPIV1", "testV2KeywordArgNames")
"""The tests that convert every name of TensorFlow 1."""

EQUAL, PLAIN, FINDING, WRONG = (
    "as good or better",
    "compat.v1 where the plain name would do",
    "a finding where the converter writes code that runs",
    "wrong",
)
MEANS_SOMETHING_ELSE = {
    "data.experimental.RaggedTensorStructure": "the class of today takes its arguments in another order",
    "data.experimental.SparseTensorStructure": "the class of today takes its arguments in another order",
    "data.experimental.TensorArrayStructure": "the class of today takes its arguments in another order",
    "data.experimental.TensorStructure": "the class of today takes its arguments in another order",
    "image.extract_glimpse": "the noise is not the same, nor is the place of a glimpse that is not centred",
    "image.resize": "the centres of pixels are elsewhere, and there is no align_corners",
    "image.resize_area": "tf.image.resize has no align_corners",
    "image.resize_bicubic": "tf.image.resize takes the centres of pixels, and another kernel",
    "image.resize_bilinear": "tf.image.resize takes the centres of pixels",
    "image.resize_nearest_neighbor": "tf.image.resize takes the centres of pixels",
    "image.resize_images": "the centres of pixels are elsewhere, and there is no align_corners",
    "image.sample_distorted_bounding_box": "the converter drops both seeds",
    "keras.initializers.glorot_normal": "the second argument, the dtype, is taken for the axes of the input",
    "keras.initializers.glorot_uniform": "the second argument, the dtype, is taken for the axes of the input",
    "name_scope": "a name that may be None is refused by tf.name_scope",
    "summary.scalar": "tf.summary writes other events, and needs a writer",
    "test.assert_equal_graph_def": "graphs are compared as without the arguments that the converter drops",
}
"""Names that must stay in `tf.compat.v1` as the tests use them: what the plain name does instead.

By runs of both on TensorFlow 2.21, or by their source.
"""

KEPT = {
    "DeviceSpec": "the legacy class is changed in place",
    "batch_to_space_nd": "handed on, tf.batch_to_space could not be told from that of TensorFlow 1",
    "data.experimental.SqlDataset": "the legacy class has other methods",
    "distribute": "the legacy class has other methods",
    "image.ResizeMethod": "its members were numbers, and are strings",
    "load_file_system_library": "tf.load_library does not find a file by its name alone",
    "manip.batch_to_space_nd": "handed on, tf.batch_to_space could not be told from that of TensorFlow 1",
    "train.sdca": "raw operations take keywords only",
}
"""Why names, or those that begin so, stay in `tf.compat.v1` where the converter writes the plain name."""


@dataclass(frozen=True)
class Snippet:
    """A text that a test converts, and what the converter makes of it."""

    test: str
    text: str
    converted: str
    errors: Sequence[str]


def recorded(path: Path) -> list[Snippet]:
    """Run the tests of a file, and keep each text once."""
    spec = importlib.util.spec_from_file_location("converter_tests", path)
    assert spec is not None
    assert spec.loader is not None
    tests: Any = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = tests
    spec.loader.exec_module(tests)
    case: Any = tests.TestUpgrade
    converted, several = case._upgrade, case._upgrade_multiple
    snippets: dict[tuple[str, str], Snippet] = {}

    def keep(test: Any, text: str, result: Any) -> None:
        _, _, errors, after = result
        snippets.setdefault((text, after), Snippet(test._testMethodName, text, after, errors))

    def one(test: Any, text: str, *args: object, **keywords: object) -> Any:
        result = converted(test, text, *args, **keywords)
        keep(test, text, result)
        return result

    def many(test: Any, *args: Any) -> Any:
        results = several(test, *args)
        for text, result in zip(args[-1], results, strict=True):
            keep(test, text, result)
        return results

    case._upgrade, case._upgrade_multiple = one, many
    unittest.TextTestRunner(verbosity=0).run(unittest.defaultTestLoader.loadTestsFromTestCase(case))
    return list(snippets.values())


def with_imports(text: str) -> str:
    """The text with an import for `tf` and for the packages of `tf.contrib` that it uses without one."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return text
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    bound = {alias.asname or alias.name.split(".")[0] for node in statements for alias in node.names}
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - bound
    lines = [] if bound & {"tf", "tensorflow", "*"} else ["import tensorflow as tf"]
    for name in sorted(used):
        package = re.fullmatch(r"(?:contrib_)?(slim|(?<=contrib_)\w+)", name)
        if package is not None:
            lines.append(f"from tensorflow.contrib import {package[1]} as {name}")
    future = re.match(r"\s*from __future__.*\n", text)
    end = future.end() if future is not None else 0
    return text[:end] + "".join(f"{line}\n" for line in lines) + text[end:]


def statements(code: str) -> str:
    """What a source does besides imports, without comments and layout."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return code
    tree.body = [node for node in tree.body if not isinstance(node, ast.Import | ast.ImportFrom)]
    return ast.unparse(tree).replace("tf.compat.v2.", "tf.")


def stops(code: str) -> set[int]:
    """The lines where TensorFlow would raise: a name is missing, or a call does not fit."""
    try:
        compile(code, "snippet", "exec")
    except SyntaxError as error:
        return {error.lineno or 1}
    refused = {call.lineno for call in _calls(code) if _refuses(_path_of(code, call.func), call)}
    return refused | {line for line, _ in missing(code.encode())}


def _calls(code: str) -> list[ast.Call]:
    return [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call)]


def _path_of(code: str, function: ast.expr) -> str:
    """The full name of a function that is reached through an import under another name."""
    head, _, rest = ast.unparse(function).partition(".")
    for node in ast.walk(ast.parse(code)):
        for alias in node.names if isinstance(node, ast.Import) else ():
            if alias.asname == head:
                return f"{alias.name}.{rest}"
    return ""


def _refuses(path: str, call: ast.Call) -> bool:
    """True if what a name stands for raises TypeError for the arguments of a call."""
    callee = found(path) if path else ()
    unpacked = any(isinstance(arg, ast.Starred) for arg in call.args) or any(each.arg is None for each in call.keywords)
    signature = _signature(callee[0]) if callee and not unpacked else None
    if signature is None:
        return False
    try:
        signature.bind(*call.args, **{str(each.arg): each.value for each in call.keywords})
    except TypeError:
        return True
    return False


def _signature(function: Any) -> inspect.Signature | None:
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):
        return None  # not callable, or written in C


def never_ran(source: str) -> bool:
    """True if TensorFlow 1.15 had no such name, or refused a call of it."""
    tree = ast.parse(source)
    paths = [_path_of(source, node) for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    if not all(Target(LEGACY).has(path) for path in paths if path and not path.startswith(CONTRIB)):
        return True
    return any(_refused_before(_path_of(source, call.func), call) for call in _calls(source))


def _refused_before(path: str, call: ast.Call) -> bool:
    if not path or path.startswith(CONTRIB):
        return False
    signature = api.signature(path, LEGACY)
    unknown = signature is not None and any(
        signature.accepts(each.arg) is Answer.NO for each in call.keywords if each.arg
    )
    return unknown or _refuses(f"{V1}.{path.removeprefix('tensorflow.')}", call)


def takes_other_arguments(ours: str, theirs: str) -> bool:
    """True for two functions that nothing calls, and that their callers would have to call in different ways."""
    functions = [found(each.replace("tf.", "tensorflow.", 1)) for each in (ours, theirs)]
    signatures = [_signature(each[0]) if each else None for each in functions]
    parameters = [[(each.name, each.kind) for each in found.parameters.values()] for found in signatures if found]
    return len(parameters) == len(functions) and parameters[0] != parameters[1]


def judged(snippet: Snippet) -> tuple[str, str]:
    """The verdict on one snippet, and what it rests on."""
    source = with_imports(snippet.text)
    result = upgrade(source.encode(), SETTINGS)
    if not isinstance(result, Upgraded):
        return EQUAL, "not Python"
    ours, theirs = statements(result.after.decode()), statements(snippet.converted)
    said = {finding.line for finding in result.findings}
    if {line for line, _ in missing(result.after)} - said:
        return WRONG, ours
    if ours == theirs and not said:
        return EQUAL, "the same"
    if never_ran(source) or stops(with_imports(snippet.converted)) or any("ERROR" in each for each in snippet.errors):
        return EQUAL, "neither ran before, or the converter's does not run"
    if stops(result.after.decode()) - said:
        return WRONG, ours
    uses = set(re.findall(r"\btf\.([\w.]*\w)", ours))
    if said:
        message = "; ".join(finding.message for finding in result.findings)
        return (FINDING, message) if uses - MEANS_SOMETHING_ELSE.keys() else (EQUAL, message)
    kept, left = _below_v1(ours), _below_v1(theirs)
    must = {each for each in kept if each in MEANS_SOMETHING_ELSE}
    if len(kept - must) <= len(left) or takes_other_arguments(ours, theirs):
        return EQUAL, ""
    return PLAIN, "; ".join(f"{each}: {_why(each)}" for each in sorted(kept - must))


def _why(name: str) -> str:
    return next((reason for start, reason in KEPT.items() if name.startswith(start)), "not looked into")


def _below_v1(code: str) -> set[str]:
    return set(re.findall(r"\btf\.compat\.v1\.([\w.]*\w)", code))


def _report(title: str, snippets: Sequence[Snippet]) -> Iterator[str]:
    verdicts = [(*judged(each), each) for each in snippets]
    counts = Counter(verdict for verdict, _, _ in verdicts)
    yield f"{title}: {len(snippets)}"
    yield from (f"  {counts[each]:>5}  {each}" for each in (EQUAL, PLAIN, FINDING, WRONG))
    for verdict, reason, snippet in verdicts:
        if verdict != EQUAL:
            yield f"    {snippet.test}: {verdict}: {reason}"


def main(path: Path) -> int:
    snippets = recorded(path)
    of_all = [each for each in snippets if each.test in OF_ALL_NAMES]
    by_hand = [each for each in snippets if each.test not in OF_ALL_NAMES]
    lines = [*_report("written by hand", by_hand), *_report("of all names", of_all)]
    print("\n".join(lines))
    return int(any(f": {WRONG}: " in line for line in lines))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    sys.exit(main(Path(sys.argv[1])))
