"""Properties that hold however a text is stored, and whatever happens to a notebook."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from codemods.cli.reading import guarded
from codemods.detect.detection import detect
from codemods.engine.engine import upgrade
from codemods.notebooks import work
from codemods.types import Failure, Upgraded

HERE = Path(__file__).parent
SCRIPTS = sorted((HERE / "fixtures").rglob("*.in.py"), key=lambda path: path.stat().st_size)[:80]
NOTEBOOKS = sorted((HERE / "notebooks" / "examples").glob("*.ipynb"))
FEW = max(1, settings().max_examples // 4)
PIECES = st.one_of(
    st.binary(max_size=4), st.sampled_from([b"", b'"', b"\\u0000", b"\\n", b"{", b"]", b"null", b"1e999"])
)


@settings(max_examples=FEW)
@given(
    st.sampled_from(SCRIPTS),
    st.sampled_from(["utf-8", "utf-8-sig", "latin-1", "cp1252"]),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.booleans(),
)
def test_storage_makes_no_difference(path: Path, encoding: str, end: str, is_paged: bool) -> None:
    """The same script with another encoding, other line ends and form feeds has the same result in that form."""
    coding = f"# -*- coding: {encoding.removesuffix('-sig')} -*-\n# caf\xe9\n"
    page = "import os\n\fx = os\n" if is_paged else ""
    text = coding + page + path.read_text(encoding="utf-8").encode("latin-1", "replace").decode("latin-1")
    plain = upgrade(text.replace(encoding, "utf-8", 1).replace("\f", "").encode())
    stored = upgrade(text.replace("\n", end).encode(encoding))
    assert isinstance(plain, Upgraded)
    assert isinstance(stored, Upgraded), stored
    expected = plain.after.decode().replace("coding: utf-8", f"coding: {encoding.removesuffix('-sig')}", 1)
    assert stored.after.decode(encoding).replace(end, "\n").replace("\f", "") == expected
    assert [each.line for each in stored.findings] == [each.line for each in plain.findings]
    assert stored.after.count(b"\f") == int(is_paged)


@settings(max_examples=FEW)
@given(st.sampled_from(NOTEBOOKS), st.integers(0, 10_000), st.integers(0, 40), PIECES)
def test_damaged_notebooks_never_raise(path: Path, start: int, length: int, piece: bytes) -> None:
    source = path.read_bytes()
    damaged = source[:start] + piece + source[start + length :]
    for process in (work.upgrade, work.check, work.detect):
        result = guarded(process, damaged)
        if isinstance(result, Failure):
            assert "internal error" not in result.reason, result
            assert "\n" not in result.reason + result.advice


@settings(max_examples=FEW)
@given(st.sampled_from(SCRIPTS), st.integers(0, 5_000), st.integers(0, 40), PIECES)
def test_detect_never_raises(path: Path, start: int, length: int, piece: bytes) -> None:
    source = path.read_bytes()
    result = guarded(detect, source[:start] + piece + source[start + length :])
    assert not isinstance(result, Failure) or "internal error" not in result.reason, result
