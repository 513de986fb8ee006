"""The tables of moved names are what the releases say."""

from __future__ import annotations

import pytest

from codemods.releases import api
from codemods.releases.recording import keras_modules, renames, tensorflow_1
from compat.tables.names.moved_modules import GONE_MODULES, MOVED_MODULES, RESPELLED_CLASSES, TF_KERAS_HOLDS_ALL
from compat.tables.names.tensorflow_1 import CHANGED, MOVED


@pytest.fixture(scope="module")
def moves():
    return {move.legacy: move for move in keras_modules.moves()}


@pytest.fixture(scope="module")
def written():
    return renames.written()


@pytest.mark.parametrize("name", ["tensorflow_1.py", "moved_modules.py"])
def test_the_tables_are_what_would_be_written(written, name):
    assert (renames.FOLDER / name).read_text(encoding="utf-8") == written[name]


def test_a_stale_table_is_named(monkeypatch, tmp_path, written):
    monkeypatch.setattr(renames, "FOLDER", tmp_path)
    monkeypatch.setattr(renames, "written", lambda: written)
    with pytest.raises(SystemExit, match=r"tensorflow_1\.py is not what the releases say"):
        renames.main(["--check"])


def test_the_tables_are_read_as_they_were_meant(moves):
    assert tensorflow_1.moved() == MOVED
    assert set(tensorflow_1.changed()) == CHANGED
    names = {f"{row.legacy}.{name}": f"{row.modern}.{name}" for row in MOVED_MODULES for name in row.names}
    names |= {row.legacy: row.modern for row in RESPELLED_CLASSES}
    assert names == {legacy: move.modern for legacy, move in moves.items()}


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("log", "math.log"),
        ("gfile.Open", "io.gfile.GFile"),
        ("placeholder", "compat.v1.placeholder"),
        ("app.flags.FLAGS", "compat.v1.app.flags.FLAGS"),
        ("gfile", "compat.v1.gfile"),
        ("random_normal", "random.normal"),
        ("matrix_inverse", "linalg.inv"),
        ("mod", "math.mod"),
        ("where_v2", "compat.v1.where_v2"),
    ],
)
def test_names_of_tensorflow_1(legacy, modern):
    assert MOVED[f"tensorflow.{legacy}"] == f"tensorflow.{modern}"


@pytest.mark.parametrize(
    "name", ["math.log", "add", "Session", "nn.relu", "estimator.Estimator", "keras.layers.Dense", "nn"]
)
def test_names_that_did_not_change(name):
    assert f"tensorflow.{name}" not in CHANGED


@pytest.mark.parametrize("name", ["reduce_sum", "nn.dropout", "data.Dataset", "Variable", "math.argmax"])
def test_names_that_changed(name):
    assert f"tensorflow.{name}" in CHANGED


def test_a_name_is_moved_or_changed_or_neither():
    assert not MOVED.keys() & CHANGED
    assert not set(MOVED.values()) & CHANGED


def test_every_legacy_name_is_one_of_tensorflow_1():
    for name in (*MOVED, *CHANGED):
        assert api.exists(name, "1.15.5"), name


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("keras.layers.core.Dense", "keras.layers.Dense"),
        ("keras.engine.Input", "keras.layers.Input"),
        ("keras.backend.sum", "tensorflow.keras.backend.sum"),
        ("keras.losses.mse", "tensorflow.keras.losses.mse"),
        ("keras.metrics.MAE", "tensorflow.keras.metrics.MAE"),
        ("keras.layers.recurrent_v2.LSTM", "keras.layers.LSTM"),
        ("keras.optimizer_v2.adam.Adam", "keras.optimizers.Adam"),
        ("keras.optimizers.sgd", "keras.optimizers.SGD"),
        ("keras.constraints.maxnorm", "keras.constraints.MaxNorm"),
        ("keras.layers.experimental.preprocessing.Rescaling", "keras.layers.Rescaling"),
    ],
)
def test_moved_keras_names(moves, legacy, modern):
    assert moves[legacy].modern == modern


@pytest.mark.parametrize(
    "legacy",
    [
        "keras.losses.cosine_proximity",
        "keras.layers.cudnn_recurrent.CuDNNLSTM",
        "keras.layers.Dense",
        "keras.utils.multi_gpu_model",
    ],
)
def test_what_has_no_equal_did_not_move(moves, legacy):
    assert legacy not in moves


def test_when_names_went(moves):
    assert moves["keras.layers.Deconv2D"].gone_in == "keras 2.2.5"
    assert moves["keras.objectives.mse"].gone_in == "keras 2.5"
    assert moves["keras.layers.recurrent_v2.LSTM"].gone_in == "tensorflow 2.6"


def test_modules():
    assert {"keras.layers.core", "keras.engine", "keras.utils.np_utils", "keras.utils.training_utils"} <= GONE_MODULES
    assert not {"keras.backend", "keras.losses", "keras.preprocessing.text", "keras.layers"} & GONE_MODULES
    assert {"keras.backend", "keras.preprocessing.text"} <= TF_KERAS_HOLDS_ALL
    assert not {"keras.losses", "keras.layers", "keras.metrics"} & TF_KERAS_HOLDS_ALL
