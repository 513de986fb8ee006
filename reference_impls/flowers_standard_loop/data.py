"""tf_flowers, a folder of images, or scikit-learn's digits 0 to 4 as colour images in such a folder.

The digits need no download. A folder holds one folder of images for each of five classes, as `flower_photos` does:
http://download.tensorflow.org/example_images/flower_photos.tgz
"""

import importlib
from pathlib import Path
from typing import Any, List, Tuple

from reference_impls.digits import image_folder

DIGITS = "digits"
FLOWERS = "tf_flowers"
CLASSES = 5
DIGITS_SIZE = 32
_DIGITS = 875
_DIGIT_CLASSES = ("zero", "one", "two", "three", "four")
# every fifth image of a class is for the test
_FIFTH = 5
_SUFFIXES = (".bmp", ".gif", ".jpeg", ".jpg", ".png")


def check(name: str) -> None:
    """Raise ValueError unless the name is `digits`, `tf_flowers` or a folder with the images of five classes."""
    if name in (DIGITS, FLOWERS):
        return
    found = _classes(Path(name))
    if len(found) != CLASSES:
        named = ", ".join(each.name for each in found) or "none"
        raise ValueError(
            f"data is 'digits', 'tf_flowers' or a folder with five folders of images, not {name!r}: it has {named}"
        )


def _classes(folder: Path) -> List[Path]:
    inside = sorted(folder.iterdir()) if folder.is_dir() else []
    return [each for each in inside if each.is_dir() and _images(each)]


def _images(folder: Path) -> List[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix.lower() in _SUFFIXES)


def load_data(name: str = DIGITS) -> Tuple[Any, Any]:
    """Return the images to train on and those to test: datasets of uint8 images (height, width, 3) and int64 labels.

    Raises:
        ValueError: as `check` does.

    """
    check(name)
    if name == FLOWERS:
        tfds: Any = importlib.import_module("tensorflow_datasets")
        train, test = tfds.load(FLOWERS, split=["train[:80%]", "train[80%:]"], as_supervised=True)
        return train, test
    return _read(image_folder("colour-digits", _write_digits) if name == DIGITS else Path(name))


def _read(root: Path) -> Tuple[Any, Any]:
    import numpy as np

    files: Tuple[List[Tuple[str, int]], List[Tuple[str, int]]] = ([], [])
    for label, folder in enumerate(_classes(root)):
        for number, path in enumerate(_images(folder)):
            files[number % _FIFTH == _FIFTH - 1].append((str(path), label))
    order = np.random.RandomState(0).permutation(len(files[0]))
    return _dataset([files[0][index] for index in order]), _dataset(files[1])


def _dataset(files: List[Tuple[str, int]]) -> Any:
    import numpy as np
    import tensorflow as tf

    def decoded(path: Any, label: Any) -> Tuple[Any, Any]:
        image = tf.io.decode_image(tf.io.read_file(path), channels=3, expand_animations=False)
        image.set_shape((None, None, 3))
        return image, label

    paths, labels = zip(*files)
    return tf.data.Dataset.from_tensor_slices((list(paths), np.array(labels, "int64"))).map(decoded)


def _write_digits(root: Path) -> None:
    """Write 175 digits a class, 32 x 32 pixels, each in a colour of its own on a dark ground."""
    import numpy as np
    from sklearn.datasets import load_digits

    pillow: Any = importlib.import_module("PIL.Image")
    digits = load_digits(n_class=CLASSES)
    random = np.random.RandomState(0)
    written = dict.fromkeys(range(CLASSES), 0)
    for index in random.permutation(len(digits.target)):
        label = int(digits.target[index])
        ink, ground = random.randint(128, 256, 3), random.randint(0, 64, 3)
        if written[label] == _DIGITS // CLASSES:
            continue
        strokes = np.kron(digits.images[index] / 16.0, np.ones((4, 4)))[..., np.newaxis]
        pixels = (strokes * ink + (1 - strokes) * ground).astype("uint8")
        folder = root / f"{label}-{_DIGIT_CLASSES[label]}"
        folder.mkdir(parents=True, exist_ok=True)
        pillow.fromarray(pixels).save(str(folder / f"{written[label]:04d}.png"))
        written[label] += 1
