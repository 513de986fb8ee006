"""The command line: `tf-forward COMMAND`, or `python -m codemods COMMAND`."""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib.util
import os
import sys
from copy import copy
from typing import Any, NoReturn

from codemods.cli.interruption import Interrupted, interruptible

PROGRAM = "python -m codemods"
"""The program's name in the examples of the commands; help replaces it by the name that it was called by."""


def _incomplete(error: ImportError) -> NoReturn:
    sys.stderr.write(f"{error}; the codemods need Python 3.10 and: pip install tf-forward\n")
    raise SystemExit(2)


try:
    import click
except ImportError as missing:
    _incomplete(missing)

COMMANDS = ("check", "upgrade", "detect", "explain", "prove")
_PARSING = ("check", "upgrade")
"""They import the parser late, with the first source that needs it."""


class Commands(click.Group):
    """The commands; each is imported only when it is asked for, since no command needs all the dependencies."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run without garbage collection: imported modules never become garbage, and the process ends anyway."""
        gc.disable()
        atexit.register(gc.freeze)
        try:
            with interruptible():
                return super().__call__(*args, **kwargs)
        except Interrupted as stopped:
            _say(f"{stopped}: no file is half written; run it again for the rest")
            raise SystemExit(stopped.status) from None
        except OSError as error:
            _say(f"Stopped: {error.strerror or error}; check the disk that the output goes to")
            raise SystemExit(2) from None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command and the rest of the line; a file in the place of a command is a command that was forgotten."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            upgrade = f"to rewrite it: {ctx.find_root().info_name} upgrade {args[0]}"
            meant = upgrade if os.path.exists(args[0]) else f"there are {', '.join(COMMANDS)}"  # noqa: PTH110
            raise click.UsageError(f"No such command {args[0]!r}; {meant}", ctx) from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command with this name."""
        if cmd_name not in COMMANDS:
            return None
        try:
            if cmd_name in _PARSING and importlib.util.find_spec("libcst") is None:
                raise ModuleNotFoundError("No module named 'libcst'", name="libcst")
            command = copy(getattr(importlib.import_module(f"codemods.cli.{cmd_name}"), cmd_name))
        except ImportError as error:
            _incomplete(error)
        assert isinstance(command, click.Command)
        command.epilog = (command.epilog or "").replace(PROGRAM, ctx.find_root().info_name or PROGRAM)
        return command


def _say(last: str) -> None:
    """Write the last line; what standard output has not taken by now is given up, or Python would try again."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    with contextlib.suppress(OSError):
        sys.stderr.write(f"{last}.\n")
        sys.stderr.flush()


def _show_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click passes it by position
    if not value or ctx.resilient_parsing:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        click.echo(f"tf-forward, version {version('tf-forward')}")
    except PackageNotFoundError:
        click.echo("tf-forward, not installed: a clone")
    ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="The version.")
def main() -> None:
    """Carry TensorFlow and Keras code of 2016-2020 to TensorFlow 2.16+ and Keras 3.

    Only `prove` executes scripts, or imports them; the others need no TensorFlow. COMMAND --help shows examples.
    """
