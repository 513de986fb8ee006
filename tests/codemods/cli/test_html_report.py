"""`--format html`: what the page holds. `tests/browser` opens it in a browser."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from codemods.cli.html_report import document, shown
from codemods.cli.results import Results
from codemods.releases.target import Target
from codemods.types import Failure, Finding, Result, Upgraded
from tests.codemods.cli.runs import BROKEN, LEGACY, MANUAL, NOTE, NUMBERS, codemods, write
from tests.codemods.notebooks.notebooks import notebook

ROOT = Path(__file__).resolve().parents[3]
HOSTILE = "</script><script>alert(1)</script><!-- {{ data }} & \u2028 \u202e"


class Page(HTMLParser):
    """The elements of a page with their attributes, and the text of each script and style."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag in ("script", "style"):
            self.texts.append((tag, ""))

    def handle_data(self, data: str) -> None:
        if self.cdata_elem:
            tag, text = self.texts[-1]
            self.texts[-1] = tag, text + data

    @property
    def data(self) -> dict[str, Any]:
        (_, text), _ = [each for each in self.texts if each[0] == "script"]
        return json.loads(text)


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def page(*args: str) -> dict[str, Any]:
    return Page(codemods(*args, "--format", "html").stdout).data


def of(*files: tuple[str, Result]) -> str:
    return document(Results(files, Target(), dry=True))


def test_it_loads_nothing() -> None:
    write(a=LEGACY + MANUAL)
    text = codemods("check", "--format", "html", "a.py").stdout
    assert not [tag for tag, found in Page(text).elements if {"src", "srcset", "data"} & {*found} or tag == "link"]
    assert "@import" not in text
    assert "url(" not in text


def test_its_policy_takes_its_own_script_and_style_only() -> None:
    text = of(("a.py", Upgraded(b"", b"")))
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)[1]
    (_, style), _, (_, script) = Page(text).texts
    for name, source in (("style", style), ("script", script)):
        assert f"{name}-src 'sha256-{b64encode(sha256(source.encode()).digest()).decode()}'" in policy
    assert policy.startswith("default-src 'none'; ")


def test_names_and_code_never_become_markup() -> None:
    finding = Finding("TFM102", 1, 1, "", HOSTILE, HOSTILE)
    done = Upgraded(HOSTILE.encode(), b"x\n", findings=(finding,), notes=(finding,))
    text = of((HOSTILE, done), (HOSTILE, Failure(HOSTILE, HOSTILE)), (HOSTILE, Upgraded(b"", b"", unread=HOSTILE)))
    assert text.isascii()
    assert [tag for tag, _ in Page(text).elements].count("script") == 2
    said = HOSTILE.replace("\u2028", "\u27e8U+2028\u27e9").replace("\u202e", "\u27e8U+202E\u27e9")
    first, failed, unread = Page(text).data["files"]
    assert {each["name"] for each in (first, failed, unread)} == {said}
    assert first["items"][0]["message"] == said
    assert first["diffs"][0]["hunks"][0][0][:2] == [1, said]
    assert failed["reason"] == f"{said}. {said}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\tx = 'é'  # 日本", "\tx = 'é'  # 日本"),
        ("a\x00\x1b[31m\r", "a⟨U+0000⟩⟨U+001B⟩[31m⟨U+000D⟩"),
        ("\u202eevil\u2066\u200b\ufeff", "⟨U+202E⟩evil⟨U+2066⟩⟨U+200B⟩⟨U+FEFF⟩"),
        ("caf\udce9", "caf⟨U+DCE9⟩"),
    ],
)
def test_what_nobody_would_see_is_written_out(text: str, expected: str) -> None:
    assert shown(text) == expected


def test_the_effort_of_a_file() -> None:
    sources = {
        "clean": "print(1)\n",
        "fixed": LEGACY,
        "one": MANUAL * 2,
        "note": NOTE,
        "broken": BROKEN,
    }
    write(**sources)
    Path("julia.ipynb").write_bytes(
        notebook("x = 1", metadata={"kernelspec": {"name": "j", "display_name": "j", "language": "julia"}})
    )
    found = {file["name"]: file["effort"] for file in page("check", ".")["files"]}
    assert found == {
        "broken.py": "failed",
        "clean.py": "done",
        "fixed.py": "done",
        "julia.ipynb": "unread",
        "note.py": "done",
        "one.py": "one",
    }


def test_several_kinds_of_findings_need_a_person() -> None:
    findings = tuple(Finding(code, 1, 1, "", "said", "do") for code in ("TFM101", "TFM102"))
    (file,) = Page(of(("a.py", Upgraded(b"", b"", findings=findings)))).data["files"]
    assert file["effort"] == "several"


def test_a_finding_with_its_code() -> None:
    write(a=MANUAL)
    (file,) = page("check", "a.py")["files"]
    (item,) = file["items"]
    assert (item["kind"], item["code"], item["severity"], item["line"]) == ("person", "TFM190", "stops", 2)
    assert item["excerpt"] == [[1, "import tensorflow as tf"], [2, "x = tf.contrib.layers.embed_sequence(y)"], [3, ""]]
    assert "use keras.layers.Embedding" in item["advice"]


def test_check_says_what_upgrade_fixes() -> None:
    write(a=LEGACY)
    (file,) = page("check", "a.py")["files"]
    (item,) = file["items"]
    assert (item["kind"], item["advice"], file["diffs"]) == ("fixed", "", [])


def test_a_diff_side_by_side_with_its_reasons() -> None:
    write(a=LEGACY + MANUAL)
    (file,) = page("upgrade", "--check", "a.py")["files"]
    ((rows,),) = (diff["hunks"] for diff in file["diffs"])
    assert rows[0] == [1, "from keras.optimizers import SGD", 1, "from keras.optimizers import SGD", True]
    assert rows[1] == [2, "opt = SGD(lr=0.1)", 2, "opt = SGD(learning_rate=0.1)", False]
    reason = next(item for item in file["items"] if item["kind"] == "changed")
    assert (reason["line"], reason["code"]) == (2, "TFM102")
    assert page("upgrade", "a.py")["files"][0]["diffs"] == file["diffs"]


def test_lines_that_have_no_other_side() -> None:
    (file,) = Page(of(("a.py", Upgraded(b"a\nb\n", b"a\nc\nd\n")))).data["files"]
    assert file["diffs"][0]["hunks"] == [
        [[1, "a", 1, "a", True], [2, "b", 2, "c", False], [0, "", 3, "d", False], [3, "", 4, "", True]]
    ]


def test_a_notebook_by_its_cells() -> None:
    Path("a.ipynb").write_bytes(notebook("import keras", LEGACY + MANUAL))
    (file,) = page("upgrade", "--check", "a.ipynb")["files"]
    assert [diff["cell"] for diff in file["diffs"]] == [2]
    left = next(item for item in file["items"] if item["kind"] == "person")
    assert (left["cell"], left["line"], left["excerpt"][1][1]) == (2, 4, "x = tf.contrib.layers.embed_sequence(y)")


def test_another_encoding() -> None:
    Path("a.py").write_bytes(("# -*- coding: latin-1 -*-\n" + LEGACY.replace(")\n", ")  # é\n")).encode("latin-1"))
    (file,) = page("upgrade", "--check", "a.py")["files"]
    assert file["diffs"][0]["hunks"][0][-2][1] == "opt = SGD(lr=0.1)  # é"


def test_rules_say_whether_numbers_stay() -> None:
    write(a=LEGACY, b=NUMBERS)
    rules = page("check", "--from", "keras==2.3", ".")["rules"]
    assert rules["TFM102"]["numbers"].startswith("Same.")
    assert all(rule["links"] and rule["does"] and rule["leaves"] for rule in rules.values())


def test_a_terminal_is_no_place_for_a_page() -> None:
    write(a=LEGACY)
    terminal, end = pty.openpty()
    command = [sys.executable, "-m", "codemods", "check", "--format", "html", "a.py"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, stdout=end, stderr=subprocess.PIPE, text=True, env=environment, check=False)
    os.close(end)
    os.close(terminal)
    assert done.returncode == 2
    assert "--format html is a page for a browser: add > report.html" in done.stderr
