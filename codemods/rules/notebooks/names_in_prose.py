"""Note legacy names in the text of a notebook.

## What it does

Notes each cell of Markdown that names what the target does not have, such as `fit_generator` or `tf.Session`. It
rewrites nothing.

## Why

The text then tells of other code than the cells below it have.
https://ipython.readthedocs.io/en/stable/interactive/magics.html#cellmagic-markdown

## Numbers

No numbers involved.

## What it leaves to you

The text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from codemods.analysis.flow.ipython_calls import ipython_calls
from codemods.analysis.objects.well_known import WELL_KNOWN
from codemods.source.file import File
from codemods.source.wording import listed
from codemods.types import Manual, Severity, Stage, rule

_PATH = re.compile(r"(?<![\w./-])(?:tensorflow|tf|keras|K)(?:\.[A-Za-z_]\w*)+")
_LINK = re.compile(r"https?://\S+")
_WORD = re.compile(r"[A-Za-z]\w*_\w+")
_ROOTS = {"tf": "tensorflow", "K": "keras.backend"}
_FUNCTIONS = frozenset({"multi_gpu_model"})


@rule(
    "TFM292",
    stage=Stage.ADVICE,
    severity=Severity.DOUBT,
    example="""
    import keras

    get_ipython().run_cell_magic("markdown", "", "Train the model with `fit_generator`.")
    """,
)
def names_in_prose(file: File) -> Iterator[Manual]:
    """One note for each text."""
    for call in ipython_calls(file):
        if call.method == "run_cell_magic" and call.texts[0] == "markdown":
            names = dict.fromkeys(name for text in call.texts[2:] for name in _legacy_names(file, text))
            if names:
                said = f"the text names what {file.target} does not have: {listed(names)}"
                yield Manual(call.node, "", said, "mend the text", is_note=True)


def _legacy_names(file: File, text: str) -> Iterator[str]:
    text = _LINK.sub(" ", text)
    for found in _PATH.finditer(text):
        root, _, rest = found[0].partition(".")
        if file.target.lacks(f"{_ROOTS.get(root, root)}.{rest}"):
            yield found[0]
    if file.target.is_modern:
        yield from (word for word in _WORD.findall(_PATH.sub(" ", text)) if word in WELL_KNOWN or word in _FUNCTIONS)
