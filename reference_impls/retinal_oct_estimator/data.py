"""OCT2017, or scikit-learn's digits as JPEG files in the same folders; the digits need no download.

OCT2017 (https://www.kaggle.com/datasets/paultimothymooney/kermany2018) is a folder with `train` and `test`, each with
one folder of JPEG files per class.
"""

import importlib
from pathlib import Path
from typing import Any, Tuple

from reference_impls.digits import image_folder, shuffled

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
    root = image_folder("digits", _write_digits) if name == DIGITS else Path(name)
    return str(root / "train" / "*" / "*.jpeg"), str(root / "test" / "*" / "*.jpeg")


def _write_digits(root: Path) -> None:
    """Write the digits 0 to 3 as classes."""
    pillow: Any = importlib.import_module("PIL.Image")
    for number, (pixels, digit) in enumerate(zip(*shuffled(len(LABELS), enlarge=4))):
        folder = root / ("train" if number < _TRAINING_DIGITS else "test") / LABELS[digit]
        folder.mkdir(parents=True, exist_ok=True)
        pillow.fromarray(pixels).save(str(folder / f"{LABELS[digit]}-{number:04d}.jpeg"), quality=95)
