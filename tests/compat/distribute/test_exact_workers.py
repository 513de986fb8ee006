"""`exact` on several machines: real processes on loopback, against one process with the same global batch."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.compat.paths import ROOT
from tests.quick import first

LIMIT = 150
"""Seconds."""

SCRIPT = Path(__file__).with_name("worker.py")
ROUNDING = 2e-6


def run(folder, case, *options):
    command = [sys.executable, "-m", "compat", "run", *options, str(SCRIPT), "--", str(folder), case]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=LIMIT, check=False)


def numbers(folder, index=0):
    with np.load(folder / f"{index}.npz") as file:
        return dict(file)


def assert_equal(found, expected):
    for name, value in found.items():
        np.testing.assert_allclose(value, expected[name], atol=ROUNDING, rtol=ROUNDING, err_msg=name)


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    folder = tmp_path_factory.mktemp("alone")
    finished = run(folder, "")
    assert not finished.returncode, finished.stderr[-2000:]
    return numbers(folder)


@pytest.mark.full
@pytest.mark.parametrize("options", [("--workers", "3"), ("--workers", "2", "--replicas", "2")])
def test_workers_give_the_numbers_of_one_process(tmp_path, alone, options):
    import keras

    finished = run(tmp_path, "", *options)
    assert not finished.returncode, finished.stderr[-2000:]
    for index in range(int(options[1])):
        assert_equal(numbers(tmp_path, index), alone)
    assert sorted(path.name for path in (tmp_path / "checkpoints").iterdir()) == [
        f"{epoch}.keras" for epoch in range(1, 5)
    ]
    saved = keras.models.load_model(tmp_path / "trained.keras").get_weights()
    assert_equal({f"weight{number}": weight for number, weight in enumerate(saved)}, alone)


@pytest.mark.full
def test_plain_keras_does_not_start(tmp_path):
    finished = run(tmp_path, "plain", "--workers", "2")
    assert finished.returncode
    assert "PerReplica" in finished.stderr


@pytest.mark.full
@pytest.mark.parametrize(
    ("case", "said"),
    [
        ("other rows", "The workers were given different batches"),
        ("other order", "The workers were given different batches"),
        ("other model", "shape"),
    ],
)
def test_what_differs_between_workers_is_named(tmp_path, case, said):
    finished = run(tmp_path, case, "--workers", "2")
    assert finished.returncode
    assert said in finished.stderr


@pytest.mark.full
def test_workers_may_shuffle_on_their_own(tmp_path):
    assert not run(tmp_path, "own batches", "--workers", "2").returncode
    assert_equal(numbers(tmp_path, 1), numbers(tmp_path, 0))


@pytest.mark.parametrize("case", first(1, ["backup, kill while saving", "backup, kill 1", "backup, kill 0"]))
def test_a_killed_training_goes_on_to_the_same_weights(tmp_path, alone, case):
    finished = run(tmp_path, case, "--workers", "2", "--restarts", "1")
    assert not finished.returncode, finished.stderr[-2000:]
    assert (tmp_path / "attempted").exists()
    for index in (0, 1):
        assert_equal(numbers(tmp_path, index), alone)


@pytest.mark.full
def test_a_full_disk_ends_all_workers_and_leaves_no_half_file(tmp_path):
    finished = run(tmp_path, "full disk", "--workers", "2")
    assert finished.returncode
    assert "File too large" in finished.stderr
    assert not (tmp_path / "model.keras").exists()
