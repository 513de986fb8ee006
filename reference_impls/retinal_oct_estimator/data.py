"""OCT2017, or scikit-learn's digits as JPEG files in the same folders; the digits need no download.

OCT2017 (https://www.kaggle.com/datasets/paultimothymooney/kermany2018) is a folder with `train` and `test`, each with
one folder of JPEG files per class.
"""

import importlib
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any, Tuple

LABELS = ["CNV", "DME", "DRUSEN", "NORMAL"]
DIGITS = "digits"
DIGITS_SIZE = 32
# of 720 digits 0 to 3; twelve batches of 48 divide by one, two, three and four replicas
_TRAINING_DIGITS = 576


def check(name: str) -> None:
    """Raise ValueError for a name that is neither `digits` nor a folder like OCT2017."""
    if name == DIGITS:
        return
    for folder in (Path(name, part, label) for part in ("train", "test") for label in LABELS):
        if not any(folder.glob("*.jpeg")):
            raise ValueError(f"data is 'digits' or a folder like OCT2017, not {name!r}: {folder} has no .jpeg files")


def load_data(name: str = DIGITS) -> Tuple[str, str]:
    """Return the patterns of the training and of the test files: `.../train/*/*.jpeg`, `.../test/*/*.jpeg`.

    Raises ValueError as `check` does.
    """
    check(name)
    root = _digits() if name == DIGITS else Path(name)
    return str(root / "train" / "*" / "*.jpeg"), str(root / "test" / "*" / "*.jpeg")


def _digits() -> Path:
    """Return a folder with the digits 0 to 3 as classes, written once per machine and user."""
    root = Path(tempfile.gettempdir(), f"tf-forward-digits-{os.getuid()}")
    if not root.exists():
        made = Path(tempfile.mkdtemp(dir=str(root.parent)))
        _write_digits(made)
        try:
            made.rename(root)
        except OSError:  # another process was first
            shutil.rmtree(str(made))
    return root


def _write_digits(root: Path) -> None:
    import numpy as np
    from sklearn.datasets import load_digits

    pillow: Any = importlib.import_module("PIL.Image")
    digits = load_digits(n_class=len(LABELS))
    order = np.random.RandomState(0).permutation(len(digits.target))
    for number, index in enumerate(order):
        folder = root / ("train" if number < _TRAINING_DIGITS else "test") / LABELS[digits.target[index]]
        folder.mkdir(parents=True, exist_ok=True)
        pixels: Any = np.kron((digits.images[index] * (255.0 / 16.0)).astype("uint8"), np.ones((4, 4), dtype="uint8"))
        pillow.fromarray(pixels).save(str(folder / f"{LABELS[digits.target[index]]}-{number:04d}.jpeg"), quality=95)
