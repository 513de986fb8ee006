"""Report names of Python 2, of later Pythons and of other packages that scripts of that time used, and that are gone.

## What it does

Reports `from scipy.misc import face`, `from sklearn.cross_validation import KFold`, `skimage.measure.compare_ssim`,
`import imp`, `import ConfigParser`, `d.has_key(k)`, `unicode(...)` and the like, in any file: a module that a script
imports need not name Keras. `xrange(n)` becomes `range(n)`, and `d.iteritems()` becomes `d.items()`, or
`iter(d.items())` where an iterator may be needed. It rewrites nothing else; `TFM308` does where the same object has
another path, and with `--python2`, `TFM293`.

## Why

The packages that work with TensorFlow 2.16 and later do not have them: "cannot import name 'Imputer' from
'sklearn.preprocessing'". Such a file stops at its first line, whatever becomes of its Keras.
https://scikit-learn.org/stable/whats_new/v0.22.html

## Numbers

No numbers involved.

## What it leaves to you

Every reported name. `x.next()` is reported where the file shows that `x` is a generator, a file or a reader of `csv`:
other objects may have a method of this name.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.releases.python_2_files import gone, method, python_2_uses
from codemods.source.canonical_names import below, prefixes
from codemods.source.file import File, from_module
from codemods.source.scopes import BUILTIN
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.names.ended_names import GONE
from compat.tables.names.python_2_names import BUILTINS, ITERATED, MODULES, NAMES, PYTHON_3

_RANGE = "xrange"
_VIEW = "view"
_TAKING_ALL = (
    *(
        "all",
        "any",
        "dict",
        "enumerate",
        "filter",
        "iter",
        "list",
        "map",
        "max",
        "min",
        "set",
        "sorted",
        "sum",
        "tuple",
    ),
    "zip",
)


@rule(
    "TFM219",
    stage=Stage.BEHAVIOUR,
    example="""
    import numpy as np
    from keras.models import load_model
    from sklearn.preprocessing import Imputer

    model = load_model("model.h5")
    for i in xrange(3):
        print(model.predict(Imputer().fit_transform(np.load(f"{i}.npy"))))
    """,
)
def ended_names(file: File) -> Iterator[Edit | Manual]:
    """Report each import, each name that is read from a module, and each builtin that nothing in the file binds."""
    if not file.target.is_modern:
        return
    choices = Choices(file)
    for imported in file.imports:
        path = _gone(imported.qualified)
        if path is not None and not choices.guarding(imported.statement):
            yield _reported(imported.alias, path)
    for node in file.attributes:
        path = file.qualified_name(node)
        if path in GONE and not _is_imported(file, path) and not choices.guarding(node):
            yield _reported(node, path)
    for use in python_2_uses(file):
        yield _of_python_2(file, use)


def _gone(qualified: str) -> str | None:
    """The name that is gone, or is above a name that is imported from it."""
    return next((path for path in prefixes(qualified) if path in GONE), None)


def _is_imported(file: File, path: str) -> bool:
    return any(below(each.qualified, path) for each in file.imports)


def _reported(node: cst.CSTNode, path: str) -> Manual:
    return Manual(node, path, f"{path} is gone", GONE[path])


def _of_python_2(file: File, use: cst.CSTNode) -> Edit | Manual:
    call = file.parent(use)
    if isinstance(use, cst.Attribute) and isinstance(call, cst.Call) and use.attr.value in ITERATED:
        return _of_today(file, use, call)
    if not isinstance(use, cst.Name):
        said, advice = _named(file, use)
        return Manual(use, said, f"{said} is of Python 2", f"{advice} ({PYTHON_3})")
    if use.value == _RANGE and all(each.kind == BUILTIN for each in file.scope(use)["range"]):
        return Edit(use, f"{_RANGE} is range in Python 3", ((use, use.with_changes(value="range")),))
    said = f"{use.value} is of Python 2, and nothing here binds it"
    return Manual(use, use.value, said, f"{BUILTINS[use.value]} ({PYTHON_3})")


def _of_today(file: File, method: cst.Attribute, call: cst.Call) -> Edit:
    """`d.items()` where it is looped over or put into a list, and `iter(d.items())` where an iterator may be needed."""
    legacy, modern = method.attr.value, ITERATED[method.attr.value]
    renamed = call.with_changes(func=method.with_changes(attr=cst.Name(modern)))
    is_view = legacy.startswith(_VIEW) or _is_looped_over(file, call)
    value = renamed if is_view else cst.Call(cst.Name("iter"), [cst.Arg(renamed)])
    return Edit(method, f"{legacy}() is {modern}() in Python 3", ((call, value),))


def _is_looped_over(file: File, call: cst.Call) -> bool:
    above = file.parent(call)
    if isinstance(above, cst.For | cst.CompFor):
        return above.iter is call
    outer = file.parent(above) if isinstance(above, cst.Arg) else None
    return isinstance(outer, cst.Call) and file.is_builtin(outer.func, *_TAKING_ALL)


def _named(file: File, use: cst.CSTNode) -> tuple[str, str]:
    """What is gone, and what to do about it."""
    if isinstance(use, cst.BinaryOperation):
        return "print >>", "use print(..., file=f)"
    if isinstance(use, cst.Attribute):
        advice = method(file, use)
        if advice is not None:
            return use.attr.value, advice
        path = file.qualified_name(use)
    elif isinstance(use, cst.ImportFrom):
        path = from_module(use)
    else:
        path = next(each.qualified for each in file.imports if each.alias is use)
    name = gone(path or "")
    assert name is not None, path
    return name, MODULES.get(name) or NAMES[name]
