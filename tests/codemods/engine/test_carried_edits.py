"""Edits that a file shows only together with the modules around it, or with its constants written out."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import check, upgrade
from codemods.types import Settings, Upgraded

PARTS = """import keras
from keras.layers import Dense, Input

features = Dense(3)(Input(shape=(8,)))
"""
TOTAL = """from keras import backend as K
from parts import features

total = K.sum(features)
"""
METRIC = """from keras import backend as K


def overlap(y_true, y_pred):
    return K.sum(y_true * y_pred)
"""
COMPILE = """from keras.models import load_model
from metrics import overlap

model = load_model("m.h5", compile=False)
model.compile("sgd", "mse", metrics=[overlap])
"""
CAST = "y_true = K.cast(y_true, K.dtype(y_pred))"


@pytest.fixture(autouse=True)
def project(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    return tmp_path


def wrote(folder: Path, **modules: str) -> Path:
    """Writes modules, and gives the path of the first one."""
    for name, source in modules.items():
        (folder / f"{name}.py").write_text(source)
    return folder / f"{next(iter(modules))}.py"


def of(path: Path) -> Upgraded:
    result = upgrade(path.read_bytes(), Settings(), project_of(path))
    assert isinstance(result, Upgraded), result
    return result


def code(path: Path) -> str:
    return of(path).after.decode()


# --- what the file imports


def test_a_tensor_of_another_module(project: Path) -> None:
    result = of(wrote(project, total=TOTAL, parts=PARTS))
    assert "total = keras.ops.sum(features)\n" in result.after.decode()
    assert not result.findings
    (change,) = (each for each in result.changes if each.code == "TFM232")
    assert change.message.endswith("(seen together with parts.py)")


def test_the_file_gets_the_import_that_only_the_other_module_has(project: Path) -> None:
    assert code(wrote(project, total=TOTAL, parts=PARTS)).startswith("import keras\n")


def test_the_result_stays_as_it_is(project: Path) -> None:
    path = wrote(project, total=TOTAL, parts=PARTS)
    path.write_text(code(path))
    again = of(path)
    assert not again.changes
    assert not again.findings


def test_check_finds_it(project: Path) -> None:
    path = wrote(project, total=TOTAL, parts=PARTS)
    result = check(path.read_bytes(), Settings(), project_of(path))
    assert isinstance(result, Upgraded)
    assert [each.code for each in result.findings if each.code == "TFM232"] == ["TFM232"]
    assert result.after == path.read_bytes()


def test_a_name_that_both_modules_have(project: Path) -> None:
    parts = PARTS.replace("features = ", "total = 1\n\nfeatures = ")
    after = code(wrote(project, total=TOTAL, parts=parts))
    assert "total = keras.ops.sum(features)\n" in after
    assert "__2" not in after


def test_a_module_of_another_name_in_each(project: Path) -> None:
    """Both modules have a `K`, of which one was upgraded."""
    after = code(
        wrote(
            project,
            metrics=METRIC,
            train=COMPILE.replace("from keras.models", "from keras import backend as K\nfrom keras.models"),
        )
    )
    assert CAST in after
    assert "__2" not in after


def test_a_comment_stays(project: Path) -> None:
    source = TOTAL.replace("K.sum(features)", "K.sum(\n    features,  # of the model\n)")
    assert "keras.ops.sum(\n    features,  # of the model\n)" in code(wrote(project, total=source, parts=PARTS))


def test_a_comment_silences_it(project: Path) -> None:
    source = TOTAL.replace("features)", "features)  # tf-forward: ignore[TFM232]")
    assert "K.sum(features)" in code(wrote(project, total=source, parts=PARTS))


def test_a_file_that_uses_the_name_otherwise(project: Path) -> None:
    after = code(wrote(project, total=TOTAL.replace("total =", "keras = 1\ntotal ="), parts=PARTS))
    assert after.startswith("import keras as keras_module\n")
    assert "total = keras_module.ops.sum(features)\n" in after


# --- what the file names


def test_a_constant_keeps_its_name(project: Path) -> None:
    source = "from keras.layers import Dense\n\nUNITS = 8\nlayer = Dense(UNITS, init='uniform')\n"
    assert "Dense(UNITS, kernel_initializer='uniform')" in code(wrote(project, layers=source))


def test_what_would_write_out_a_constant_is_reported(project: Path) -> None:
    source = "from keras.layers import Dense, Input\nfrom keras.models import Model\n\n"
    source += "LOSS = 'mse'\nFIRST = 'age'\nx = Input(shape=(4,))\n"
    source += "model = Model(x, [Dense(1, name=FIRST)(x), Dense(1, name='b')(x)])\n"
    source += "model.compile('sgd', LOSS, loss_weights={'age': 3.0})\n"
    path = wrote(project, train=source)
    assert "['mse', 'mse']" in code(
        wrote(project, plain=source.replace(", LOSS,", ", 'mse',").replace("=FIRST", "='age'"))
    )
    assert "LOSS, loss_weights={'age': 3.0}" in code(path)
    assert [each.code for each in of(path).findings] == ["TFM253"]


# --- what imports the file


def test_all_importers_agree(project: Path) -> None:
    result = of(wrote(project, metrics=METRIC, train=COMPILE, test=COMPILE))
    assert CAST in result.after.decode()
    assert not result.findings


@pytest.mark.parametrize(
    ("metrics", "others"),
    [
        (METRIC, {"other": "from metrics import overlap\n\nprint(overlap(1, 2))\n"}),
        (METRIC + '\n\nif __name__ == "__main__":\n    print(overlap(1, 2))\n', {}),
        (METRIC, {f"train_{number}": COMPILE for number in range(4)}),
    ],
    ids=["an importer that uses it otherwise", "a script of its own", "more importers than are looked at"],
)
def test_an_importer_alone_decides_nothing(metrics: str, others: dict[str, str], project: Path) -> None:
    result = of(wrote(project, metrics=metrics, train=COMPILE, **others))
    assert CAST not in result.after.decode()
    (finding,) = result.findings
    assert (finding.code, finding.advice) == ("TFM243", "edit it by hand")
    assert ", it would be edited: Keras 3 gives the metric overlap" in finding.message


def test_an_edit_of_both_modules_is_reported(project: Path) -> None:
    model = "from keras.layers import Dense, Input\nfrom keras.models import Model\n\n"
    model += "image = Input(shape=(8,))\ncode = Dense(2)(image)\nmodel = Model(image, code)\n"
    train = "from model import code, model\nimport keras\n\nmodel.add_loss(code)\n"
    result = of(wrote(project, train=train, model=model))
    assert result.after == train.encode()
    (finding,) = result.findings
    assert finding.code == "TFM167"
    assert "it would be edited" in finding.message


# --- what the edit of another module settles


def test_a_metric_that_its_own_module_casts(project: Path) -> None:
    result = of(wrote(project, train=COMPILE, metrics=METRIC))
    assert not result.findings


@pytest.mark.parametrize(
    ("metrics", "others"),
    [
        (METRIC.replace("def overlap", "@other\ndef overlap"), {}),
        (METRIC, {"other": "from metrics import overlap\n\nprint(overlap(1, 2))\n"}),
        (METRIC.replace("y_pred):", "y_pred):  # tf-forward: ignore[TFM243]", 1), {}),
    ],
    ids=["a decorator", "an importer that uses it otherwise", "a comment"],
)
def test_a_metric_that_its_own_module_leaves(metrics: str, others: dict[str, str], project: Path) -> None:
    result = of(wrote(project, train=COMPILE, metrics=metrics, **others))
    assert [(each.code, each.line) for each in result.findings] == [("TFM243", 5)]
