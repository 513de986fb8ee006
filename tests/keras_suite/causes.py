"""Why some of Keras's tests pass on Keras 2.3.1 and not on the shims."""

import re
from typing import NamedTuple, Tuple

INTERNAL, TODAY, GAP = "internal", "today", "gap"
KINDS = {
    INTERNAL: "look at Keras's own insides",
    TODAY: "ask for what the Python, NumPy or TensorFlow of today does not do",
    GAP: "the shims do not carry",
}


class Cause(NamedTuple):
    """A cause, its kind, and the tests it accounts for: regular expressions for `file test` and the line."""

    kind: str
    text: str
    test: str
    line: str

    def accounts_for(self, file: str, name: str, line: str) -> bool:
        return bool(re.search(self.test, f"{file} {name}") and re.search(self.line, line))


_ANY = ""
CAUSES: Tuple[Cause, ...] = ()
