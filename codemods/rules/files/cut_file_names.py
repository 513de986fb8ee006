"""Cut the whole suffix from names of weights files, which are longer in Keras 3.

## What it does

Where TFM150 gives a file the name `w.weights.h5`, `path[:-3]`, `os.path.splitext(path)[0]` and
`path.replace(".h5", ".json")` cut off `.weights.h5`, also of `path_of(epoch)`, which a function makes. Of names that
come out of a folder of weights files, or that `load_weights` is given, code that stops or reads another number is
reported, `int(name[name.rfind("_") + 1:name.rfind(".")])`, and code that finds something else is noted. The same of
checkpoints of whole models, which TFM152 calls `.h5` where they were `.hdf5`.

## Why

`save_weights` of Keras 3 takes names that end in `.weights.h5` alone. A script that goes on with its last epoch read
`5` from `w_5.h5`, and reads `5.weights` from `w_5.weights.h5`: ValueError, or a file that is not there.
https://keras.io/api/models/model_saving_apis/weights_saving_and_loading/

## Numbers

No numbers involved. What the code makes of both names is worked out for the message.

## What it leaves to you

The reported places: `name.split(".")[0]`, or a regular expression for the number, finds the same in both names. Names
that go through functions of other modules are not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

import libcst as cst

from codemods.analysis.files.file_names import spelled
from codemods.analysis.files.file_paths import Text, text_of
from codemods.analysis.files.listed_files import MODERN, WHOLE, Kept, Listed, ends_of_kept, kept_files, listed_file
from codemods.analysis.files.text_values import Made, Unknown, made_of
from codemods.analysis.objects.provenance import steps_back
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.arguments import literal
from codemods.source.file import File, once_per_file
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Stage, rule

_LEGACY = (".h5", ".hdf5", ".hdf")
_SPLITS = ("os.path.splitext",)
_BY_SUFFIX = frozenset(
    {"find", "index", "partition", "removesuffix", "replace", "rfind", "rindex", "rpartition", "split"}
)
_NUMBERS = ("int", "float")
_SAID = "Keras 3 calls the file {}: of this name the script makes {}, where it made {} of {}"
_ADVICE = "cut off {}, or take the name up to its first dot"


@rule(
    "TFM451",
    stage=Stage.BEHAVIOUR,
    example="""
    import os
    from keras.layers.core import Dense
    from keras.models import Sequential

    model = Sequential([Dense(3, input_dim=4)])
    path = "out/best.h5"
    model.save_weights(path)
    with open(os.path.splitext(path)[0] + ".json", "w") as file:
        file.write(model.to_json())
    """,
)
def cut_file_names(file: File) -> Iterator[Edit | Manual]:
    """Edit what is done to a path that the file shows; report what becomes of names that it finds."""
    if not goes_to_keras_3(file) or not kept_files(file):
        return
    seen: set[int] = set()
    named = (*file.every(cst.Name), *file.every(cst.Attribute), *file.every(cst.Subscript))
    for node in (*named, *_made_by_functions(file)):
        whole = _taken_apart(file, node)
        if whole is None or id(whole) in seen:
            continue
        ends, suffix = ends_of_kept(file, node)
        old = _suffix_before(file, ends, suffix) if ends else ""
        edit = _cut(file, _same_end(file, node), old, suffix) if old else None
        found = _shown(file, ends[0], suffix) if ends else listed_file(file, node)
        if edit is not None:
            yield edit
        elif found is not None and _gets_there(file, whole, node, found):
            seen.add(id(whole))
            yield from _judged(file, whole, node, found)


def _made_by_functions(file: File) -> Iterator[cst.Call]:
    """The calls of functions of the file whose result is taken apart at once: `path_of(epoch)[:-3]`."""
    for call in file.calls:
        if isinstance(file.parent(call), cst.Arg | cst.Attribute | cst.Subscript) and steps_back(file, call):
            yield call


def _shown(file: File, end: Text, suffix: str) -> Listed | None:
    written = spelled(file, end)
    return Listed(Kept(written, suffix), has_folder=True, is_path=False) if written is not None else None


def _taken_apart(file: File, node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The outermost expression that only takes the name apart which `node` is; None if nothing does so."""
    name = f"w_5{MODERN}"
    return _outermost(file, node, name) or _outermost(file, node, PurePosixPath(name))


def _outermost(file: File, node: cst.BaseExpression, name: str | PurePosixPath) -> cst.BaseExpression | None:
    whole: cst.BaseExpression | None = None
    for above in file.ancestors(node):
        if isinstance(above, cst.BaseStatement | cst.Lambda | cst.BaseComp | cst.FormattedString):
            break
        if not isinstance(above, cst.BaseExpression) or _is_method(file, above):
            continue
        try:
            made_of(file, above, node, name)
        except Unknown:
            break
        whole = above
    return whole


def _is_method(file: File, node: cst.BaseExpression) -> bool:
    above = file.parent(node)
    return isinstance(above, cst.Call) and above.func is node


# --- paths that the file shows


def _suffix_before(file: File, ends: list[Text], suffix: str) -> str:
    """The suffix that all of some literals had before they were renamed; "" if they were not, or had several."""
    before = _texts_before(file)
    old = {_old(text_of(each), suffix, before) for each in ends}
    return old.pop() if len(old) == 1 else ""


def _old(text: str, suffix: str, before: frozenset[str]) -> str:
    if text in before:
        return ""
    return next((each for each in _LEGACY if text.removesuffix(suffix) + each in before), "")


@once_per_file
def _texts_before(file: File) -> frozenset[str]:
    found: set[str] = set()
    for each in nodes(file.original.module, cst.SimpleString, cst.FormattedStringText):
        if isinstance(each, cst.SimpleString | cst.FormattedStringText):
            found.add(text_of(each))
    return frozenset(found)


def _same_end(file: File, node: cst.BaseExpression) -> cst.BaseExpression:
    """What has the end of a path: `os.path.basename(path)`, and `path.split("/")[-1]`."""
    for above in file.ancestors(node):
        if isinstance(above, cst.Call):
            is_base = file.qualified_name(above.func) == "os.path.basename"
        else:
            is_base = isinstance(above, cst.Subscript) and _is_last(above, node)
        if is_base and isinstance(above, cst.BaseExpression):
            node = above
        elif not isinstance(above, cst.Arg | cst.Attribute) and not _splits(above):
            break
    return node


def _is_last(part: cst.Subscript, node: cst.BaseExpression) -> bool:
    """True for `node.split("/")[-1]`."""
    index, whole = part.slice[0].slice, part.value
    if not isinstance(index, cst.Index) or literal(index.value) != -1 or not isinstance(whole, cst.Call):
        return False
    return _splits(whole) and isinstance(whole.func, cst.Attribute) and whole.func.value is node


def _splits(node: cst.CSTNode) -> bool:
    if not isinstance(node, cst.Call) or not isinstance(node.func, cst.Attribute) or not node.args:
        return False
    return node.func.attr.value == "split" and "." not in str(literal(node.args[0].value))


def _cut(file: File, node: cst.BaseExpression, old: str, suffix: str) -> Edit | None:
    """Cut off the whole suffix where its last part was cut off."""
    said = f"{suffix} is cut off, as {old} was"
    above = file.parent(node)
    if isinstance(above, cst.Subscript) and above.value is node:
        upper = _upper(above)
        if upper is None or literal(upper) != -len(old):
            return None
        return Edit(above, said, ((upper, cst.parse_expression(str(-len(suffix)))),))
    call = file.parent(above) if isinstance(above, cst.Arg | cst.Attribute) else None
    if not isinstance(call, cst.Call):
        return None
    if isinstance(above, cst.Arg):
        return _without_suffix(file, call, node, said) if suffix == MODERN else None
    return _by_suffix(call, above, (old, suffix), said)


def _upper(node: cst.Subscript) -> cst.BaseExpression | None:
    index = node.slice[0].slice if len(node.slice) == 1 else None
    return index.upper if isinstance(index, cst.Slice) and index.step is None else None


def _without_suffix(file: File, call: cst.Call, node: cst.BaseExpression, said: str) -> Edit | None:
    """`os.path.splitext(path)[0]`."""
    above = file.parent(call)
    if file.qualified_name(call.func) not in _SPLITS or len(call.args) != 1 or not isinstance(above, cst.Subscript):
        return None
    index = above.slice[0].slice
    if above.value is not call or not isinstance(index, cst.Index) or literal(index.value) != 0:
        return None
    new = cst.parse_expression(f'{file.code(node)}.removesuffix("{MODERN}")')
    return Edit(above, said, ((above, new),))


def _by_suffix(call: cst.Call, method: cst.CSTNode | None, change: tuple[str, str], said: str) -> Edit | None:
    """`path.replace(".h5", ".json")`."""
    if not isinstance(method, cst.Attribute) or call.func is not method or not call.args:
        return None
    first = call.args[0].value
    if method.attr.value not in _BY_SUFFIX or literal(first) != change[0] or not isinstance(first, cst.SimpleString):
        return None
    new = first.with_changes(value=first.value.replace(*change))
    return Edit(call, said, ((first, new),))


# --- names that the file finds


def _judged(file: File, whole: cst.BaseExpression, node: cst.BaseExpression, found: Listed) -> Iterator[Manual]:
    """Say what becomes of a name, unless it is the same of the name of Keras 2, but for the suffix."""
    if _knows_of_it(file.code(whole)):
        return
    old = _old_suffixes(file, whole, found.kept.suffix)
    before = [made_of(file, whole, node, found.named(each)) for each in old]
    after = made_of(file, whole, node, found.now)
    ends = (found.kept.suffix, *old)
    if not before or any(each.error or _is_same(each, after, ends) for each in before):
        return
    is_number = _becomes_number(file, whole) and not _is_number(after)
    said = _SAID.format(found.now, "ValueError" if is_number else after, before[0], found.named(old[0]))
    is_read = isinstance(whole, cst.Call) and file.is_builtin(whole.func, *_NUMBERS)
    stops = bool(after.error) or is_read or (is_number and _is_number(before[0]))
    if stops or not any(each.endswith(MODERN) for each in _texts_before(file)):
        advice = _ADVICE.format(found.kept.suffix)
        yield Manual(whole, "save_weights", said, advice, is_note=not stops)


def _knows_of_it(code: str) -> bool:
    """True for code that names the suffix of Keras 3, or cuts off as much."""
    return MODERN in code or re.search(rf":\s*-{len(MODERN)}\s*\]", code) is not None


def _old_suffixes(file: File, whole: cst.BaseExpression, now: str) -> tuple[str, ...]:
    """The suffixes that the code may have been written for: one that it names, or as long as what it cuts off."""
    code = file.code(whole)
    if "hdf5" in code or re.search(r":\s*-5\s*\]", code):
        return (".hdf5",)
    if now == WHOLE:
        return ()
    return (".h5",) if "h5" in code or re.search(r":\s*-3\s*\]", code) else (".h5", ".hdf5")


def _is_same(before: Made, after: Made, ends: tuple[str, ...]) -> bool:
    """True if both are the same, or the whole name with its suffix, the first of `ends`."""
    if after.error:
        return False
    if before.value == after.value:
        return True
    one, other = (str(each.value) for each in (before, after))
    is_text = all(isinstance(each.value, str | PurePosixPath) for each in (before, after))
    return is_text and any(one.endswith(each) and one.removesuffix(each) + ends[0] == other for each in ends[1:])


def _becomes_number(file: File, whole: cst.BaseExpression) -> bool:
    """True if a name holds what is made, and a number is made of that name."""
    above = file.parent(whole)
    target = above.targets[0].target if isinstance(above, cst.Assign) and len(above.targets) == 1 else None
    binding = file.only_binding(target) if isinstance(target, cst.Name) else None
    for use in binding.uses if binding is not None else ():
        arg = file.parent(use)
        call = file.parent(arg) if isinstance(arg, cst.Arg) else None
        if isinstance(call, cst.Call) and file.is_builtin(call.func, *_NUMBERS) and len(call.args) == 1:
            return True
    return False


def _is_number(made: Made) -> bool:
    try:
        float(str(made.value))
    except ValueError:
        return False
    return True


def _gets_there(file: File, whole: cst.BaseExpression, node: cst.BaseExpression, found: Listed) -> bool:
    """True unless a condition around keeps names of weights files away."""
    below: cst.CSTNode = whole
    for above in file.ancestors(whole):
        tests: list[cst.BaseExpression] = []
        if isinstance(above, cst.If) and below is above.body:
            tests = [above.test]
        elif isinstance(above, cst.ListComp | cst.GeneratorExp) and below is above.elt:
            tests = [each.test for each in above.for_in.ifs]
        if any(_is_false(file, test, node, found) for test in tests):
            return False
        if isinstance(above, cst.FunctionDef):
            break
        below = above
    return True


def _is_false(file: File, test: cst.BaseExpression, node: cst.BaseExpression, found: Listed) -> bool:
    try:
        return not made_of(file, test, node, found.now).value
    except Unknown:
        return False
