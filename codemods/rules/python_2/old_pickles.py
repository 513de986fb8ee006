"""Take `pickle` for `cPickle`, and read what Python 2 pickled: `pickle.load(stream, encoding="latin1")`.

## What it does

`import cPickle as pickle` becomes `import pickle`, and `from cPickle import load` becomes `from pickle import load`.
Where `cPickle` is read by its own name, `cPickle.dump(x, stream)` becomes `pickle.dump(x, stream)`. `load`, `loads` and
`Unpickler` get `encoding="latin1"`, in files that are translated with `--python2` as well. `TFM501` opens the streams
for bytes.

## Why

Python 3 has no cPickle: its `pickle` is as fast. It takes the bytes of texts and arrays that Python 2 pickled for
ASCII, unless it is told otherwise: UnicodeDecodeError, "'ascii' codec can't decode byte 0x8b".
https://docs.python.org/3/library/pickle.html#pickle.Unpickler

## Numbers

Same: what Python 3 pickles holds no text of Python 2, so that the encoding changes nothing, and arrays that Python 2
pickled have their numbers (`tests/codemods/rules/python_2/test_old_pickles.py`).

## What it leaves to you

Texts of Python 2 in UTF-8, which are `text.encode("latin1").decode("utf-8")` then. `try` and `if` that choose between
the two, and what pickle does not have.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.unreached import is_unreached
from codemods.analysis.releases.python_2_files import asks_for_version, python_2_uses
from codemods.source.arguments import keyword, named, with_args
from codemods.source.file import File, ImportedName
from codemods.types import Edit, Stage, rule
from compat.tables.names.python_2_names import OF_PICKLE, READING_PICKLES

_OLD, _NEW = "cPickle", "pickle"
_ENCODING = "latin1"


@rule(
    "TFM524",
    stage=Stage.PYTHON_2,
    example="""
    import cPickle

    import keras

    images, labels = cPickle.load(open("train.pkl", "rb"))
    """,
)
def old_pickles(file: File) -> Iterator[Edit]:
    """The calls first, whose function the import tells; then the imports."""
    if not file.target.is_modern:
        return
    imports = _imports(file)
    modules = {_OLD} if imports else set[str]()
    if file.from_python_2:
        modules.add(_NEW)
    calls = [each for each in file.calls if _reads_without_encoding(file, each, modules)]
    if not calls:
        yield from (_import(file, each) for each in imports)
    for call in calls:
        said = f"{file.code(call.func)} takes what Python 2 pickled for ASCII"
        encoding = named(cst.Arg(cst.SimpleString(f'"{_ENCODING}"')), "encoding")
        yield Edit(call, said, ((call, with_args(call, [*call.args, encoding])),))


def _imports(file: File) -> list[ImportedName]:
    """The imports of cPickle; none if the file chooses among packages, or reads what pickle does not have."""
    gone = set(python_2_uses(file))
    found = [each for each in file.imports if each.qualified.partition(".")[0] == _OLD]
    is_covered = all(each.alias in gone and _has_all(file, each) for each in found)
    return found if is_covered else []


def _has_all(file: File, imported: ImportedName) -> bool:
    if isinstance(imported.statement, cst.ImportFrom):
        return imported.qualified.rpartition(".")[2] in OF_PICKLE
    above = (file.parent(each) for each in _uses(file, imported))
    return all(isinstance(each, cst.Attribute) and each.attr.value in OF_PICKLE for each in above)


def _uses(file: File, imported: ImportedName) -> list[cst.Name]:
    return [use for each in file.scope(imported.statement)[imported.local] for use in each.uses]


def _reads_without_encoding(file: File, call: cst.Call, modules: set[str]) -> bool:
    module, _, name = (file.qualified_name(call.func) or "").rpartition(".")
    if module not in modules or name not in READING_PICKLES or is_unreached(file, call) or asks_for_version(file, call):
        return False
    return keyword(call, "encoding") is None and len(call.args) == 1 and not call.args[0].star


def _import(file: File, imported: ImportedName) -> Edit:
    statement, alias = imported.statement, imported.alias
    said = f"{_OLD} is {_NEW} in Python 3"
    if isinstance(statement, cst.ImportFrom):
        assert statement.module is not None
        return Edit(statement, said, ((statement.module, cst.Name(_NEW)),))
    if imported.local == _OLD and _is_free(file, imported):
        uses = tuple((each, each.with_changes(value=_NEW)) for each in _uses(file, imported))
        return Edit(statement, said, ((alias, alias.with_changes(name=cst.Name(_NEW), asname=None)), *uses))
    asname = alias.asname or cst.AsName(cst.Name(_OLD))
    kept = None if imported.local == _NEW else asname
    return Edit(statement, said, ((alias, alias.with_changes(name=cst.Name(_NEW), asname=kept)),))


def _is_free(file: File, imported: ImportedName) -> bool:
    """True if nothing else in the file has the name pickle, and nothing from outside is given the old one."""
    is_bound = any(
        each.value == _NEW and not isinstance(file.parent(each), cst.Attribute) for each in file.every(cst.Name)
    )
    return not is_bound and len(file.scope(imported.statement)[_OLD]) == 1
