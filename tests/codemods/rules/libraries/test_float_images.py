"""Floats that are written as images."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_sound, check_untouched, check_upgraded

HEAD = "import imageio\nimport numpy as np\nfrom keras.models import load_model\n"
MODEL = "model = load_model('m.keras')\n"


@pytest.mark.parametrize(
    ("before", "image"),
    [
        ("imageio.imwrite(path, {})", "np.zeros((3, 3))"),
        ("imageio.imsave('a.png', {})", "np.random.rand(3, 3) * 255"),
        ("imageio.imwrite(uri=path, im={})", "x / 255"),
        ("p = model.predict(x)\nimageio.imwrite(path, {})", "p[0]"),
        ("p = model.predict(x)\nfor i, each in enumerate(p):\n    imageio.imwrite(path, {})", "each[:, :, 0]"),
        ("figure = np.zeros((9, 9))\nfigure[:3] = y\nimageio.imwrite(path, {})", "figure"),
        ("def f():\n    out = np.ones((3, 3))\n    return out / 2\nimageio.imwrite(path, {})", "f()"),
        ("imageio.imwrite(path, {})", "np.squeeze(x.astype('float32'))"),
        ("figure = np.zeros((9, 9))\nfigure = np.round(figure, 0).astype(int)\nimageio.imwrite(path, {})", "figure"),
        ("def f():\n    return np.ones(3) / 2\nimg = f() if m else x / 3\nimageio.imwrite(path, {})", "img"),
        ("from skimage import io\nio.imsave(path, {})", "x * 0.5"),
        (
            "def save(images):\n    for each in images:\n        imageio.imwrite(path, {})\nsave(model.predict(x))",
            "each",
        ),
    ],
)
def test_upgraded(before: str, image: str) -> None:
    source = f"{HEAD}{MODEL}{before}\n"
    check_upgraded(source.replace("{}", image), source.replace("{}", f"imageio.core.image_as_uint({image})"))


def test_the_import_is_added() -> None:
    before = f"from skimage.io import imsave\nfrom keras.models import load_model\n{MODEL}imsave('a.png', model.predict(x)[0])\n"
    after = before.replace("model.predict(x)[0]", "imageio_core.image_as_uint(model.predict(x)[0])")
    check_upgraded(before, after.replace("imsave\n", "imsave\nimport imageio.core as imageio_core\n", 1))


@pytest.mark.parametrize(
    "code",
    [
        "imageio.imwrite('a.tiff', np.zeros((3, 3)))",
        "imageio.imwrite(path, (x * 255.0).astype('uint8'))",
        "imageio.imwrite(path, (x * 255.0).astype(np.uint8))",
        "imageio.imwrite(path, np.zeros((3, 3), dtype=np.uint8))",
        "imageio.imwrite(path, np.zeros((3, 3), 'uint8'))",
        "imageio.imwrite(path, np.uint8(x * 255.0))",
        "x = imageio.imread(path)\nimageio.imwrite(path, x[:3])",
        "imageio.imwrite(path, imageio.core.image_as_uint(x / 2))",
        "imageio.mimsave(path, images)",
        "np.save(path, np.zeros((3, 3)))",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(f"{HEAD}{MODEL}{code}\n")
    assert not [each for each in check_sound(f"{HEAD}{MODEL}{code}\n").notes if each.code == "TFM510"]


def test_a_note_where_nothing_is_known() -> None:
    result = check_sound(f"{HEAD}{MODEL}imageio.imwrite(path, x)\nimageio.imwrite(path, y)\n")
    assert [each.line for each in result.notes if each.code == "TFM510"] == [5]
    assert not result.findings
    assert not check_sound(f"{HEAD}import keras\nx = keras.ops.sum(y)\nimageio.imwrite(path, x)\n").notes


def test_images_that_another_module_hands_over(tmp_path: Path) -> None:
    data = tmp_path / "data.py"
    data.write_text(
        "import os\nimport skimage.io as io\n\ndef save(folder, images):\n    for i, item in enumerate(images):\n"
        "        io.imsave(os.path.join(folder, '%d.png' % i), item[:, :, 0])\n"
    )
    (tmp_path / "main.py").write_text(
        "from data import *\nfrom keras.models import load_model\nmodel = load_model(p)\nr = model.predict(x)\nsave('out', r)\n"
    )
    result = upgrade(data.read_bytes(), Settings(), project_of(data))
    assert isinstance(result, Upgraded)
    assert b"imageio_core.image_as_uint(item[:, :, 0])" in result.after


@pytest.mark.parametrize("scale", [1, 255])
def test_numbers(scale: int, tmp_path: Path) -> None:
    """`imageio` 2.9 wrote these bytes for the floats themselves."""
    imageio = pytest.importorskip("imageio")
    numpy = pytest.importorskip("numpy")
    path = tmp_path / "a.png"
    imageio.imwrite(path, imageio.core.image_as_uint(numpy.array([[0.0, 0.5], [1.0, 0.25]]) * scale))
    assert numpy.asarray(imageio.imread(path)).tolist() == [[0, 127], [255, 64]]
