"""`python -m codemods`.

Python puts the working folder first on `sys.path`, so a `click.py` of the user's project would be imported instead of
the real one. Remove that entry before anything is imported, unless it is the clone that contains this file.
"""

import os.path
import sys

if not getattr(sys.flags, "safe_path", False):
    if sys.path[0] in {"", os.getcwd()} - {os.path.dirname(os.path.dirname(__file__))}:  # noqa: PTH109, PTH120
        del sys.path[0]

from codemods.cli.main import PROGRAM, main

main(prog_name=PROGRAM)
