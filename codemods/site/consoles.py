"""Runs the consoles of the pages, so that they show what is printed: with `--write` it puts that into the pages.

A page is read from its top to its end, in a folder of its own: a block with `title="NAME"` and a script of a fixture
are files there, and each line of a console that begins with `$ ` is run by bash.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import click

from codemods.site.fixtures import pair_of
from codemods.site.written import PAGES, SCRIPT, originals

ROOT = Path(__file__).parents[2]
_STEP = re.compile(
    rf"{SCRIPT.pattern}"
    r'|^```\w+ title="(?P<name>[^"]+)"\n(?P<text>.*?)^```$'
    r"|^```console\n(?P<console>.*?)^```$",
    flags=re.MULTILINE | re.DOTALL,
)
_END = "\x1e"


def played(page: str) -> str:
    """The page, with what the commands of its consoles print. Raises ValueError if a console has no command."""
    with tempfile.TemporaryDirectory() as folder:
        here, commands = Path(folder) / "project", Path(folder) / "bin"
        here.mkdir()
        commands.mkdir()
        command = commands / "tf-forward"
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m codemods "$@"\n', encoding="utf-8")
        command.chmod(0o755)
        environment = {
            "PATH": f"{commands}:/usr/bin:/bin",
            "PYTHONPATH": str(ROOT),
            "COLUMNS": "120",
            "LC_ALL": "C.UTF-8",
            "HOME": folder,
        }
        return _STEP.sub(lambda step: _done(step, here, environment), page)


def _done(step: re.Match[str], here: Path, environment: dict[str, str]) -> str:
    if step["console"] is not None:
        return f"```console\n{_printed(step['console'], here, environment)}```"
    name = step["file"] or step["name"]
    text = pair_of(step["pair"]).before if step["pair"] else step["text"]
    (here / name).parent.mkdir(parents=True, exist_ok=True)
    (here / name).write_text(text, encoding="utf-8")
    return step[0]


def _printed(console: str, here: Path, environment: dict[str, str]) -> str:
    """The commands of a console, each followed by what it prints to both streams."""
    commands = [line.removeprefix("$ ") for line in console.splitlines() if line.startswith("$ ")]
    if not commands:
        raise ValueError(f"a console without a command: {console}")
    # the exit status of a command is that which the next one sees
    script = "\n".join(f"{each}\nstatus=$?; printf '\\036'; (exit $status)" for each in commands)
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=here,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        check=False,
    )
    outputs = done.stdout.split(_END)
    return "".join(f"$ {each}\n{output}" for each, output in zip(commands, outputs, strict=False))


@click.command()
@click.option("--write", is_flag=True, help="Write what is printed into the pages instead of comparing it.")
def main(*, write: bool) -> None:
    """Report which pages show something else than is printed, with exit status 1, or write them."""
    stale = {name: text for name, page in originals().items() if (text := played(page)) != page}
    for name, text in stale.items():
        if write:
            (PAGES / name).write_text(text, encoding="utf-8")
        click.echo(f"{name} {'written' if write else 'is out of date'}")
    sys.exit(1 if stale and not write else 0)


if __name__ == "__main__":
    main()
