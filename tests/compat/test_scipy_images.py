"""The image functions of `scipy.misc` give what they gave with SciPy 1.2, NumPy 1.17 and Pillow 6."""

import gzip
import json
import os

import pytest

from compat import scipy_images
from tests.compat.paths import ORACLES

np = pytest.importorskip("numpy")
Image = pytest.importorskip("PIL.Image")
cases = pytest.importorskip("tests.compat.oracles.scipy_images_cases")
PILLOW = tuple(int(part) for part in pytest.importorskip("PIL").__version__.split(".")[:2])
with gzip.open(str(ORACLES / "scipy_images.json.gz")) as _file:
    RECORDED = json.loads(_file.read().decode("utf-8"))


def test_same_images():
    found = cases.found(scipy_images)
    assert {name: told for name, told in found.items() if told != RECORDED[name]} == {}
    assert len(found) == len(RECORDED) > 3000


@pytest.mark.skipif(PILLOW < (12, 0), reason="Pillow resized along the rows first")
def test_one_step_rounds_otherwise():
    """Pillow of today begins with the columns where that is less work; the shims do not."""
    array = dict(cases.arrays())["narrow"]
    size = (10, 12)
    direct = np.asarray(Image.fromarray(array).resize((size[1], size[0]), resample=2))
    found = scipy_images.imresize(array, size)
    assert 1 <= np.abs(found.astype(int) - direct).max() <= 2


def test_files(tmp_path):
    path = str(tmp_path / "x.png")
    ramp = np.arange(6.0).reshape(2, 3)
    scipy_images.imsave(path, ramp)
    assert scipy_images.imread(path).tolist() == [[0, 51, 102], [153, 204, 255]]
    assert scipy_images.imread(tmp_path / "x.png", mode="RGB").shape == (2, 3, 3)
    with open(path, "rb") as file:
        assert scipy_images.imread(file, flatten=True).dtype == np.float32


def test_a_viewer(tmp_path, monkeypatch):
    kept = tmp_path / "kept.png"
    viewer = tmp_path / "viewer.sh"
    viewer.write_text(f'cp "$1" "{kept}"\n', encoding="utf-8")
    monkeypatch.setenv("SCIPY_PIL_IMAGE_VIEWER", "sh " + str(viewer))
    if os.name != "posix":
        pytest.skip("a shell is needed")
    scipy_images.imshow(np.arange(6.0).reshape(2, 3))
    assert scipy_images.imread(str(kept)).tolist() == [[0, 51, 102], [153, 204, 255]]
    monkeypatch.setenv("SCIPY_PIL_IMAGE_VIEWER", "false")
    with pytest.raises(RuntimeError, match="viewer"):
        scipy_images.imshow(np.eye(3))


def test_arguments_that_do_not_suit():
    bytes_ = np.zeros((3, 4, 3), np.uint8)
    with pytest.raises(ValueError, match="shape"):
        scipy_images.toimage(np.ones((5, 6, 7)))
    with pytest.raises(ValueError, match="Channel axis"):
        scipy_images.imsave("x.png", np.zeros((3, 6, 7)))
    with pytest.raises(ValueError, match="shape for mode"):
        scipy_images.toimage(bytes_, mode="RGBA")
    with pytest.raises(KeyError):
        scipy_images.imresize(bytes_, (2, 2), interp="area")
    with pytest.raises(TypeError, match="PIL"):
        scipy_images.fromimage(bytes_)
    with pytest.raises(ValueError, match="filter"):
        scipy_images.imfilter(bytes_, "Blur")
