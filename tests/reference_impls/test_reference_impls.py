import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from compat import recording
from reference_impls.minigooglenet_cifar10.data import load_data

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "reference_impls" / "minigooglenet_cifar10"
NAME = "minigooglenet_cifar10"
keras = pytest.importorskip("keras")
MODERN = keras.__version__.startswith("3.")


def python(folder, *args, **kwargs):
    env = dict(os.environ, PYTHONPATH=str(ROOT), TF_CPP_MIN_LOG_LEVEL="3")
    process = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-m", *list(args)],
        cwd=str(folder),
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        universal_newlines=True,
    )
    out, err = process.communicate()
    assert process.returncode == kwargs.get("status", 0), err
    return out, err


def refused(folder, *args):
    _, err = python(folder, "reference_impls", *args, status=2)
    lines = [line for line in err.splitlines() if line.startswith("error:")]
    assert len(lines) == 1, err
    assert "Traceback" not in err
    return lines[0]


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
        assert NAME in out
        assert "examples:" in out
        assert "upgraded" in out


def test_bad_calls(tmpdir):
    assert "no such tutorial; there is " + NAME in refused(tmpdir, "mnist")
    assert "1 or more" in refused(tmpdir, NAME, "--replicas", "0")
    assert "invalid choice" in refused(tmpdir, NAME, "--variant", "new")


def test_variant_of_another_time(tmpdir):
    wrong = "legacy" if MODERN else "modern"
    message = refused(tmpdir, NAME, "--variant", wrong, "--output", "plot.png")
    assert keras.__version__ in message
    assert "needs Keras" in message


@pytest.mark.parametrize("replicas", ["1", "2"])
@pytest.mark.parametrize("variant", ["modern", "upgraded", "shim"] if MODERN else ["legacy"])
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
