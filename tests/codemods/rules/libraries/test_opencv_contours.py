"""The results of OpenCV's `findContours`."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

HEAD = "import cv2\n"
FIND = "cv2.findContours(x, cv2.RETR_TREE, cv2.CHAIN_APPROX_NONE)"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"_, c, h = {FIND}", f"c, h = {FIND}"),
        (f"(_, c, _) = {FIND}  # all", f"(c, _) = {FIND}  # all"),
        (f"im2, c, h = {FIND}\nprint(len(c))", f"c, h = {FIND}\nprint(len(c))"),
        (f"h = {FIND}[2]", f"h = {FIND}[-1]"),
        (f"def f(x):\n    im2, c, h = {FIND}\n    return c", f"def f(x):\n    c, h = {FIND}\n    return c"),
    ],
)
def test_upgraded(before: str, after: str) -> None:
    check_upgraded(f"{HEAD}{before}\n", f"{HEAD}{after}\n")
    check_upgraded(f"import keras\n{HEAD}{before}\n", f"import keras\n{HEAD}{after}\n")


@pytest.mark.parametrize(
    "code",
    [
        f"c = {FIND}[1]",
        f"im2, c, h = {FIND}\ncv2.imshow('a', im2)",
        f"c = {FIND}\nc = c[0] if is_cv2() else c[1]",
        f"self.im, c, h = {FIND}",
    ],
)
def test_reported(code: str) -> None:
    check_declined(f"{HEAD}{code}\n", "TFM461", 2)


@pytest.mark.parametrize(
    "code",
    [
        f"c, h = {FIND}",
        f"c = {FIND}[0]",
        f"c = {FIND}[-2]",
        f"c = grab_contours({FIND})",
        f"c = {FIND}\nc = c[0]",
        f"*_, c, h = {FIND}",
        f"try:\n    _, c, h = {FIND}\nexcept ValueError:\n    c, h = {FIND}",
        f"if cv2.__version__[0] == '3':\n    _, c, h = {FIND}\nelse:\n    c, h = {FIND}",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(f"{HEAD}{code}\n")


def test_other_functions() -> None:
    check_untouched("_, c, h = cv.findContours(x)\n")
    check_untouched("from mine import cv2\n_, c, h = cv2.findContours(x)\n")


def test_a_note_on_classifiers() -> None:
    result = check_sound(f"{HEAD}x = cv2.CascadeClassifier(p)\n")
    assert [(each.code, each.line) for each in result.notes] == [("TFM461", 2)]
    assert result.findings == ()
