"""The direction of what callbacks monitor."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched, check_upgraded

HEAD = "from keras.callbacks import EarlyStopping, ModelCheckpoint, ReduceLROnPlateau\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('EarlyStopping("val_dice")', 'EarlyStopping("val_dice", mode="min")'),
        ('EarlyStopping(monitor="val_dice", patience=3)', 'EarlyStopping(monitor="val_dice", patience=3, mode="min")'),
        ('EarlyStopping("val_my_accuracy")', 'EarlyStopping("val_my_accuracy", mode="max")'),
        ('EarlyStopping("val_out_loss")', 'EarlyStopping("val_out_loss", mode="min")'),
        ('EarlyStopping("iou", 0, 3, 1, "auto")', 'EarlyStopping("iou", 0, 3, 1, "min")'),
        ('ReduceLROnPlateau("fmeasure", mode="auto")', 'ReduceLROnPlateau("fmeasure", mode="min")'),
        (
            'ModelCheckpoint("m.keras", "fmeasure", save_best_only=True)',
            'ModelCheckpoint("m.keras", "fmeasure", save_best_only=True, mode="max")',
        ),
        (
            'ModelCheckpoint("m.keras", "val_dice", save_best_only=True)',
            'ModelCheckpoint("m.keras", "val_dice", save_best_only=True, mode="min")',
        ),
    ],
)
def test_rewrites(before: str, after: str) -> None:
    check_upgraded(f"{HEAD}made = {before}\n", f"{HEAD}made = {after}\n")


@pytest.mark.parametrize(
    "code",
    [
        "EarlyStopping()",
        'EarlyStopping("val_loss")',
        'EarlyStopping("loss", patience=2)',
        'EarlyStopping("val_mean_absolute_error")',
        'ReduceLROnPlateau("val_accuracy")',
        'EarlyStopping("val_dice", mode="max")',
        'EarlyStopping("val_dice", mode=mode)',
        "EarlyStopping(name)",
        'EarlyStopping(*["val_dice"])',
        'ModelCheckpoint("m.keras", "val_dice")',
        'ModelCheckpoint("m.keras", "val_dice", save_best_only=False)',
    ],
)
def test_leaves_alone(code: str) -> None:
    check_untouched(f"{HEAD}made = {code}\n")


METRIC = "from keras import metrics\nscore = metrics.{}(name='probe_acc')\n"


@pytest.mark.parametrize("metric", ["CategoricalAccuracy", "SparseTopKCategoricalAccuracy"])
def test_metrics_that_the_file_names_are_known(metric: str) -> None:
    check_untouched(f"{HEAD}{METRIC.format(metric)}made = EarlyStopping('val_probe_acc')\n")


@pytest.mark.parametrize("metric", ["Mean", "MeanSquaredError"])
def test_metrics_whose_direction_is_not_known_or_another(metric: str) -> None:
    head = HEAD + METRIC.format(metric)
    check_upgraded(
        f"{head}made = EarlyStopping('probe_acc')\n", f"{head}made = EarlyStopping('probe_acc', mode=\"max\")\n"
    )


@pytest.mark.parametrize("name", ["val_auc", "precision"])
def test_known_metrics_that_keras_2_wanted_to_fall(name: str) -> None:
    result = check_sound(f'{HEAD}made = EarlyStopping("{name}")\n')
    assert [each.code for each in result.notes] == ["TFM164"]
    assert not result.findings


def test_a_class_of_another_package() -> None:
    check_untouched('from mine import EarlyStopping\n\nmade = EarlyStopping("val_dice")\n')


def test_code_for_keras_3() -> None:
    source = 'import keras\n\nkeras.ops.sum(x)\nmade = keras.callbacks.EarlyStopping("val_dice")\n'
    check_untouched(source)


def test_on_the_shims() -> None:
    result = check_sound(f'{HEAD}made = EarlyStopping("val_dice")\n', to="compat")
    assert "TFM164" not in {each.code for each in (*result.changes, *result.findings, *result.notes)}
