"""Rename keywords that carry the same value under another name, such as `lr` to `learning_rate`.

https://github.com/keras-team/keras/issues/18467
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.calls import keyword, named
from codemods.edits import Edit, Manual
from codemods.file import File
from codemods.registry import rule
from compat.tables.renamed_keywords import RENAMED_KEYWORDS


@rule("TFM102")
def renamed_keywords(file: File) -> Iterator[Edit | Manual]:
    """Decline a call that has both names."""
    for row in RENAMED_KEYWORDS:
        for reference in file.references(*row.symbols):
            call = file.call_of(reference)
            if call is None or reference.spelling.shimmed:
                continue
            for legacy, modern in row.keywords.items():
                arg = keyword(call, legacy)
                if arg is None:
                    continue
                short = reference.canonical.rpartition(".")[2]
                if keyword(call, modern):
                    yield Manual(
                        arg,
                        f"{reference.canonical}({legacy}=)",
                        f"{short} is given both {legacy}= and {modern}=",
                        f"keep {modern}= only",
                    )
                else:
                    said = f"{short}({legacy}=) is now {short}({modern}=)"
                    yield Edit(arg, said, ((arg, named(arg, modern)),))
