from __future__ import annotations

import pytest

from codemods.site.markdown import adapted, section, shifted, targets


def _adapted(text: str) -> str:
    return adapted(
        text, lambda shown, target: f"[{shown}](to/{target})", lambda code: f"{code}.md" if code != "TFM999" else None
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("See [the page](a.md#b).", "See [the page](to/a.md#b)."),
        ("See [`a`](a.md) and [b](b.md).", "See [`a`](to/a.md) and [b](to/b.md)."),
        ("TFM101 and `TFM102`.", "[TFM101](TFM101.md) and [`TFM102`](TFM102.md)."),
        ("TFM150-153, TFM196", "[TFM150](TFM150.md)-153, [TFM196](TFM196.md)"),
        ("text\n- item\n- item", "text\n\n- item\n- item"),
        ("text\n1. item", "text\n\n1. item"),
        ("text\n| a |\n|---|", "text\n\n| a |\n|---|"),
        ("<details>", '<details markdown="1">'),
        ("# head\n- item", "# head\n\n- item"),
    ],
)
def test_adapted(before: str, after: str) -> None:
    assert _adapted(before) == f"{after}\n"


@pytest.mark.parametrize(
    "text",
    [
        "`[a](b.md)`",
        "`x = [a](b)` and ``[c](d)``",
        "```python\n[a](b.md)  # TFM101\ntext\n- item\n```",
        "````\n```\nTFM101\n````",
        "# TFM101 `name`",
        "<!-- TFM101 [a](b) -->",
        "TFM1, TFM20, XTFM101, TFM1019, TFM999, `ignore[TFM101]`",
        "- item\n- item\n  goes on\n- item",
        "- item\n\n    - item",
        "| a |\n|---|\n| b |",
    ],
)
def test_left_alone(text: str) -> None:
    assert _adapted(text) == f"{text}\n"


def test_a_link_keeps_its_text() -> None:
    assert _adapted("[TFM101](x.md)") == "[TFM101](to/x.md)\n"


DOCUMENT = "# Top\n\nfirst\n\n## One\n\n```sh\n# no heading\n```\n\n### Below\n\ntext\n\n## Two\n\nlast\n"


def test_a_section_ends_at_its_level() -> None:
    assert section(DOCUMENT, "One") == "```sh\n# no heading\n```\n\n### Below\n\ntext"
    assert section(DOCUMENT, "Two") == "last"
    with pytest.raises(ValueError, match="no heading 'Three'"):
        section(DOCUMENT, "Three")


def test_headings_are_shifted_and_code_is_not() -> None:
    assert shifted("# a\n```sh\n# b\n```\n## c", 1) == "## a\n```sh\n# b\n```\n### c"


def test_targets() -> None:
    assert [*targets("[a](b.md) `[c](d)`\n```\n[e](f)\n```\n[g](https://h)")] == ["b.md", "https://h"]
