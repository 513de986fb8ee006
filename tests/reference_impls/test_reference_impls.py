import re
from pathlib import Path

import numpy as np
import pytest

from compat.runner import recording
from reference_impls.fashion_mnist_estimator import data as fashion_mnist
from reference_impls.minigooglenet_cifar10.data import load_data
from reference_impls.retinal_oct_estimator import data as retinal_oct
from tests.reference_impls.running import MODERN, RELEASE, ROOT, python, refused, tensorflow

FOLDER = ROOT / "reference_impls" / "minigooglenet_cifar10"
NAME = "minigooglenet_cifar10"
ESTIMATORS = ["fashion_mnist_estimator", "retinal_oct_estimator"]
HAS_MULTI_GPU_KERAS = RELEASE < (2, 2)
RUNS_ESTIMATORS = pytest.mark.skipif(
    not (MODERN or tensorflow.__version__.startswith("1.")), reason="tf.contrib is in TensorFlow 1"
)


def test_digits_have_the_shapes_of_cifar10():
    (x_train, y_train), (x_test, y_test) = load_data("digits")
    assert x_train.shape == (1440, 32, 32, 3)
    assert x_train.dtype == np.uint8
    assert y_train.shape == (1440, 1)
    assert y_train.dtype == np.uint8
    assert x_test.shape == (357, 32, 32, 3)
    assert set(np.ravel(y_test)) == set(range(10))
    with pytest.raises(ValueError, match="'digits' or 'cifar10'"):
        load_data("mnist")


def test_without_a_name_it_teaches(tmpdir):
    for args in ((), ("--help",)):
        out, _ = python(tmpdir, "reference_impls", *args)
        for name in [NAME, *ESTIMATORS]:
            assert name in out
        assert "examples:" in out
        assert "upgraded" in out


def test_bad_calls(tmpdir):
    message = refused(tmpdir, "mnist")
    assert "no such tutorial; there is " in message
    assert NAME in message
    assert "1 or more" in refused(tmpdir, NAME, "--replicas", "0")
    assert "invalid choice" in refused(tmpdir, NAME, "--variant", "new")

    assert "'digits' or 'cifar10'" in refused(tmpdir, NAME, "--data", "mnist")
    assert "'digits' or 'fashion_mnist'" in refused(tmpdir, "fashion_mnist_estimator", "--data", "cifar10")
    message = refused(tmpdir, "retinal_oct_estimator", "--data", "nowhere")
    assert "nowhere/train/CNV has no .jpeg files" in message


@pytest.mark.parametrize("name", [NAME, *ESTIMATORS])
def test_variant_of_another_time(tmpdir, name):
    wrong = "modern" if RELEASE < (2, 2) else "legacy"
    message = refused(tmpdir, name, "--variant", wrong)
    assert "TensorFlow " + tensorflow.__version__ in message
    assert "needs Keras" in message


@pytest.mark.skipif(not (MODERN or HAS_MULTI_GPU_KERAS), reason="this Keras has no multi_gpu_model")
@pytest.mark.parametrize(
    ("variant", "replicas"),
    [
        pytest.param("modern", "1", marks=pytest.mark.full),
        ("modern", "2"),
        pytest.param("upgraded", "2", marks=pytest.mark.full),  # the session quickstart runs it
        pytest.param("shim", "2", marks=pytest.mark.full),
    ]
    if MODERN
    else [pytest.param("legacy", "1", marks=pytest.mark.full), ("legacy", "2")],
)
def test_two_steps_and_a_plot(tmpdir, variant, replicas):
    path = FOLDER / (variant + ".py")
    if variant in ("upgraded", "shim"):
        from reference_impls.__main__ import upgraded

        path = Path(str(tmpdir), "upgraded.py")
        path.write_bytes(upgraded(FOLDER / "legacy.py", variant))
    emulated = ["--replicas", replicas] if replicas != "1" else []
    script_args = ["--gpus", replicas, "--batch-size", "4", "--epochs", "1", "--output", "plot.png"]
    recorded = ["--steps", "2", "--out", "run.npz"]
    python(tmpdir, "compat", "record", str(path), *(emulated + recorded + ["--"] + script_args))
    run = recording.load(str(tmpdir.join("run.npz")))
    assert np.isfinite(run.losses).all()
    assert sum(weight.size for weight in run.models[0].final) == 1656250
    assert tmpdir.join("plot.png").size() > 10000


def test_digits_have_the_shapes_of_fashion_mnist():
    (train_images, train_labels), (test_images, test_labels) = fashion_mnist.load_data()
    assert train_images.shape == (1440, 28, 28)
    assert train_images.dtype == np.uint8
    assert train_labels.shape == (1440,)
    assert test_images.shape == (357, 28, 28)
    assert set(test_labels) == set(range(10))
    assert train_images.max() == 255


def test_digits_are_jpeg_files_in_the_folders_of_oct2017():
    for pattern, count in zip(retinal_oct.load_data(), (576, 144)):
        part = Path(pattern).parent.parent
        assert sorted(folder.name for folder in part.iterdir()) == retinal_oct.LABELS
        files = list(part.glob("*/*.jpeg"))
        assert len(files) == count
        assert files[0].read_bytes()[:3] == b"\xff\xd8\xff"


def test_folder_of_images(tmpdir):
    for part in ("train", "test"):
        for label in retinal_oct.LABELS:
            tmpdir.join(part, label, "1.jpeg").write("", ensure=True)
    assert retinal_oct.load_data(str(tmpdir)) == tuple(
        str(tmpdir.join(part, "*", "*.jpeg")) for part in ("train", "test")
    )
    tmpdir.join("test", "DME", "1.jpeg").remove()
    with pytest.raises(ValueError, match=r"DME has no \.jpeg files"):
        retinal_oct.load_data(str(tmpdir))


def steps_and_evaluation(out):
    """The steps and the images per second that a script prints, and its evaluation."""
    steps = int(re.search(r"seconds, (\d+) steps", out).group(1))
    rate = float(re.search(r"^([\d.]+) images/second with 2 GPU", out, re.MULTILINE).group(1))
    printed = re.search(r"^evaluation: (.*)", out, re.MULTILINE).group(1)
    return steps, rate, {pair.split()[0]: float(pair.split()[1]) for pair in printed.split(", ")}


@RUNS_ESTIMATORS
def test_training_goes_on_and_drops_the_batch_that_is_left(tmpdir):
    variant = "modern" if MODERN else "legacy"
    script = ["fashion_mnist_estimator", "--variant", variant, "--replicas", "2", "--epochs", "1"]
    for reached in (4, 8):  # nine batches an epoch
        out, _ = python(tmpdir, "reference_impls", *[*script, "--batch-size", "160", "--output", "checkpoints"])
        steps, rate, evaluation = steps_and_evaluation(out)
        assert steps == 4
        assert rate > 0
        assert evaluation["global_step"] == reached
    assert evaluation["loss"] < 2.25  # it was 2.3 before


@RUNS_ESTIMATORS
def test_last_layers_are_trained_and_no_others(tmpdir):
    script = ROOT / "reference_impls" / "retinal_oct_estimator" / ("modern.py" if MODERN else "legacy.py")
    recorded = ["tests.equivalence.record_estimator", str(script), "--replicas", "2", "--out", "run.npz"]
    out, _ = python(tmpdir, *[*recorded, "--", "--gpus", "2", "--batch-size", "72"])
    assert steps_and_evaluation(out)[0] == 4
    run = recording.load(str(tmpdir.join("run.npz")))
    assert np.isfinite(run.losses).all()
    assert len(run.losses) == 4
    weights = run.models[0]
    changed = {
        name.split("/")[0]
        for name, before, after in zip(weights.names, weights.initial, weights.final)
        if (before != after).any()
    }
    assert {name for name in changed if name.startswith("block")} == {"block5_conv1", "block5_conv2", "block5_conv3"}
    assert len(changed) == 4


def test_scaling_plot(tmpdir):
    from reference_impls.retinal_oct_estimator import scaling

    scaling.plot([10.0, 19.0, 27.0], "digits", str(tmpdir.join("scaling.png")))
    assert tmpdir.join("scaling.png").size() > 10000
    with pytest.raises(RuntimeError, match="invalid choice"):
        scaling.images_per_second(1, ["--variant", "new"])
