"""The pages of the site, without mkdocs: nothing is missing, and what they name is there."""

from __future__ import annotations

import json
import pkgutil
import posixpath
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import click
import pytest
from click.testing import CliRunner

from codemods import rules
from codemods.cli.main import main as tf_forward
from codemods.explain.pages import pages_by_topic
from codemods.rules import TOPICS, all_rules, rules_by_code
from codemods.site.__main__ import main
from codemods.site.included import INCLUDED, included_section, on_page
from codemods.site.markdown import targets
from codemods.site.sources import configuration, navigation, sources
from codemods.site.written import originals
from compat.__main__ import _parser

ROOT = Path(__file__).resolve().parents[3]
FIXTURES = ROOT / "tests" / "codemods" / "fixtures"
HOST = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return sources()


def listed(entries: object) -> Iterator[str]:
    if isinstance(entries, str):
        yield entries
    elif isinstance(entries, dict):
        yield from (page for value in entries.values() for page in listed(value))
    elif isinstance(entries, list):
        yield from (page for each in entries for page in listed(each))


def test_every_rule_has_a_page_from_its_module(pages: dict[str, str]) -> None:
    for rule in all_rules():
        page = pages[f"rules/{rule.code}.md"]
        assert f"# {rule.code} `{rule.name}`" in page
        for heading in ("What it does", "Why", "Example", "Numbers", "What it leaves to you"):
            assert page.count(f"\n## {heading}\n") == 1
        assert rule.example.strip().splitlines()[0] in page
        assert f"[{rule.code}]({rule.code}.md)" in pages["rules/index.md"]


def test_every_rule_has_one_topic() -> None:
    found = {topic: [page.rule.code for page in pages] for topic, pages in pages_by_topic()}
    assert sorted(code for codes in found.values() for code in codes) == [*rules_by_code()]
    assert len(found) == len(TOPICS)
    assert all(found.values())


def test_every_folder_of_rules_is_a_topic() -> None:
    assert sorted(entry.name for entry in pkgutil.iter_modules(rules.__path__)) == sorted(TOPICS)


def test_every_pair_is_in_the_gallery(pages: dict[str, str]) -> None:
    index = pages["gallery/index.md"]
    cases = sorted(FIXTURES.rglob("*.in.py"))
    for path in cases:
        topic, name = path.parent.name, path.name.removesuffix(".in.py")
        page = pages[f"gallery/{topic}.md"]
        assert f"{{ #{name.replace('_', '-')} }}" in page
        assert f"({topic}.md#{name.replace('_', '-')})" in index
    assert f"{len(cases)} pairs" in index
    assert sum(text.count('class="pair"') for name, text in pages.items() if name.startswith("gallery/")) == len(cases)


def test_names_of_pairs_are_words() -> None:
    from codemods.site.fixtures import pair_of

    names = ("frozen_after_compile/gan", "multi_gpu_model/count_of_gpus", "dropout_rate/kept_share")
    assert [(pair_of(name).title, pair_of(name).label) for name in names] == [
        ("GAN", "Frozen after compile: GAN"),
        ("Count of GPUs", "multi_gpu_model: count of GPUs"),
        ("Kept share", "Dropout rate: kept share"),
    ]


def test_the_gallery_upgrades_as_the_fixtures_say() -> None:
    from codemods.site.fixtures import topics

    for pairs in topics().values():
        for pair in pairs:
            assert pair.example.after == pair.after, pair.name


def test_every_page_is_in_the_navigation_once(pages: dict[str, str]) -> None:
    assert sorted(listed(navigation())) == sorted(pages)


def test_the_configuration_has_the_navigation() -> None:
    head, _, nav = configuration().partition("\nnav: ")
    assert head.startswith("# ")
    assert json.loads(nav) == navigation()


def test_every_readme_is_a_page() -> None:
    """A new one has to be added; that of the root is cut into pages, that of the rules has a page for each."""
    tracked = {
        path.relative_to(ROOT).as_posix()
        for top in ("codemods", "compat", "reference_impls", "tests")
        for path in (ROOT / top).rglob("README.md")
    }
    assert tracked - set(INCLUDED) == {"codemods/rules/README.md"}


def test_links_lead_to_pages(pages: dict[str, str]) -> None:
    for name, text in pages.items():
        for target in targets(text):
            if target.startswith(("https://", "http://")):
                parts = urlsplit(target)
                assert HOST.fullmatch(parts.netloc), f"{name}: {target}"
            elif not target.startswith("#"):
                page = posixpath.normpath(posixpath.join(posixpath.dirname(name), target.partition("#")[0]))
                assert page in pages, f"{name}: {target}"


def test_a_readme_whose_link_leads_nowhere_is_refused() -> None:
    with pytest.raises(ValueError, match=r"README.md: the link to gone.md leads nowhere"):
        on_page("[a](gone.md)", "README.md", "index.md")
    with pytest.raises(ValueError, match="no heading 'Gone'"):
        included_section("README.md", "Gone", "index.md")


def test_links_to_files_without_a_page_become_their_names() -> None:
    assert (
        on_page("[the table](tables/rows.py)", "compat/README.md", "reference/shims.md")
        == "the table (`compat/tables/rows.py`)\n"
    )


def test_marks_are_filled(pages: dict[str, str]) -> None:
    for name in originals():
        assert not re.search(r"^<!-- (section|script|pair|rules) ", pages[name], flags=re.MULTILINE), name


# --- what the hand-written pages name


def options(command: str) -> set[str]:
    """The options of a command of tf-forward. Fails if there is none."""
    found = tf_forward.get_command(click.Context(tf_forward), command)
    assert found is not None, command
    return {option for each in found.params for option in each.opts} | {"--help"}


NAMES = tf_forward.list_commands(click.Context(tf_forward))
EVERY_OPTION = {option for name in NAMES for option in options(name)}


def commands(text: str) -> Iterator[list[str]]:
    """The calls of tf-forward in the shells and consoles of a page."""
    for kind, block in re.findall(r"```(sh|console)\n(.*?)```", text, flags=re.DOTALL):
        for line in block.splitlines():
            command = line.removeprefix("$ ").partition(" #")[0].partition("|")[0]
            if command.startswith("tf-forward ") and (kind == "sh" or line.startswith("$ ")):
                yield shlex.split(command)


@pytest.mark.parametrize("name", originals())
def test_codes_are_those_of_rules(name: str) -> None:
    for code in re.findall(r"\bTFM\d{3}\b", originals()[name]):
        assert code in rules_by_code(), code
    for prefix in re.findall(r"\bTFM\d{1,2}\b", originals()[name]):
        assert any(code.startswith(prefix) for code in rules_by_code()), prefix


@pytest.mark.parametrize("name", originals())
def test_commands_and_options_exist(name: str) -> None:
    text = originals()[name]
    for words in commands(text):
        assert {each for each in words[2:] if each.startswith("--")} <= options(words[1]), words
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    for span in re.findall(r"`([^`\n]+)`", prose):
        words = span.removeprefix("tf-forward ").split()
        given = {each for each in words if each.startswith("--")}
        if span.startswith("python -m compat "):
            _parser().parse_args(words[3:])
        elif span.startswith("tf-forward ") or words[0] in NAMES:
            assert given <= options(words[0]), span
        else:
            assert given <= EVERY_OPTION, span


# --- what is written for mkdocs


def test_the_command_writes_a_folder_and_keeps_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codemods.site.__main__.sources", lambda: {"index.md": "# Top\n", "a/b.md": "# Below\n"})
    folder = tmp_path / "site"
    done = CliRunner().invoke(main, [str(folder)])
    assert done.output == f"2 pages in {folder}\n"
    assert (folder / "pages" / "a" / "b.md").read_text() == "# Below\n"
    assert (folder / "pages" / "assets" / "site.css").exists()
    assert (folder / "mkdocs.yml").read_text() == configuration()
    again = CliRunner().invoke(main, [str(folder)])
    assert again.exit_code == 1
    assert "is not empty" in again.output
