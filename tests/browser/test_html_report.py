"""The page of `--format html` in a real browser: `nox -s browser`."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from codemods.cli.html_report import document
from codemods.cli.results import Results
from codemods.releases.target import Target
from codemods.types import Change, Failure, Finding, Result, Upgraded
from tests.codemods.cli.runs import BROKEN, LEGACY, MANUAL, NOTE, NUMBERS, codemods, write
from tests.codemods.notebooks.notebooks import notebook

playwright = pytest.importorskip("playwright.sync_api", reason="nox -s browser installs it")

MANY = 2000
HOSTILE = "</script><img src=x onerror=alert(1)>\u202e\u2028\x1b"


class Opened:
    """A page that was opened from disk; what it says to the console, asks of the network or opens is kept."""

    def __init__(self, browser: playwright.Browser, path: Path, scheme: str = "light", script: bool = True) -> None:
        self.page = browser.new_page(color_scheme=scheme, java_script_enabled=script)
        self.page.set_default_timeout(10_000)
        self.said: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.said.append(request.url) if request.url != path.as_uri() else None)
        self.page.on("dialog", lambda dialog: (self.said.append(dialog.message), dialog.dismiss()))
        self.page.goto(path.as_uri())

    def files(self) -> list[str]:
        return self.page.locator("details.file:visible .name").all_text_contents()

    def control(self, label: str) -> playwright.Locator:
        return self.page.get_by_label(label, exact=True)

    def open(self, name: str) -> playwright.Locator:
        details = self.page.locator("details.file").filter(has_text=name).first
        details.locator("summary").click()
        details.locator(":scope > :not(summary)").first.wait_for()
        return details


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def report(browser: playwright.Browser, tmp_path: Path) -> Iterator[Opened]:
    write(broken=BROKEN, clean="print(1)\n", fixed=LEGACY, left=LEGACY + MANUAL, note=NOTE, numbers=NUMBERS)
    Path("book.ipynb").write_bytes(notebook("import keras", LEGACY))
    path = tmp_path / "report.html"
    path.write_text(codemods("upgrade", "--check", "--from", "keras==2.3", "--format", "html", ".").stdout)
    opened = Opened(browser, path)
    yield opened
    assert opened.said == []
    opened.page.close()


def made(browser: playwright.Browser, folder: Path, files: list[tuple[str, Result]]) -> Opened:
    path = folder / "made.html"
    path.write_text(document(Results(files, Target(), dry=True)))
    return Opened(browser, path)


# --- what it shows


def test_the_summary(report: Opened) -> None:
    assert report.page.title() == "tf-forward: 1 place left"
    assert report.page.locator("#what").inner_text().startswith("7 files for TensorFlow 2.21.0")
    cards = report.page.locator("#effort button").all_inner_texts()
    assert [card.split("\n")[:2] for card in cards] == [
        ["5", "done"],
        ["1", "one kind of finding"],
        ["1", "not processed"],
    ]
    assert report.page.locator("#begin a").all_inner_texts() == ["left.py"]


def test_a_diff_has_its_reason(report: Opened) -> None:
    details = report.open("left.py")
    assert details.locator(".reason").text_content() == "line 2 TFM102 SGD(lr=) is now SGD(learning_rate=)"
    assert details.locator("del mark").text_content() == "lr"
    assert details.locator("ins mark").text_content() == "learning_rate"
    left = details.locator(".items li").text_content()
    assert "line 4 TFM190 stops the program" in left
    assert "Do: use keras.layers.Embedding" in left


def test_a_notebook_names_its_cells(report: Opened) -> None:
    details = report.open("book.ipynb")
    assert "book.ipynb, cell 2" in details.locator("caption").text_content()
    assert details.locator(".reason").text_content().startswith("cell 2, line 2 TFM102")


def test_a_file_that_was_not_processed_says_why(report: Opened) -> None:
    assert "line 2: syntax error" in report.open("broken.py").text_content()


def test_a_rule_says_what_its_numbers_are(report: Opened) -> None:
    report.open("fixed.py").locator("button", has_text="TFM102").click()
    rule = report.page.locator("#rule-TFM102")
    assert rule.get_attribute("open") is not None
    assert "\nSame. " in rule.inner_text()
    rule.locator("button").click()
    assert report.files() == ["book.ipynb", "fixed.py", "left.py"]


# --- filters


def test_filters(report: Opened) -> None:
    page = report.page
    status = page.get_by_role("status")
    assert status.inner_text() == "7 of 7 files"
    report.control("File").fill("LEFT")
    assert report.files() == ["left.py"]
    assert status.inner_text() == "1 of 7 files"
    page.get_by_role("button", name="Clear").click()
    status.get_by_text("7 of 7 files").wait_for()
    report.control("Text").fill("tfm102 sgd(")
    assert report.files() == ["book.ipynb", "fixed.py", "left.py"]
    report.control("Kind").select_option("left for you")
    assert report.files() == []
    report.control("Text").fill("")
    assert report.files() == ["left.py"]
    report.control("Kind").select_option("all")
    report.control("Severity").select_option("changes numbers")
    assert report.files() == ["note.py", "numbers.py"]
    report.control("Severity").select_option("all")
    report.control("Rule").select_option("TFM190")
    assert report.files() == ["left.py"]
    report.control("Rule").select_option("")
    page.locator("#effort button", has_text="not processed").click()
    assert report.files() == ["broken.py"]
    assert page.locator("#effort button[aria-pressed=true]").count() == 1


def test_order(report: Opened) -> None:
    report.control("Order").select_option("most left first")
    assert report.files()[0] == "left.py"
    report.control("Order").select_option("as reported")
    assert report.files()[0] == "book.ipynb"


# --- for everybody


def test_it_works_with_the_keyboard_alone(report: Opened) -> None:
    page = report.page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the files"
    page.keyboard.press("Enter")
    focused = ""
    for _ in range(20):
        page.keyboard.press("Tab")
        focused = page.evaluate("document.activeElement.textContent")
        if focused.startswith("book.ipynb"):
            break
    assert focused.startswith("book.ipynb")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    page.keyboard.press("Enter")
    page.locator("details.file[open] .diff").wait_for()


def test_landmarks_and_names(report: Opened) -> None:
    page = report.page
    report.open("left.py")
    for role in ("banner", "main", "search"):
        assert page.get_by_role(role).count() == 1
    assert page.get_by_role("region").count() == 3
    for control in page.locator("input, select").all():
        assert control.evaluate("each => each.labels.length") == 1
    for button in page.locator("button").all():
        assert button.text_content().strip()
    levels = [int(each[1]) for each in page.locator("h1, h2, h3").evaluate_all("all => all.map(each => each.tagName)")]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in zip(levels, levels[1:], strict=False))


def contrast(one: str, other: str) -> float:
    def luminance(color: str) -> float:
        shares = [int(each) / 255 for each in re.findall(r"\d+", color)[:3]]
        linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in shares]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


COLORS = """() => [...document.querySelectorAll('body *')].filter(each =>
  [...each.childNodes].some(child => child.nodeType === 3 && child.data.trim()) && each.checkVisibility()).map(each => {
    let under = each;
    while (getComputedStyle(under).backgroundColor === 'rgba(0, 0, 0, 0)') under = under.parentElement;
    return [each.textContent, getComputedStyle(each).color, getComputedStyle(under).backgroundColor];
  })"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_contrast(report: Opened, browser: playwright.Browser, tmp_path: Path, scheme: str) -> None:
    opened = Opened(browser, tmp_path / "report.html", scheme)
    for name in ("left.py", "broken.py", "numbers.py"):
        opened.open(name)
    colors = opened.page.evaluate(COLORS)
    assert len(colors) > 50
    assert [each for each in colors if contrast(each[1], each[2]) < 4.5] == []
    is_dark = contrast(opened.page.evaluate("getComputedStyle(document.body).backgroundColor"), "rgb(0, 0, 0)") < 2
    assert is_dark is (scheme == "dark")


def test_without_script_it_says_so(report: Opened, browser: playwright.Browser, tmp_path: Path) -> None:
    opened = Opened(browser, tmp_path / "report.html", script=False)
    assert "This page needs JavaScript" in opened.page.locator("body").inner_text()


# --- what comes from the project


def test_names_and_code_stay_text(browser: playwright.Browser, tmp_path: Path) -> None:
    finding = Finding("TFM102", 1, 1, "", HOSTILE, HOSTILE)
    change = Change("TFM102", 1, 1, "", HOSTILE)
    done = Upgraded(HOSTILE.encode(), b"x\n", changes=(change,), findings=(finding,), notes=(finding,))
    opened = made(browser, tmp_path, [(HOSTILE, done), (HOSTILE, Failure(HOSTILE, HOSTILE))])
    details = opened.open("</script>")
    shown = "</script><img src=x onerror=alert(1)>\u27e8U+202E\u27e9\u27e8U+2028\u27e9\u27e8U+001B\u27e9"
    assert details.locator(".name").text_content() == shown
    assert shown in details.locator("td.removed").text_content()
    assert details.locator(".reason").text_content().endswith(shown)
    assert opened.page.locator("img, iframe, object").count() == 0
    assert opened.said == []


def test_two_thousand_files(browser: playwright.Browser, tmp_path: Path) -> None:
    source = "".join(f"line_{number} = SGD(lr=0.1)  # {'x' * 60}\n" for number in range(60))
    codes = ("TFM101", "TFM102", "TFM120", "TFM190")
    findings = tuple(Finding(code, line, 1, "", f"{code} said", "do") for line, code in enumerate(codes, start=1))
    changes = tuple(Change("TFM102", line, 1, "", "said") for line in (5, 30, 55))
    done = Upgraded(source.encode(), source.replace("lr=", "learning_rate=", 3).encode(), changes, findings)
    opened = made(browser, tmp_path, [(f"folder/of/sources/{number}.py", done) for number in range(MANY)])
    timing = opened.page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
    assert timing < 5000, "milliseconds until the page is there"
    started = time.perf_counter()
    opened.control("File").fill("1999")
    assert opened.files() == ["folder/of/sources/1999.py"]
    assert time.perf_counter() - started < 2
    opened.open("1999.py").locator("table.diff").first.wait_for()
    assert opened.page.locator("table.diff").count() == 1, "only an open file has its diff in the page"
    assert opened.said == []
    print(f"{MANY} files: {(tmp_path / 'made.html').stat().st_size / 1e6:.1f} MB, loaded in {timing:.0f} ms")
