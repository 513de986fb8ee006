"""AI or Not, or scikit-learn's digits 0 and 1 as PNG files in folders of the same shape; the digits need no download.

AI or Not (https://huggingface.co/spaces/competitions/aiornot) is read from a folder with `train` and `val`, each with
one folder of images per class.
"""

import importlib
from pathlib import Path
from typing import Any, List, Tuple

from reference_impls.digits import image_folder, shuffled

DIGITS = "digits"
DIGITS_SIZE = 32
_DIGIT_CLASSES = ("zero", "one")
# of 360 digits 0 and 1; eighteen batches of 16
_TRAINING_DIGITS = 288
# what image_dataset_from_directory reads
_SUFFIXES = (".bmp", ".gif", ".jpeg", ".jpg", ".png")


def check(name: str) -> None:
    """Raise ValueError for a name that is neither `digits` nor a folder with the images of two classes."""
    if name == DIGITS:
        return
    classes = [_classes(Path(name, part)) for part in ("train", "val")]
    if len(classes[0]) != len(_DIGIT_CLASSES) or classes[0] != classes[1]:
        raise ValueError(
            f"data is 'digits' or a folder with train and val, not {name!r}: each has to hold the same two folders of "
            f"images, but train has {_named(classes[0])}, and val has {_named(classes[1])}"
        )


def _classes(folder: Path) -> List[str]:
    """The names of the folders that hold images."""
    inside = sorted(folder.iterdir()) if folder.is_dir() else []
    return [each.name for each in inside if each.is_dir() and any(map(_is_image, each.rglob("*")))]


def _is_image(path: Path) -> bool:
    return path.suffix.lower() in _SUFFIXES


def _named(classes: List[str]) -> str:
    return ", ".join(classes) or "none"


def load_data(name: str = DIGITS) -> Tuple[str, str]:
    """Return the folders `.../train` and `.../val`; raise ValueError as `check` does."""
    check(name)
    root = image_folder("zero-or-one", _write_digits) if name == DIGITS else Path(name)
    return str(root / "train"), str(root / "val")


def _write_digits(root: Path) -> None:
    """Write the digits 0 and 1 as classes."""
    pillow: Any = importlib.import_module("PIL.Image")
    for number, (pixels, digit) in enumerate(zip(*shuffled(len(_DIGIT_CLASSES), enlarge=4))):
        folder = root / ("train" if number < _TRAINING_DIGITS else "val") / _DIGIT_CLASSES[digit]
        folder.mkdir(parents=True, exist_ok=True)
        pillow.fromarray(pixels).save(str(folder / f"{number:04d}.png"))
