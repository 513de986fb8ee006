from __future__ import annotations

import pytest

from codemods.site.consoles import played
from codemods.site.written import originals
from tests.quick import first

PAGES = originals()


@pytest.mark.parametrize("name", first(3, [name for name, text in PAGES.items() if "```console" in text]))
def test_a_page_shows_what_is_printed(name: str) -> None:
    assert played(PAGES[name]) == PAGES[name], "run python -m codemods.site.consoles --write"


def test_every_guide_has_a_console() -> None:
    guides = [text for name, text in PAGES.items() if name.startswith("guides/")]
    assert len(guides) == 7
    assert all("```console" in text for text in guides)


def test_files_and_commands_in_their_order() -> None:
    page = """text
```text title="a/b.txt"
one
```
```console
$ cat a/b.txt
other
$ ls missing 2> /dev/null || false
$ echo $?
$ echo said >&2
```
```console
$ ls
```
"""
    shown = played(page)
    assert shown.startswith(page[: page.index("other")])
    assert "$ cat a/b.txt\none\n$ ls missing 2> /dev/null || false\n$ echo $?\n1\n$ echo said >&2\nsaid\n```" in shown
    assert shown.endswith("$ ls\na\n```\n")
    assert played(shown) == shown


def test_a_script_of_a_fixture() -> None:
    page = "<!-- script train.py: dropout_rate/kept_share -->\n```console\n$ tf-forward upgrade --quiet train.py\n$ grep -c keep_prob train.py\n```\n"
    assert played(page).endswith("$ grep -c keep_prob train.py\n0\n```\n")


def test_a_console_without_a_command() -> None:
    with pytest.raises(ValueError, match="without a command"):
        played("```console\nls\n```\n")


def test_a_pair_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="no pair of fixtures 'a/b'"):
        played("<!-- script train.py: a/b -->\n")
