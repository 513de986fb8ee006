"""`python -m tests.behaviour.news FILE`: print what a run on another Keras does otherwise than the newest release."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.behaviour.__main__ import show
from tests.behaviour.compare import differences
from tests.behaviour.tables import NEWEST, recorded


def main() -> None:
    table = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    found = list(differences(NEWEST, recorded(NEWEST)["values"], table["values"]))
    show(f"Keras {table['releases']['keras']} does otherwise than {NEWEST}", found)
    print(f"{len(found)} differences of Keras {table['releases']['keras']} from {NEWEST}")


if __name__ == "__main__":
    main()
