"""Command line of the walker: `python -m walker OUT.json.gz [tensorflow] [keras]`."""

# ruff: noqa: PTH100, PTH120 - runs on Python 3.6

import gzip
import json
import os
import sys
import warnings
from typing import Any, Dict

from .symbols import walk


def main() -> None:
    """Walk the installed packages and write the result."""
    warnings.simplefilter("ignore")
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
    # If scikit-learn is installed, the wrappers of Keras get extra bases.
    modules: Dict[str, Any] = sys.modules
    modules["sklearn"] = None

    # Keras 1 would import our neighbours instead of packages with the same names, such as `tables`.
    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    sys.path[:] = [path for path in sys.path if os.path.abspath(path) != folder]

    asked = sys.argv[2:]
    found = walk(asked or ["tensorflow", "keras"])
    missing = [name for name in asked or ["tensorflow"] if name not in found["versions"]]
    if missing:
        sys.exit("cannot import " + " and ".join(missing))
    with gzip.open(sys.argv[1], "wt", encoding="utf-8") as out:
        json.dump(found, out, sort_keys=True)


if __name__ == "__main__":
    main()
