"""`python -m codemods`."""

from codemods.cli import main

main(prog_name="python -m codemods")
