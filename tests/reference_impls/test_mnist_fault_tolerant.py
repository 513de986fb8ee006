"""MNIST, killed and started again: its data, its variants, and what is left of a process that is killed."""

import io
import re
import zipfile

import numpy as np
import pytest

from reference_impls.mnist_fault_tolerant import data
from tests.reference_impls.running import MODERN, RELEASE, ROOT, python, refused

NAME = "mnist_fault_tolerant"
ONLY_NEWEST = pytest.mark.skipif(RELEASE < (2, 21), reason="real processes take their time: the newest release only")
h5py = pytest.importorskip("h5py")


def test_digits_have_the_shapes_of_mnist():
    (x_train, y_train), (x_test, y_test) = data.load_data()
    assert x_train.shape == (1440, 28, 28)
    assert x_train.dtype == np.uint8
    assert x_test.shape == (357, 28, 28)
    assert y_train.shape == (1440,)
    assert set(y_test) == set(range(10))
    with pytest.raises(ValueError, match="'digits' or 'mnist'"):
        data.load_data("cifar10")


def test_legacy_says_what_it_needs(tmpdir):
    if RELEASE < (2, 3) or MODERN:
        assert "TensorFlow 2.3 to 2.15" in refused(tmpdir, NAME, "--variant", "legacy")


@pytest.mark.skipif(RELEASE < (2, 3), reason="Keras 2.4 came with TensorFlow 2.3")
@pytest.mark.parametrize(
    "variant", ["upgraded", pytest.param("shim", marks=pytest.mark.full)] if MODERN else ["legacy"]
)
def test_started_again_it_goes_on(tmpdir, variant):
    options = ["--variant", variant, "--replicas", "2", "--batch-size", "60", "--epochs", "2"]
    losses = []
    for said in ("Creating a new model", "Restoring from ckpt/ckpt-2"):
        out, _ = python(tmpdir, "reference_impls", NAME, *[*options, "--", "--save-every", "5"])
        assert said in out
        assert float(re.search(r"^([\d.]+) images/second with 2 GPU", out, re.MULTILINE).group(1)) > 0
        losses.append(float(re.search(r"^evaluation: loss ([\d.]+)", out, re.MULTILINE).group(1)))
    assert losses[1] < losses[0]
    assert len([each for each in tmpdir.join("ckpt").listdir() if "loss=" in each.basename]) >= 4
    assert tmpdir.join("plot.png").size() > 10000


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    python(ROOT, "tests.reference_impls.killed_runs", "checkpoints", str(folder))
    return folder


@pytest.fixture(scope="module")
def backups(tmp_path_factory):
    folder = tmp_path_factory.mktemp("backups")
    python(ROOT, "tests.reference_impls.killed_runs", "backups", str(folder))
    return folder


def archived(folder):
    """The arrays in the weights of the last checkpoint: those of the model, the optimizer and the metrics."""
    with zipfile.ZipFile(str(max(folder.glob("epoch-0003-*")))) as archive:
        return arrays(io.BytesIO(archive.read("model.weights.h5")))


def arrays(path):
    found = {}
    with h5py.File(path, "r") as file:
        file.visititems(lambda name, node: found.update({name: node[()]} if isinstance(node, h5py.Dataset) else {}))
    assert len(found) > 10
    return found


def assert_equal(one, other):
    assert sorted(one) == sorted(other)
    for name, value in one.items():
        np.testing.assert_array_equal(value, other[name], err_msg=name)


@ONLY_NEWEST
@pytest.mark.parametrize("run", ["killed", "writing", "damaged"])
def test_killed_it_ends_with_the_weights_of_an_undisturbed_run(runs, run):
    printed = (runs / (run + ".txt")).read_text()
    restored = re.findall(r"restoring .*epoch-(\d+)-step-(\d+)-of-00045", printed)
    assert len(restored) == 1
    assert restored[0] != ("0000", "00000")
    assert_equal(archived(runs / "undisturbed"), archived(runs / run))


@ONLY_NEWEST
def test_file_that_was_being_written_is_no_checkpoint(runs):
    left = (runs / "writing.left").read_text().split("\n")
    assert "partial.keras" in left
    assert not (runs / "writing" / "partial.keras").exists()
    assert len(list((runs / "writing").iterdir())) == 3


@ONLY_NEWEST
def test_damaged_checkpoint_is_named_and_skipped(runs):
    assert re.search(r"skipping .*epoch-0001-step-.* which cannot be read", (runs / "damaged.txt").read_text())


@ONLY_NEWEST
@pytest.mark.full
@pytest.mark.parametrize("run", ["backup-killed", "backup-writing"])
def test_backup_goes_on_from_the_last_whole_epoch(backups, run):
    printed = (backups / (run + ".txt")).read_text()
    assert printed.count("Epoch 1/3") == 1
    assert printed.count("Epoch 2/3") >= 1
    weights = ("backup", "latest.weights.h5")
    assert_equal(*(arrays(str(backups.joinpath(name, *weights))) for name in ("backup", run)))


@ONLY_NEWEST
def test_checkpoints_of_other_batches_are_refused(runs, tmpdir):
    script = ["--", "--checkpoints", str(runs / "undisturbed")]
    out, err = python(tmpdir, "reference_impls", NAME, *["--replicas", "2", "--batch-size", "9", *script], status=1)
    assert "has 45 steps an epoch, this run has 80" in err
    assert "Epoch" not in out
