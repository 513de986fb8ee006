"""EfficientNetV2 on two folders of images: its data, its variants, and what they draw."""

import re
from pathlib import Path

import numpy as np
import pytest

from compat.runner import recording
from reference_impls.efficientnet_ai_or_not import data
from tests.reference_impls.running import MODERN, RELEASE, ROOT, python, refused

NAME = "efficientnet_ai_or_not"
RUNS = pytest.mark.skipif(RELEASE < (2, 8), reason="EfficientNetV2 came with TensorFlow 2.8")


def test_digits_are_png_files_in_the_folders_of_two_classes():
    for folder, count in zip(data.load_data(), (288, 72)):
        assert sorted(each.name for each in Path(folder).iterdir()) == ["one", "zero"]
        files = list(Path(folder).glob("*/*.png"))
        assert len(files) == count
        assert files[0].read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def test_folder_of_images(tmpdir):
    for part in ("train", "val"):
        for label in ("ai", "real"):
            tmpdir.join(part, label, "1.JPG").write("", ensure=True)
    assert data.load_data(str(tmpdir)) == (str(tmpdir.join("train")), str(tmpdir.join("val")))
    tmpdir.join("val", "ai", "1.JPG").move(tmpdir.join("val", "ai", "1.txt"))
    with pytest.raises(ValueError, match="train has ai, real, and val has real"):
        data.load_data(str(tmpdir))


def test_refused(tmpdir):
    assert "train has none, and val has none" in refused(tmpdir, NAME, "--data", "nowhere")
    if RELEASE < (2, 8):
        assert "TensorFlow 2.8 to 2.15" in refused(tmpdir, NAME, "--variant", "legacy")


@RUNS
@pytest.mark.parametrize("variant", ["upgraded", "shim"] if MODERN else ["legacy"])
def test_only_the_new_layer_is_trained(tmpdir, variant):
    path = ROOT / "reference_impls" / NAME / "legacy.py"
    if MODERN:
        from reference_impls.__main__ import upgraded

        path = Path(str(tmpdir), "carried_over.py")
        path.write_bytes(upgraded(ROOT / "reference_impls" / NAME / "legacy.py", variant))
    recorded = ["tests.equivalence.record_fit", str(path), "--replicas", "2", "--out", "run.npz"]
    python(tmpdir, *[*recorded, "--", "--gpus", "2", "--epochs", "2", "--batch-size", "16"])
    run = recording.load(str(tmpdir.join("run.npz")))
    assert len(run.losses) == 18
    assert np.isfinite(run.losses).all()
    weights = run.models[0]
    changed = [before.shape for before, after in zip(weights.initial, weights.final) if (before != after).any()]
    assert changed == [(8, 1), (1,)]


@RUNS
@pytest.mark.full
def test_whole_network_and_both_plots(tmpdir):
    variant = "modern" if MODERN else "legacy"
    out, _ = python(tmpdir, "reference_impls", NAME, "--variant", variant, "--replicas", "2", "--batch-size", "16")
    assert float(re.search(r"^([\d.]+) images/second with 2 GPU", out, re.MULTILINE).group(1)) > 0
    assert "val_binary_accuracy" in out
    assert tmpdir.join("plot.png").size() > 10000
    assert tmpdir.join("plot-augmented.png").size() > 10000
