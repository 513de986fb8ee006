"""The documentation site in a real browser: `nox -s site` builds it and names its folder in `SITE`."""

from __future__ import annotations

import functools
import os
import re
import threading
from collections.abc import Iterator
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="nox -s site installs it")
SITE = os.environ.get("SITE", "")
pytestmark = pytest.mark.skipif(not SITE, reason="nox -s site builds the site")

DESKTOP = {"width": 1400, "height": 900}
PHONE = {"width": 390, "height": 844}


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Say nothing: pytest shows what failed."""


class Prose(HTMLParser):
    """The text of a page outside of code."""

    CODE = ("code", "pre", "script", "style", "title")

    def __init__(self) -> None:
        super().__init__()
        self.inside = 0
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside += tag in self.CODE

    def handle_endtag(self, tag: str) -> None:
        self.inside -= tag in self.CODE

    def handle_data(self, data: str) -> None:
        self.text += "" if self.inside else data


@pytest.fixture(scope="module")
def host() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=SITE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


class Visitor:
    """A page of the site; what it says to the console, and what it asks of others, is kept."""

    def __init__(self, browser: playwright.Browser, host: str, scheme: str = "light", size: dict[str, int] = DESKTOP):
        self.host = host
        self.page = browser.new_page(color_scheme=scheme, viewport=size)
        self.page.set_default_timeout(60_000)
        self.said: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("requestfailed", lambda request: self.said.append(f"failed: {request.url}"))
        self.page.on("request", lambda request: self.asked(request.url))

    def asked(self, url: str) -> None:
        if not url.startswith((f"{self.host}/", "data:", "blob:")):
            self.said.append(url)

    def open(self, path: str) -> playwright.Page:
        self.page.goto(f"{self.host}/{path}")
        return self.page

    def background(self) -> int:
        """The sum of red, green and blue of what is behind the text."""
        color = self.page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(map(int, color.removeprefix("rgb(").removesuffix(")").split(", ")))


@pytest.fixture
def visitor(browser: playwright.Browser, host: str) -> Iterator[Visitor]:
    visiting = Visitor(browser, host)
    yield visiting
    assert visiting.said == []
    visiting.page.close()


def test_no_markdown_is_left_in_the_text() -> None:
    pages = sorted(Path(SITE).rglob("*.html"))
    assert len(pages) > 250
    for path in pages:
        prose = Prose()
        html = path.read_text(encoding="utf-8")
        prose.feed(re.sub(r'<table class="pair">.*?</table>', "", html, flags=re.DOTALL))
        left = re.search(r"```|\|---\||\*\*\w+\*\*|`\w+`|<!--|^#+ |^- \w", prose.text, flags=re.MULTILINE)
        assert not left, f"{path}: {prose.text[left.start() - 60 : left.end() + 60]}"


def test_from_the_home_page_to_a_guide_a_rule_and_the_gallery(visitor: Visitor) -> None:
    page = visitor.open("index.html")
    assert page.title() == "tf-forward"
    page.locator("nav.md-tabs").get_by_role("link", name="What do you have?").click()
    page.locator("article").get_by_role("link", name="Estimators").first.click()
    page.wait_for_url("**/guides/estimators.html")
    page.locator("article").get_by_role("link", name="TFM173", exact=True).first.click()
    page.wait_for_url("**/rules/TFM173.html")
    assert page.locator("h1").inner_text().startswith("TFM173 model_to_estimator")
    page.locator("article").get_by_role("link", name="Estimators: model to estimator").click()
    page.wait_for_url("**/gallery/estimators.html#model-to-estimator")


def test_the_sidebar_leads_from_rule_to_rule(visitor: Visitor) -> None:
    page = visitor.open("rules/TFM201.html")
    page.locator(".md-sidebar--primary").get_by_role("link", name="TFM206 exact_training").click()
    page.wait_for_url("**/rules/TFM206.html")


def test_the_tabs_of_an_example(visitor: Visitor) -> None:
    page = visitor.open("rules/TFM102.html")
    shown = page.locator(".tabbed-block:visible")
    assert "lr=" in shown.inner_text()
    page.locator(".tabbed-labels label", has_text="After").click()
    assert "learning_rate=" in shown.inner_text()
    page.locator(".tabbed-labels label", has_text="Diff").click()
    assert shown.locator(".gd").count() == shown.locator(".gi").count() == 1


@pytest.mark.parametrize(
    ("words", "path"),
    [
        ("TFM201", "rules/TFM201.html"),
        ("multi_gpu_model", "multi_gpu_model.html"),
        ("experimental_run_v2", "guides/custom_loops.html"),
        ("baseline", "guides/repositories.html"),
    ],
)
def test_the_search_finds(visitor: Visitor, words: str, path: str) -> None:
    page = visitor.open("index.html")
    page.get_by_role("textbox", name="Search").click()
    page.get_by_role("textbox", name="Search").fill(words)
    page.locator(".md-search-result__link").first.wait_for()
    found = [each.get_attribute("href") for each in page.locator(".md-search-result__link").all()]
    assert any(path in (each or "") for each in found), found


def test_the_search_begins_with_the_page_of_a_code(visitor: Visitor) -> None:
    page = visitor.open("index.html")
    page.get_by_role("textbox", name="Search").click()
    page.get_by_role("textbox", name="Search").fill("TFM243")
    page.locator(".md-search-result__link").first.click()
    page.wait_for_url("**/rules/TFM243.html*")


def test_the_search_leaves_lists_of_codes_out(visitor: Visitor) -> None:
    page = visitor.open("index.html")
    page.get_by_role("textbox", name="Search").click()
    page.get_by_role("textbox", name="Search").fill("TFM201")
    page.locator(".md-search-result__link").first.wait_for()
    found = [each.get_attribute("href") for each in page.locator(".md-search-result__link").all()]
    assert not any("gallery/index.html" in (each or "") for each in found), found


def test_the_gallery_shows_both_sides(visitor: Visitor) -> None:
    page = visitor.open("gallery/multi_gpu_model.html")
    table = page.locator(".side-by-side").first
    removed, added = table.locator("td.removed").all_inner_texts(), table.locator("td.added").all_inner_texts()
    assert any("multi_gpu_model(" in line for line in removed)
    assert any("with strategy.scope():" in line for line in added)
    colors = {
        table.locator(f"td.{kind}").first.evaluate("e => getComputedStyle(e).backgroundColor")
        for kind in ("removed", "added", "same")
    }
    assert len(colors) == 3
    assert table.evaluate("e => e.scrollWidth <= e.clientWidth")


def test_a_diff_is_folded_below(visitor: Visitor) -> None:
    page = visitor.open("gallery/multi_gpu_model.html")
    folded = page.locator("details", has_text="As a diff").first
    assert not folded.locator(".gd").first.is_visible()
    folded.locator("summary").click()
    assert folded.locator(".gd").first.is_visible()
    assert folded.locator(".gi").first.is_visible()


@pytest.mark.parametrize(("scheme", "other"), [("light", "dark"), ("dark", "light")])
def test_light_and_dark(browser: playwright.Browser, host: str, scheme: str, other: str) -> None:
    visitor = Visitor(browser, host, scheme)
    page = visitor.open("gallery/estimators.html")
    assert (visitor.background() < 200) is (scheme == "dark")
    page.locator("header label[for^=__palette]:visible").click()
    assert (visitor.background() < 200) is (other == "dark")
    page = visitor.open("rules/TFM110.html")
    assert (visitor.background() < 200) is (other == "dark"), "the choice holds for the next page"
    assert visitor.said == []
    page.close()


@pytest.mark.parametrize(
    "path",
    [
        "index.html",
        "guides/multi_gpu_model.html",
        "gallery/estimators.html",
        "rules/index.html",
        "reference/shims.html",
    ],
)
def test_a_phone_scrolls_down_only(browser: playwright.Browser, host: str, path: str) -> None:
    visitor = Visitor(browser, host, size=PHONE)
    page = visitor.open(path)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert visitor.said == []
    page.close()


def test_the_menu_of_a_phone(browser: playwright.Browser, host: str) -> None:
    visitor = Visitor(browser, host, size=PHONE)
    page = visitor.open("index.html")
    page.locator("header label[for=__drawer]").click()
    page.locator(".md-sidebar--primary").get_by_text("Limits", exact=True).click()
    page.wait_for_url("**/limits.html")
    assert visitor.said == []
    page.close()
