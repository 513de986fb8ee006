"""The gallery: each pair of fixtures with the rules that made it, side by side and as a diff."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from functools import cache
from itertools import chain

from codemods.explain.examples import Example
from codemods.site.fixtures import Pair, topics, words
from codemods.site.side_by_side import side_by_side

_INTRODUCTION = """---
search:
  exclude: true
---

# Gallery

Each pair is a legacy script and what `upgrade` makes of it.
The tests upgrade the first and compare the result with the second to the byte.
They run the second on TensorFlow 2.16 to 2.21 with two replicas; its assertions say what it has to compute.
One is there to fail: [an uneven first batch](multi_gpu_model.md#uneven-first-batch), which plain Keras 3 does not take.
The pairs are in `tests/codemods/fixtures`.
"""


def gallery() -> dict[str, str]:
    """The pages of the gallery: an index, and one for each topic."""
    found = topics()
    pages = {page_name(topic): _topic(topic, pairs) for topic, pairs in found.items()}
    return {"gallery/index.md": _index(found), **pages}


def page_name(topic: str) -> str:
    """The path of the page of a topic."""
    return f"gallery/{topic}.md"


def anchor(pair: Pair) -> str:
    """The anchor of a pair on its page."""
    return pair.name.partition("/")[2].replace("_", "-")


def pairs_of(code: str) -> list[Pair]:
    """The pairs that the rule of this code changes."""
    return _by_code().get(code, [])


@cache
def _by_code() -> dict[str, list[Pair]]:
    """The pairs that a rule changes, by its code."""
    found: dict[str, list[Pair]] = {}
    for pair in chain.from_iterable(topics().values()):
        for code in {code for code, _ in pair.example.changes}:
            found.setdefault(code, []).append(pair)
    return found


def diff_block(before: str, after: str, context: int = 3) -> str:
    """A fenced diff of two sources, without the names of files."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), n=context, lineterm="")
    return fenced("\n".join([*lines][2:]), "diff")


def fenced(text: str, language: str, title: str = "") -> str:
    """A fenced block."""
    named = f' title="{title}"' if title else ""
    return f"```{language}{named}\n{text.rstrip()}\n```"


def tabs(views: dict[str, str]) -> str:
    """Views of the same thing, one of which shows."""
    return "\n\n".join(f'=== "{name}"\n\n{_indented(view)}' for name, view in views.items())


def reported(example: Example) -> str:
    """What the report says about an example, as a list."""
    items = [(code, _plain(message)) for code, message in example.changes]
    items += [(each.code, f"{_plain(each.message)}. Do: {_plain(each.advice)}") for each in example.findings]
    return "\n".join(f"- {code}: {said}" for code, said in items)


def views(pair: Pair) -> str:
    """A pair side by side; the diff and the result are folded below it."""
    folded = {"As a diff": diff_block(pair.before, pair.after), "The result": fenced(pair.after, "python")}
    below = (f'??? abstract "{name}"\n\n{_indented(block)}' for name, block in folded.items())
    return "\n\n".join([side_by_side(pair.before, pair.after), *below])


def _index(found: dict[str, list[Pair]]) -> str:
    rows = (
        f"| [{pair.label}]({pair.topic}.md#{anchor(pair)}) | {_lines_changed(pair)} | {', '.join(_changing(pair))} |"
        for pairs in found.values()
        for pair in pairs
    )
    count = sum(map(len, found.values()))
    head = f"{count} pairs, by topic.\n\n| pair | lines | rules that changed it |\n|---|---|---|"
    return "\n".join([_INTRODUCTION, head, *rows]) + "\n"


def _topic(topic: str, pairs: Sequence[Pair]) -> str:
    return "\n\n".join([f"# {words(topic)}", *map(_shown, pairs)]) + "\n"


def _shown(pair: Pair) -> str:
    command = "`tf-forward upgrade --exact`" if pair.is_exact else "`tf-forward upgrade`"
    parts = [
        f"## {pair.title} {{ #{anchor(pair)} }}",
        pair.description,
        f"{command} on `{pair.name}.in.py` reports:",
        reported(pair.example),
        views(pair),
    ]
    return "\n\n".join(part for part in parts if part)


def _plain(message: str) -> str:
    """A message with nothing that Markdown takes for markup, but for code in backticks."""
    return re.sub(r"(`[^`]+`)|([\\`*_<>\[\]])", lambda found: found[1] or f"\\{found[2]}", message)


def _changing(pair: Pair) -> list[str]:
    return [*dict.fromkeys(code for code, _ in sorted(pair.example.changes))]


def _lines_changed(pair: Pair) -> str:
    lines = [*difflib.unified_diff(pair.before.splitlines(), pair.after.splitlines(), n=0, lineterm="")][2:]
    added, removed = (sum(line.startswith(sign) for line in lines) for sign in "+-")
    return f"+{added} -{removed}"


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" if line else "" for line in text.splitlines())
