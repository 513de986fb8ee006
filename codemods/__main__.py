"""`python -m codemods`."""

import sys

try:
    from codemods.cli.main import main
except ImportError as error:
    sys.stderr.write(f"codemods: {error}; they need Python 3.10 and: pip install tf-forward\n")
    sys.exit(2)

main(prog_name="python -m codemods")
