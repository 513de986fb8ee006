"""`python -m codemods explain`: the meaning of a code, and the fate of a name."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

import click
from rich.console import Console
from rich.text import Text

from codemods.explain.examples import Example
from codemods.explain.explanation import Explanation, availability, explain_name
from codemods.explain.names import known_part, near
from codemods.explain.pages import DOES, LEAVES, NUMBERS, WHY, Page, page_of, rule_of, without_links
from codemods.releases import api

EPILOG = """
\b
Examples:
  python -m codemods explain TFM102                                    a code of a report
  python -m codemods explain tf.contrib.distribute.MirroredStrategy    a name, as scripts write it
  python -m codemods explain multi_gpu_model K.set_session             several, without their packages
  python -m codemods explain 'Adam(lr=)'                               a keyword
  python -m codemods explain Model.fit_generator                       a method

\b
Exit status:
  0  all are known
  2  a code or a name is not
"""

_CODE = "TFM"
_OTHER_PACKAGES = ("tensorflow_", "keras_", "tf_")


@click.command(epilog=EPILOG, short_help="What became of a name, and what a code means.")
@click.argument("names", nargs=-1, required=True, metavar="SYMBOL_OR_CODE...")
def explain(names: tuple[str, ...]) -> None:
    """Explain what a name was, when it went and what replaces it; or what the rule of a code does.

    Releases and signatures come from the tables; `after` is the result of actually upgrading `before`.
    tf and K stand for tensorflow and keras.backend.
    """
    console = Console(highlight=False)
    unknown = 0
    for number, name in enumerate(names):
        if number:
            console.print()
        found = _explained(name)
        if found is None:
            unknown += 1
            console.print(Text.assemble((name, "bold"), ": ", _nobody_s(name)), soft_wrap=True)
        elif isinstance(found, Page):
            _print_page(console, found)
        else:
            _print(console, found)
    sys.exit(2 if unknown else 0)


def _explained(name: str) -> Explanation | Page | None:
    if not name.upper().startswith(_CODE):
        return explain_name(name)
    rule = rule_of(name)
    return page_of(rule) if rule is not None else None


def _nobody_s(name: str) -> str:
    """The answer for a name that no release has, or for a code that no rule has."""
    if name.upper().startswith(_CODE):
        return "there is no rule of that code; codemods/README.md lists them"
    if name.startswith(_OTHER_PACKAGES):
        return "a package of its own; the tables hold tensorflow and keras"
    tensorflow, keras = (api.releases(each) for each in ("tensorflow", "keras"))
    said = (
        f"no release has it, from TensorFlow {tensorflow[0]} and Keras {keras[0]} to {tensorflow[-1]} and {keras[-1]}"
    )
    part = known_part(name)
    if part is not None:
        said += f"\n  {part.path} is there, in {availability(part)}"
    close = near(name)
    return said + (f"\n  did you mean {', '.join(close)}?" if close else "")


def _print(console: Console, explanation: Explanation) -> None:
    console.print(Text(explanation.title, "bold"), soft_wrap=True)
    for fact in explanation.facts:
        label = (f"{fact.label}: ", "cyan") if fact.label else ""
        for line in filter(None, fact.text.splitlines()):
            console.print(Text.assemble("  ", label, line), soft_wrap=True)
    _print_example(console, explanation.example, "  ")
    _print_links(console, explanation.links)


def _print_page(console: Console, page: Page) -> None:
    console.print(Text(page.title, "bold"), soft_wrap=True)
    console.print(Text(f"  {page.summary}"), soft_wrap=True)
    _print_section(console, page, DOES)
    _print_section(console, page, WHY)
    console.print(Text.assemble("  ", ("Example", "cyan")))
    _print_example(console, page.example, "    ")
    _print_section(console, page, NUMBERS)
    _print_section(console, page, LEAVES)
    silence = f"a line with  # tf-forward: ignore[{page.rule.code}]"
    console.print(Text.assemble("  ", ("silence: ", "cyan"), silence), soft_wrap=True)
    _print_links(console, page.links)


def _print_section(console: Console, page: Page, heading: str) -> None:
    console.print(Text.assemble("  ", (heading, "cyan")))
    for line in without_links(page.sections[heading]).splitlines():
        console.print(Text(f"    {line}"), soft_wrap=True)


def _print_links(console: Console, links: Iterable[str]) -> None:
    for link in links:
        console.print(Text.assemble("  ", ("see: ", "cyan"), link), soft_wrap=True)


def _print_example(console: Console, example: Example, indent: str) -> None:
    if not example.before:
        return
    changed = example.after != example.before
    _print_code(console, "before" if changed else "example", example.before, indent)
    if changed:
        _print_code(console, "after", example.after, indent)
    for code, message in example.changes:
        console.print(Text.assemble(indent, (code, "green"), f" {message}"), soft_wrap=True)
    for finding in example.findings:
        console.print(Text.assemble(indent, (finding.code, "yellow"), f" {finding.message}"), soft_wrap=True)
        if finding.advice:
            console.print(Text.assemble(f"{indent}       ", ("do: ", "bold"), finding.advice), soft_wrap=True)


def _print_code(console: Console, label: str, code: str, indent: str) -> None:
    console.print(Text.assemble(indent, (f"{label}:", "cyan")))
    if console.is_terminal and "NO_COLOR" not in os.environ:
        from rich.padding import Padding
        from rich.syntax import Syntax

        shown = Syntax(code.rstrip(), "python", background_color="default")
        console.print(Padding(shown, (0, 0, 0, len(indent) + 2)))
        return
    for line in code.rstrip().splitlines():
        console.print(Text(f"{indent}  {line}" if line else ""), soft_wrap=True)
