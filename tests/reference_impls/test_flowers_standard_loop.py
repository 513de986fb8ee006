"""A small CNN with mixed precision: its data, its variants, and what they print and draw."""

import re
from pathlib import Path

import pytest

from reference_impls.flowers_standard_loop import data
from tests.reference_impls.running import MODERN, RELEASE, python, refused

NAME = "flowers_standard_loop"
RUNS = pytest.mark.skipif(RELEASE < (2, 3), reason="the legacy script was written for TensorFlow 2.3")
# the optimizers that came with Keras 2.11 have to be made in the scope: on several replicas the legacy script fails
REPLICAS = 1 if (2, 11) <= RELEASE < (2, 16) else 2


@RUNS
def test_digits_are_colour_images_of_five_classes():
    train, test = data.load_data()
    for images, count in ((train, 700), (test, 175)):
        labels = [int(label) for _, label in images]
        assert len(labels) == count
        assert {labels.count(each) for each in range(5)} == {count // 5}
    image, _ = next(iter(train))
    assert image.shape == (32, 32, 3)
    assert image.dtype == "uint8"
    assert (image[..., 0] != image[..., 1]).numpy().any()


@RUNS
def test_folder_of_images(tmpdir):
    from PIL import Image

    for label in "abcde":
        for number in range(5):
            path = tmpdir.join(label, f"{number}.png")
            path.write("", ensure=True)
            Image.new("RGB", (4 + number, 4)).save(str(path))
    train, test = data.load_data(str(tmpdir))
    assert len(list(train)) == 20
    assert sorted(int(label) for _, label in test) == [0, 1, 2, 3, 4]
    tmpdir.join("e").remove()
    with pytest.raises(ValueError, match="it has a, b, c, d"):
        data.load_data(str(tmpdir))


def test_refused(tmpdir):
    assert "not 'nowhere': it has none" in refused(tmpdir, NAME, "--data", "nowhere")
    if MODERN:
        assert "TensorFlow 2.3 to 2.15" in refused(tmpdir, NAME, "--variant", "legacy")


@RUNS
@pytest.mark.parametrize(
    ("variant", "precision"),
    # float16 is slow on a CPU: on TensorFlow 2.3.4 an epoch takes minutes
    [pytest.param("modern", "policy", marks=pytest.mark.full), ("upgraded", "float32"), ("shim", "float32")]
    if MODERN
    else [("legacy", "float32")],
)
def test_runs(tmpdir, variant, precision):
    args = ["--variant", variant, "--replicas", str(REPLICAS), "--epochs", "4", "--batch-size", "32"]
    out, _ = python(tmpdir, "tests.reference_impls.seeded", NAME, *[*args, "--", "--precision", precision])
    assert float(re.search(r"^([\d.]+) images/second with \d GPU", out, re.MULTILINE).group(1)) > 0
    loss, accuracy = re.search(r"^test loss ([\d.]+), accuracy ([\d.]+)", out, re.MULTILINE).groups()
    assert float(loss) < 1.61, "that of a guess"
    assert float(accuracy) > 0.2
    assert Path(str(tmpdir.join("plot.png"))).stat().st_size > 10000
