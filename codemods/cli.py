"""The command line: `python -m codemods COMMAND`."""

from __future__ import annotations

import click

from codemods.commands.check import check
from codemods.commands.detect import detect
from codemods.commands.upgrade import upgrade


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="tf-forward", prog_name="tf-forward")
def main() -> None:
    r"""Carry TensorFlow and Keras code of 2016-2020 to TensorFlow 2.16+ and Keras 3.

    \b
    check    says what a release of TensorFlow cannot take, and what upgrade would do about it
    upgrade  rewrites the source, and reports what is left for a person
    detect   says which releases a script was written for
    explain  says what became of a name

    Nothing of a script is executed or imported, and no TensorFlow is needed. COMMAND --help shows examples.
    """


for command in (check, upgrade, detect):
    main.add_command(command)
