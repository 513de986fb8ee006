"""Report names of Python 2, SciPy and scikit-learn that scripts of that time used, and that are gone.

## What it does

Reports `from scipy.misc import imread`, `from sklearn.cross_validation import train_test_split`, `xrange(...)` and the
like in files that use Keras or TensorFlow. `xrange(n)` becomes `range(n)`. It rewrites nothing else.

## Why

The packages that work with TensorFlow 2.16 and later do not have them: "cannot import name 'imresize' from
'scipy.misc'". Such a file stops at its first line, whatever becomes of its Keras.
https://docs.scipy.org/doc/scipy/release/1.3.0-notes.html#scipy-misc-changes

## Numbers

No numbers involved.

## What it leaves to you

Every reported name. `imresize` and `imsave` scaled floats, which their successors do not.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.version_branches import Choices
from codemods.source.canonical_names import below
from codemods.source.file import File
from codemods.source.scopes import BUILTIN
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.names.ended_names import BUILTINS, GONE, PYTHON_3

_RANGE = "xrange"
_VERSIONS = ("PY2", "PY3", "version")


@rule(
    "TFM219",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.models import load_model
    from scipy.misc import imread, imresize

    model = load_model("model.h5")
    for i in xrange(3):
        print(model.predict(imresize(imread(f"{i}.png"), (224, 224))[None]))
    """,
)
def ended_names(file: File) -> Iterator[Edit | Manual]:
    """Report each import, each name that is read from a module, and each builtin that nothing in the file binds."""
    if not file.target.is_modern or not file.imports_family():
        return
    choices = Choices(file)
    for imported in file.imports:
        path = _gone(imported.qualified)
        if path is not None and not choices.leading_to(imported.statement):
            yield _reported(imported.alias, path)
    for node in file.attributes:
        path = file.qualified_name(node)
        if path in GONE and not _is_imported(file, path) and not choices.leading_to(node):
            yield _reported(node, path)
    yield from _builtins(file, choices)


def _gone(qualified: str) -> str | None:
    """The name that is gone, or is above a name that is imported from it."""
    return next((path for path in GONE if below(qualified, path)), None)


def _is_imported(file: File, path: str) -> bool:
    return any(below(each.qualified, path) for each in file.imports)


def _reported(node: cst.CSTNode, path: str) -> Manual:
    return Manual(node, path, f"{path} is gone", GONE[path])


def _builtins(file: File, choices: Choices) -> Iterator[Edit | Manual]:
    """The functions of Python 2; a star import may bring the name."""
    if file.unknown_stars():
        return
    for name in file.every(cst.Name):
        advice = BUILTINS.get(name.value)
        if advice is None or not file.is_unbound(name) or choices.leading_to(name) or _asks_for_version(file, name):
            continue
        if name.value == _RANGE and all(each.kind == BUILTIN for each in file.scope(name)["range"]):
            yield Edit(name, f"{_RANGE} is range in Python 3", ((name, name.with_changes(value="range")),))
        else:
            said = f"{name.value} is of Python 2, and nothing here binds it"
            yield Manual(name, name.value, said, f"{advice} ({PYTHON_3})")


def _asks_for_version(file: File, node: cst.CSTNode) -> bool:
    """True inside of `if six.PY2:` and the like."""
    around = (each for each in file.ancestors(node) if isinstance(each, cst.If | cst.IfExp))
    return any(any(word in file.code(each.test) for word in _VERSIONS) for each in around)
