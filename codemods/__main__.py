"""`python -m codemods`.

Python puts the working folder first on `sys.path`, where a `click.py` of the project would be imported as ours. It goes
before anything is imported, unless it is the clone that this file stands in.
"""

import os
import sys

_CLONE = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120 - pathlib could be a file of the user's project

if not getattr(sys.flags, "safe_path", False) and sys.path[0] != _CLONE and sys.path[0] in ("", os.getcwd()):  # noqa: PTH109
    del sys.path[0]

try:
    from codemods.cli.main import main
except ImportError as error:
    sys.stderr.write(f"codemods: {error}; they need Python 3.10 and: pip install tf-forward\n")
    sys.exit(2)

main(prog_name="python -m codemods")
