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

What fissix cannot convert, `StringIO` that holds bytes, comments inside of statements that are rewritten. It does not
follow imports without dots between the modules of a package, variables of list comprehensions that are read after
them, and the order of values of different types.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.python_2_files import is_of_python_2, python_2_uses
from codemods.source.file import File
from codemods.types import Manual, Stage, rule


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
    """A note, as the file is translated before it is a `File`."""
    if file.from_python_2 or not file.imports_family() or not is_of_python_2(file):
        return
    uses = python_2_uses(file)
    if uses:
        said = "the file was written for Python 2"
        yield Manual(uses[0], "", said, "add --python2 to translate it", is_note=True)
