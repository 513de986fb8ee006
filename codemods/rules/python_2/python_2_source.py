"""Translate sources of Python 2 to Python 3.

## What it does

With `--python2`, translates files that only Python 2 parses, and files that use what Python 3 no longer has, before
any other rule sees them: `print x`, `except E, e`, `d.has_key(k)`, `d.keys()[0]`, `import cPickle`, `xrange`, tabs
mixed with spaces. The fixers are those of fissix whose results mean the same; each change is reported by its line.
`--select TFM293,TFM294` translates and does nothing else.

Without `--python2` it names such a file in a note.

## Why

TensorFlow 2.2 and later have no release for Python 2.
https://docs.python.org/3/howto/pyporting.html

## Numbers

Same: scripts without data print the same on Python 2.7 and, translated, on Python 3
(`tests/codemods/python_2/test_translation.py`). Divisions are the matter of `TFM294`.

## What it leaves to you

What fissix cannot convert, `StringIO` that holds bytes, comments inside of statements that are rewritten, pickles in
files opened for texts, texts that are decoded, lines that are read as bytes, `sort(cmp=)`, imports without dots between
the modules of a package, methods that Python 3 does not call, variables of list comprehensions that are read later.
It does not look for values of different types that are sorted or compared, and for `input` and its like under names of
the file's own.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.files.opened_files import mode_of, opened
from codemods.analysis.releases.python_2_files import asks_for_python_2, is_of_python_2, python_2_uses
from codemods.source.arguments import keyword, literal
from codemods.source.file import File, from_module, name_of
from codemods.source.walk import nodes
from codemods.types import Manual, Severity, Stage, rule

_LOADS = frozenset({"pickle.load", "pickle.loads", "pickle.Unpickler"})
_DUMPS = frozenset({"pickle.dump", "pickle.Pickler"})
_METHODS = {
    "__cmp__": "write __eq__ and __lt__",
    "__coerce__": "write it into the operators",
    "__div__": "name it __truediv__, or __floordiv__",
    "__rdiv__": "name it __rtruediv__, or __rfloordiv__",
    "__idiv__": "name it __itruediv__, or __ifloordiv__",
    "__getslice__": "take a slice in __getitem__",
    "__setslice__": "take a slice in __setitem__",
    "__delslice__": "take a slice in __delitem__",
    "__unicode__": "name it __str__",
}
_CODECS = frozenset({"hex", "base64", "string_escape", "string-escape", "zlib", "rot13", "rot_13"})


@rule(
    "TFM293",
    stage=Stage.PYTHON_2,
    example="""
    import cPickle
    from keras.models import load_model

    model = load_model("model.h5")
    for name, value in cPickle.load(open("results.pkl", "rb")).iteritems():
        print name, value
    """,
)
def python_2_source(file: File) -> Iterator[Manual]:
    """A note where nobody asked to translate; what is left of a file that is translated before it is a `File`."""
    if file.from_python_2:
        yield from (*_texts_and_bytes(file), *_sorted(file), *_methods(file), *_siblings(file), *_leaked(file))
    elif file.imports_family() and is_of_python_2(file):
        telling = (*python_2_uses(file), *_told_before(file))
        if telling:
            said = "the file was written for Python 2"
            yield Manual(telling[0], "", said, "add --python2 to translate it", is_note=True)


def _told_before(file: File) -> Iterator[cst.CSTNode]:
    """The first statement of a file whose first line asks for Python 2, or that came in with methods of Python 2."""
    original = file.original
    if asks_for_python_2(original) or any(isinstance(each, cst.Attribute) for each in python_2_uses(original)):
        yield from file.module.body[:1]


def _texts_and_bytes(file: File) -> Iterator[Manual]:
    """The calls where a text of Python 2 may have been bytes."""
    for stream in (*(each.iter for each in file.every(cst.For)), *(each.iter for each in file.every(cst.CompFor))):
        yield from _read_as_bytes(file, stream, Severity.DOUBT)
    for call in file.calls:
        path = file.qualified_name(call.func)
        if path in ("csv.reader", "csv.DictReader") and call.args:
            yield from _read_as_bytes(file, call.args[0].value, Severity.STOPS)
        if path in _LOADS | _DUMPS:
            yield from _pickled(file, call, path or "")
        elif path is None and isinstance(call.func, cst.Attribute) and call.func.attr.value in ("decode", "encode"):
            yield from _coded(file, call, call.func.attr.value)


def _pickled(file: File, call: cst.Call, path: str) -> Iterator[Manual]:
    is_load = path in _LOADS
    stream = call.args[0 if is_load else 1].value if len(call.args) > (not is_load) else None
    call_of_open = opened(file, stream) if stream is not None else None
    if call_of_open is not None and "b" not in (mode_of(call_of_open) or "b"):
        said = f"{path} needs a file that is opened for bytes"
        yield Manual(call_of_open, path, said, f'open it with "{"rb" if is_load else "wb"}"')
    if is_load and keyword(call, "encoding") is None:
        said = f"{path} cannot read arrays and texts that Python 2 wrote, without an encoding"
        advice = 'add encoding="latin1" where Python 2 wrote the pickle'
        yield Manual(call, path, said, advice, severity=Severity.DOUBT)


def _read_as_bytes(file: File, stream: cst.BaseExpression, severity: Severity) -> Iterator[Manual]:
    call_of_open = opened(file, stream)
    mode = mode_of(call_of_open) if call_of_open is not None else None
    if call_of_open is not None and mode is not None and "b" in mode:
        said = f"{file.code(call_of_open)} gives lines of bytes, which are no texts in Python 3"
        yield Manual(stream, "open", said, 'open it with "r", and an encoding', severity=severity)


def _coded(file: File, call: cst.Call, name: str) -> Iterator[Manual]:
    codec = literal(call.args[0].value) if call.args else None
    code = f"{file.code(call.func)}()"
    if codec in _CODECS:
        yield Manual(call, name, f"{code} has no codec {codec} in Python 3", "use the module codecs, and bytes")
    elif name == "decode":
        said = f"{code} is a method of bytes alone, and texts are none in Python 3"
        yield Manual(call, name, said, "leave it out where the value is a text", severity=Severity.DOUBT)
    else:
        said = f"{code} makes bytes, which Python 3 does not mix with texts"
        yield Manual(call, name, said, "leave it out where the result is used as a text", severity=Severity.DOUBT)


def _leaked(file: File) -> Iterator[Manual]:
    """Variables of list comprehensions that are read after these, and bound nowhere else."""
    variables = {name.value for each in file.every(cst.ListComp) for name in nodes(each.for_in.target, cst.Name)}
    for name in file.every(cst.Name):
        if name.value in variables and file.is_unbound(name):
            said = f"{name.value} is the variable of a list comprehension, which Python 3 does not leave behind"
            yield Manual(name, name.value, said, "bind it in a loop")


def _sorted(file: File) -> Iterator[Manual]:
    """Calls that sort by a function of two values."""
    for call in file.calls:
        is_method = isinstance(call.func, cst.Attribute) and call.func.attr.value == "sort"
        if not is_method and not file.is_builtin(call.func, "sorted"):
            continue
        position = 0 if is_method else 1
        given = keyword(call, "cmp") or next(iter(call.args[position : position + 1]), None)
        if given is not None and (_names_cmp(given) or (given.keyword is None and _is_function(file, given.value))):
            said = "Python 3 sorts by a key, and not by a function of two values"
            yield Manual(given, "cmp", said, "use key=functools.cmp_to_key(...)")


def _names_cmp(arg: cst.Arg) -> bool:
    return arg.keyword is not None and arg.keyword.value == "cmp"


def _is_function(file: File, node: cst.BaseExpression) -> bool:
    if not isinstance(node, cst.Name):
        return isinstance(node, cst.Lambda)
    binding = file.only_binding(node)
    return binding is not None and binding.node is not None and isinstance(file.parent(binding.node), cst.FunctionDef)


def _methods(file: File) -> Iterator[Manual]:
    for function in file.every(cst.FunctionDef):
        name = function.name.value
        if name in _METHODS and file.enclosing_class(function) is not None:
            yield Manual(function.name, name, f"Python 3 does not call {name}", _METHODS[name])


def _siblings(file: File) -> Iterator[Manual]:
    """Imports that found a module of the same package, for which Python 3 wants a dot."""
    if any(each.qualified == "__future__.absolute_import" for each in file.imports):
        return
    imports = [(each, [name_of(alias.name) or "" for alias in each.names]) for each in file.every(cst.Import)]
    absolute = [(each, [from_module(each)]) for each in file.every(cst.ImportFrom) if not each.relative]
    for node, names in (*imports, *absolute):
        top = next((name.split(".")[0] for name in names if name.split(".")[0] in file.project.beside), None)
        if top is not None:
            said = f"Python 2 took {top} from the package of this file, and Python 3 takes it from sys.path"
            advice = f"put a dot before {top}, unless the file is run as a script"
            yield Manual(node, top, said, advice, severity=Severity.DOUBT)
