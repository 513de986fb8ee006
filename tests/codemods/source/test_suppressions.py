from __future__ import annotations

import pytest

from codemods.engine.engine import check, upgrade
from codemods.source.suppressions import suppressions
from codemods.types import Upgraded

HEAD = b"from keras.optimizers import SGD\n"


@pytest.mark.parametrize(
    ("comment", "codes"),
    [
        (b"# tf-forward: ignore[TFM102]", ("TFM102",)),
        (b"# tf-forward: ignore[TFM102, tfm2]", ("TFM102", "TFM2")),
        (b"#tf-forward:ignore[TFM102]", ("TFM102",)),
        (b"# tf-forward: ignore", ("",)),
        (b"# kept for now; tf-forward: ignore[TFM102]", ()),
        (b"# type: ignore", ()),
        (b"# tf-forward: ignore[]", ()),
    ],
)
def test_codes(comment: bytes, codes: tuple[str, ...]) -> None:
    found = suppressions(b"x = 1  " + comment + b"\n")
    assert found == ({1: codes} if codes else {})


def test_text_is_no_comment() -> None:
    assert suppressions(b"x = '# tf-forward: ignore'\n") == {}


@pytest.mark.parametrize(
    "source",
    [
        b"opt = SGD(lr=0.1)  # tf-forward: ignore[TFM102]\n",
        b"opt = SGD(lr=0.1)  # tf-forward: ignore[TFM]\n",
        b"opt = SGD(lr=0.1)  # tf-forward: ignore\n",
        b"opt = SGD(\n    lr=0.1,  # tf-forward: ignore[TFM102]\n)\n",
        b"opt = SGD(  # tf-forward: ignore[TFM102]\n    lr=0.1,\n)\n",
        b"opt = SGD(\n    lr=0.1,\n)  # tf-forward: ignore[TFM102]\n",
    ],
)
def test_silenced(source: bytes) -> None:
    for result in (upgrade(HEAD + source), check(HEAD + source)):
        assert isinstance(result, Upgraded)
        assert not result.changed
        assert (result.changes, result.findings) == ((), ())


@pytest.mark.parametrize(
    "source",
    [
        b"opt = SGD(lr=0.1)  # tf-forward: ignore[TFM201]\n",
        b"# tf-forward: ignore\nopt = SGD(lr=0.1)\n",
        b"opt = SGD(lr=0.1)\n# tf-forward: ignore\n",
        b"opt = SGD(lr=0.1)  # noqa\n",
    ],
)
def test_not_silenced(source: bytes) -> None:
    result = upgrade(HEAD + source)
    assert isinstance(result, Upgraded)
    assert [change.code for change in result.changes] == ["TFM102"]
    found = check(HEAD + source)
    assert isinstance(found, Upgraded)
    assert [(finding.code, finding.rule) for finding in found.findings] == [("TFM102", "renamed_keywords")]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_lines_end_in_any_way(end: bytes) -> None:
    source = end.join([b"def f():", b"\treturn 1  # c", b"x = 1  # tf-forward: ignore[TFM1]", b""])
    assert suppressions(source) == {3: ("TFM1",)}
