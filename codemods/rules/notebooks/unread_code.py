"""Say which code of a notebook was not read.

## What it does

Notes Python of TensorFlow or Keras that a notebook hands to a magic as a text, such as a file that `%%writefile`
writes, and reports cells that are not Python. It rewrites nothing.

## Why

Legacy names in such a text are neither rewritten nor reported, and a cell that is not Python stops when it is run.
https://ipython.readthedocs.io/en/stable/interactive/magics.html

## Numbers

No numbers involved.

## What it leaves to you

To look into these places yourself.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from codemods.analysis.flow.ipython_calls import IPythonCall, ipython_calls
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule

_TIMERS = ("memit", "mprun", "prun", "time", "timeit")
_LEGACY_IMPORT = re.compile(r"^\s*(?:from\s+|import\s+(?:[\w. \t]+,\s*)*)(?:tensorflow|keras)\b", re.MULTILINE)
_LINE = re.compile(r" on line \d+")
"""What Python says of a line of the cell, which is none of the program that the notebook is."""
_CALLED = re.compile(r"\w\(")


@rule(
    "TFM291",
    stage=Stage.ADVICE,
    severity=Severity.DOUBT,
    example="""
    import keras

    get_ipython().run_cell_magic("writefile", "model.py", "import keras")
    """,
)
def unread_code(file: File) -> Iterator[Manual]:
    """A note for a text that imports TensorFlow or Keras, a finding for a cell that is not Python."""
    for call in ipython_calls(file):
        if call.method == "run_cell":
            error = _error(call.texts[0])
            if error:
                said, advice = f"the cell is not Python: {error}", "mend it, or make a raw cell of it"
                yield Manual(call.node, "", said, advice, severity=Severity.STOPS)
        elif _is_unread(call):
            sign = "%%" if call.method == "run_cell_magic" else "%"
            said, advice = f"the code given to {sign}{call.texts[0]} is not read", "upgrade it as a script of its own"
            yield Manual(call.node, "", said, advice, is_note=True)


def _is_unread(call: IPythonCall) -> bool:
    """True for code of TensorFlow or Keras in a text; what a timer runs has the imports of the notebook."""
    if call.is_magic(*_TIMERS):
        return any(_CALLED.search(text) for text in call.texts[1:])
    return call.method == "run_cell_magic" and any(_LEGACY_IMPORT.search(text) for text in call.texts[2:])


def _error(text: str) -> str:
    """Why a text is not Python; empty if it is."""
    try:
        ast.parse(text)
    except SyntaxError as error:
        return _LINE.sub("", error.msg)
    except (ValueError, RecursionError, MemoryError) as error:
        return str(error)
    return ""
