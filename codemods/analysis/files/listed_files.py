"""Names of weights files of Keras 3 that a script does not spell out: those of a folder, and those that it is given."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import NamedTuple

import libcst as cst

from codemods.analysis.files.file_names import Meaning, Spelled, compared, pattern, sample_of, spelled
from codemods.analysis.files.file_paths import Text, path_ends, text_of
from codemods.analysis.files.written_files import checkpoints, path_of, weights_writers
from codemods.analysis.objects.elements import loop_iterable
from codemods.analysis.objects.evidence import Evidence
from codemods.analysis.objects.provenance import passed_anywhere
from codemods.source.file import File, once_per_file

MODERN, WHOLE = ".weights.h5", ".h5"
"""The suffixes of files of weights, and of checkpoints of whole models that were `.hdf5`."""
_GLOBS = frozenset({"glob.glob", "glob.iglob", "tensorflow.io.gfile.glob", "tensorflow.gfile.Glob"})
_LISTS = frozenset({"os.listdir", "tensorflow.io.gfile.listdir", "tensorflow.gfile.ListDirectory"})
_SAME = ("sorted", "list", "reversed", "set", "tuple", "iter")
_ONE_OF = ("max", "min", "next")
_CALLED_WITH_EACH = ("filter", "map")
_DEPTH = 10


class Kept(NamedTuple):
    """A file that the script writes: its name, and the part of that which is its suffix."""

    name: Spelled
    suffix: str


class Listed(NamedTuple):
    """The name of such a file as a listing gives it; `is_path` says that it is an object of `pathlib`."""

    kept: Kept
    has_folder: bool
    is_path: bool

    @property
    def now(self) -> str | PurePosixPath:
        return self.named(self.kept.suffix)

    def named(self, suffix: str) -> str | PurePosixPath:
        """Such a name, with another suffix."""
        folder, name = sample_of(self.kept.name)
        name = name.removesuffix(self.kept.suffix) + suffix
        name = f"{folder}/{name}" if self.has_folder else name
        return PurePosixPath(name) if self.is_path else name


@once_per_file
def kept_files(file: File) -> list[Kept]:
    """The files of weights that the file writes, and its checkpoints, by the names that Keras 3 takes."""
    weights = [*weights_writers(file, Evidence.CERTAIN, Evidence.LIKELY), *checkpoints(file, weights_only=True)]
    written = {MODERN: weights, WHOLE: checkpoints(file, weights_only=False)}
    ends = {(end, suffix) for suffix, found in written.items() for each in found for end in path_ends(file, each.path)}
    texts = sorted((file.order(end), end, suffix) for end, suffix in ends if end is not None and _ends(end, suffix))
    found = ((spelled(file, end), suffix) for _, end, suffix in texts)
    return [Kept(name, suffix) for name, suffix in found if name is not None]


def _ends(end: Text, suffix: str) -> bool:
    return text_of(end).endswith(suffix) and (suffix == MODERN) is text_of(end).endswith(MODERN)


def ends_of_kept(file: File, node: cst.BaseExpression) -> tuple[list[Text], str]:
    """The literals that a path ends with, and their suffix, if each is one that Keras 3 takes."""
    ends = path_ends(file, node)
    found = [each for each in ends if each is not None]
    for suffix in (MODERN, WHOLE):
        if found and len(found) == len(ends) and all(_ends(each, suffix) for each in found):
            return found, suffix
    return [], ""


def listed_file(file: File, node: cst.BaseExpression) -> Listed | None:
    """The file that `node` may name: one of a folder that the file writes them to, or one of weights that it loads."""
    made = kept_files(file)
    listing = _listing_of(file, node, _DEPTH) if made else None
    if listing is not None:
        return _in(file, listing, made)
    weights = next((each for each in made if each.suffix == MODERN), None)
    if weights is not None and isinstance(node, cst.Name | cst.Attribute | cst.Subscript) and _is_loaded(file, node):
        return Listed(weights, has_folder=True, is_path=False)
    return None


def _is_loaded(file: File, node: cst.BaseExpression) -> bool:
    """True for what `load_weights` is given as well, and the file does not show."""
    code = file.code(node)
    for call in file.calls:
        if not isinstance(call.func, cst.Attribute) or call.func.attr.value != "load_weights":
            continue
        path = path_of(call)
        if path is None or file.code(path.value) != code or path_ends(file, path.value) != [None]:
            continue
        if not isinstance(node, cst.Name) or file.variable(node) == file.variable(
            cst.ensure_type(path.value, cst.Name)
        ):
            return True
    return False


# --- listings


def _listing_of(file: File, node: cst.BaseExpression, depth: int) -> cst.Call | None:
    """The call that lists the files which `node` is one of."""
    if not depth:
        return None
    if isinstance(node, cst.Subscript):
        is_one = len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Index)
        return _listing(file, node.value, depth - 1) if is_one else None
    if isinstance(node, cst.Call):
        if file.is_builtin(node.func, *_ONE_OF) and node.args:
            return _listing(file, node.args[0].value, depth - 1)
        is_pop = isinstance(node.func, cst.Attribute) and node.func.attr.value == "pop"
        return _listing(file, node.func.value, depth - 1) if is_pop and isinstance(node.func, cst.Attribute) else None
    binding = file.only_binding(node) if isinstance(node, cst.Name) else None
    if binding is None:
        return None
    value = file.assigned_value(binding)
    if value is not None:
        return _listing_of(file, value, depth - 1)
    if isinstance(binding.node, cst.Param):
        return _given(file, binding.node, depth - 1)
    iterable = loop_iterable(file, binding.node)
    return _listing(file, iterable, depth - 1) if iterable is not None else None


def _listing(file: File, node: cst.BaseExpression, depth: int) -> cst.Call | None:
    """The call that lists the files of a list, or of a part of it."""
    if not depth:
        return None
    if isinstance(node, cst.Name):
        value = file.only_value(node)
        return _listing(file, value, depth - 1) if value is not None else None
    if isinstance(node, cst.ListComp | cst.GeneratorExp):
        return _listing_of(file, node.elt, depth - 1) if isinstance(node.elt, cst.Name) else None
    if isinstance(node, cst.Subscript):
        return _listing(file, node.value, depth - 1)
    if not isinstance(node, cst.Call):
        return None
    if _is_listing(file, node):
        return node
    if file.is_builtin(node.func, "filter") and len(node.args) > 1:
        return _listing(file, node.args[1].value, depth - 1)
    name = node.func.value if isinstance(node.func, cst.Name) else ""
    is_same = file.is_builtin(node.func, *_SAME) or "sort" in name
    return _listing(file, node.args[0].value, depth - 1) if is_same and node.args else None


def _given(file: File, param: cst.Param, depth: int) -> cst.Call | None:
    """The listing whose files a function is given one by one: by its calls, by `key=`, or by `filter` and `map`."""
    function = file.function_of(param)
    if function is not None:
        given = [each.value for each in passed_anywhere(file, param) if each is not None and each.module is file]
        found = [_listing_of(file, each, depth) for each in given] + [*_as_key(file, function, depth)]
        return next((each for each in found if each is not None), None)
    above = file.parent(file.parent(param) or param)
    arg = file.parent(above) if isinstance(above, cst.Lambda) else None
    return _listing_with(file, arg, depth) if isinstance(arg, cst.Arg) else None


def _as_key(file: File, function: cst.FunctionDef, depth: int) -> Iterator[cst.Call | None]:
    """The listings of `sorted(files, key=number_of)`."""
    for name in file.every(cst.Name):
        arg = file.parent(name) if name.value == function.name.value else None
        if isinstance(arg, cst.Arg) and (binding := file.only_binding(name)) is not None and binding.node is function:
            yield _listing_with(file, arg, depth)


def _listing_with(file: File, arg: cst.Arg, depth: int) -> cst.Call | None:
    """The listing beside a function: `sorted(files, key=...)`, `files.sort(key=...)`, `filter(..., files)`."""
    call = file.parent(arg)
    if not isinstance(call, cst.Call):
        return None
    is_key = arg.keyword is not None and arg.keyword.value == "key"
    if is_key and isinstance(call.func, cst.Attribute) and call.func.attr.value == "sort":
        return _listing(file, call.func.value, depth)
    if is_key and call.args[0] is not arg:
        return _listing(file, call.args[0].value, depth)
    is_each = arg is call.args[0] and len(call.args) > 1 and file.is_builtin(call.func, *_CALLED_WITH_EACH)
    return _listing(file, call.args[1].value, depth) if is_each else None


def _is_listing(file: File, call: cst.Call) -> bool:
    name = file.qualified_name(call.func)
    if name in _GLOBS or name in _LISTS:
        return bool(call.args)
    return isinstance(call.func, cst.Attribute) and call.func.attr.value in ("glob", "iterdir", "rglob")


def _in(file: File, call: cst.Call, made: list[Kept]) -> Listed | None:
    """The first of the files that a listing may have in it."""
    name = file.qualified_name(call.func)
    if name in _LISTS:
        folder = _folder(file, call.args[0].value)
        return next(
            (Listed(each, has_folder=False, is_path=False) for each in made if each.name.folder == folder), None
        )
    if name in _GLOBS:
        ends = path_ends(file, call.args[0].value)
        end = spelled(file, ends[0]) if len(ends) == 1 and ends[0] is not None else None
        fits = (each for each in made if end is not None and _fits(end, each.name))
        return next((Listed(each, has_folder=True, is_path=False) for each in fits), None)
    assert isinstance(call.func, cst.Attribute)
    folder = _folder(file, call.func.value)
    asked = call.args[0].value if call.args else None
    if asked is not None and not (isinstance(asked, cst.SimpleString) and _may_end(text_of(asked))):
        return None
    return next((Listed(each, has_folder=True, is_path=True) for each in made if each.name.folder == folder), None)


def _fits(asked: Spelled, written: Spelled) -> bool:
    return asked.folder == written.folder and compared(asked, written) is not Meaning.OTHER


def _may_end(asked: str) -> bool:
    """True if names that end as such files do may meet a pattern of `glob`."""
    end = asked.rpartition("*")[2]
    return MODERN.endswith(end) or end.endswith(WHOLE)


def _folder(file: File, node: cst.BaseExpression) -> str:
    """A folder, spelled as that of a path is; that of a parameter as the one call of its function passes it."""
    value = (file.only_value(node) if isinstance(node, cst.Name) else None) or node
    binding = file.only_binding(value) if isinstance(value, cst.Name) else None
    if binding is not None and isinstance(binding.node, cst.Param):
        given = [each for each in passed_anywhere(file, binding.node) if each is None or each.value is not value]
        only = given[0] if len(given) == 1 else None
        if only is not None and only.module is file:
            return _folder(file, only.value)
    is_path = isinstance(value, cst.Call) and file.qualified_name(value.func) == "pathlib.Path" and len(value.args) == 1
    inner = value.args[0].value if isinstance(value, cst.Call) and is_path else node
    return pattern(file, inner).removeprefix("./").rstrip("/")
