"""Arrays that `Image.fromarray` is to take for bytes."""

from __future__ import annotations

import numpy as np
import pytest

from tests.codemods.checks import check_declined, check_sound, check_upgraded

HEAD = "import numpy as np\nfrom PIL import Image\nfrom keras.models import load_model\nmodel = load_model('m.keras')\n"


@pytest.mark.parametrize(
    "code",
    [
        "x = Image.fromarray(model.predict(y)[0], 'RGB')",
        "x = Image.fromarray(255 * model.predict(y)[0, :, :, 0], mode='L')",
        "x = Image.fromarray(np.zeros((3, 3)), 'L')",
        "x = Image.fromarray((y * 255).astype(int), 'L')",
        "x = Image.fromarray(y.astype('float32'), 'P')",
        "x = Image.fromarray(obj=np.random.rand(3, 3), mode='L')",
    ],
)
def test_reported(code: str) -> None:
    check_declined(f"{HEAD}{code}\n", "TFM503", 5)


@pytest.mark.parametrize(
    ("before", "array"),
    [
        ("x = Image.fromarray({}, 'L')", "y > 0.5"),
        ("x = Image.fromarray({}, mode='L')", "model.predict(y)[0] > 0.5"),
        ("m = y > 0.5\nx = Image.fromarray({}, 'L')", "m[0]"),
    ],
)
def test_comparisons(before: str, array: str) -> None:
    source = f"{HEAD}{before}\n"
    check_upgraded(source.replace("{}", array), source.replace("{}", f'({array}).astype("uint8")'))


@pytest.mark.parametrize(
    "code",
    [
        "x = Image.fromarray(np.uint8(y * 255.0), 'L')",
        "x = Image.fromarray((y * 255.0).astype(np.uint8), 'RGB')",
        "x = Image.fromarray((y * 255.0).astype('uint8'), mode='L')",
        "x = Image.fromarray(np.zeros((3, 3), np.uint8), 'L')",
        "x = Image.fromarray(np.zeros((3, 3)))",
        "x = Image.fromarray(y > 0.5)",
        "x = Image.fromarray(y > 0.5, '1')",
        "x = Image.fromarray(y.astype('float32'), 'F')",
        "x = Image.fromarray(np.zeros((3, 3)), mode)",
        "x = mine.fromarray(np.zeros((3, 3)), 'L')",
    ],
)
def test_left_alone(code: str) -> None:
    result = check_sound(f"{HEAD}{code}\n")
    assert "TFM503" not in [each.code for each in (*result.changes, *result.findings, *result.notes)]


def test_a_note_where_nothing_is_known() -> None:
    result = check_sound(f"{HEAD}x = Image.fromarray(y, 'L')\nz = Image.fromarray(y[0], 'L')\n")
    assert [(each.code, each.line) for each in result.notes if each.code == "TFM503"] == [("TFM503", 5)]
    assert not [each for each in result.findings if each.code == "TFM503"]


def test_what_pillow_does() -> None:
    """Pillow 6 shows the bytes of the numbers, Pillow 13 refuses them; of comparisons both make 0 and 1."""
    image = pytest.importorskip("PIL.Image")
    is_modern = int(pytest.importorskip("PIL").__version__.partition(".")[0]) >= 13
    floats = np.full((2, 2), 255.0)
    if is_modern:
        with pytest.raises(ValueError, match="Invalid mode for data type"):
            image.fromarray(floats, "L")
    else:
        assert np.asarray(image.fromarray(floats, "L")).tolist() == [[0, 0], [0, 0]]
    assert np.asarray(image.fromarray((floats > 3).astype("uint8"), "L")).tolist() == [[1, 1], [1, 1]]
