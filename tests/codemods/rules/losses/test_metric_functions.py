"""Metrics with capital letters have another name in logs."""

from __future__ import annotations

import pytest

from codemods.rules.losses.metric_functions import snake_case
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = """\
from keras.callbacks import EarlyStopping, ModelCheckpoint
from keras.models import Sequential
def PSNR(a, b): return -b
def mIoU(a, b): return -b
def dice(a, b): return -b
m = Sequential([a])
"""
COMPILED = HEAD + "m.compile('sgd', 'mean_squared_error', metrics=[PSNR, mIoU, dice])\n"
IMPORTED = COMPILED.replace("def PSNR(a, b): return -b", "from own import PSNR")


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("EarlyStopping(monitor='val_PSNR', mode='min')", "EarlyStopping(monitor='val_psnr', mode='min')"),
        ('h = m.fit(x, y)\nh.history["mIoU"]', 'h = m.fit(x, y)\nh.history["m_io_u"]'),
        (
            "ModelCheckpoint('w-{epoch}-{val_PSNR:.2f}.keras', 'val_PSNR')",
            "ModelCheckpoint('w-{epoch}-{val_psnr:.2f}.keras', 'val_psnr')",
        ),
        ("EarlyStopping('val_out_mIoU', mode='min')", "EarlyStopping('val_out_m_io_u', mode='min')"),
    ],
)
def test_rewritten(legacy: str, modern: str) -> None:
    check_upgraded(f"{COMPILED}{legacy}\n", f"{COMPILED}{modern}\n")


def test_dictionary_of_outputs() -> None:
    head = HEAD + "m.compile('sgd', 'mean_squared_error', metrics={'o': PSNR})\n"
    check_upgraded(f"{head}EarlyStopping('o_PSNR', mode='min')\n", f"{head}EarlyStopping('o_psnr', mode='min')\n")


@pytest.mark.parametrize(
    "line", ["EarlyStopping(monitor='val_PSNR', mode='min')", "ModelCheckpoint('{val_PSNR:.2f}.keras')"]
)
def test_imported_metrics_are_reported(line: str) -> None:
    assert "psnr" in check_declined(f"{IMPORTED}{line}\n", "TFM216", 8).advice


@pytest.mark.parametrize(
    "source",
    [
        COMPILED + "EarlyStopping(monitor='val_dice', mode='min')\n",
        COMPILED + "EarlyStopping(monitor='val_psnr', mode='min')\n",
        COMPILED + "print('PSNR', 'PSNR: {:.2f}')\nd['PSNR'] = 3\n",
        HEAD + "m.compile('sgd', 'mean_squared_error')\nEarlyStopping(monitor='val_PSNR', mode='min')\n",
        HEAD + "PSNR = Own()\nm.compile('sgd', 'x', metrics=[PSNR])\nEarlyStopping(monitor='val_PSNR', mode='min')\n",
        HEAD + "m.compile('sgd', 'x', metrics=[Own(name='PSNR')])\nEarlyStopping(monitor='val_PSNR', mode='min')\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("PSNR", "psnr"),
        ("mIoU", "m_io_u"),
        ("F1", "f1"),
        ("f1_Score", "f1__score"),
        ("DiceCoef", "dice_coef"),
        ("dice_coef_1", "dice_coef_1"),
        ("mAP", "m_ap"),
    ],
)
def test_names_of_keras_3(legacy: str, modern: str) -> None:
    """Measured with `to_snake_case` of Keras 3.15.1."""
    assert snake_case(legacy) == modern
