"""scikit-learn's handwritten digits, on which every workflow runs without a download."""

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any, Callable, Tuple

Images = Tuple[Any, Any]
"""Images and their labels."""


def shuffled(classes: int = 10, enlarge: int = 1) -> Images:
    """Return the digits below `classes` in a fixed random order: uint8 images (n, 8, 8) from 0 to 255, uint8 labels.

    `enlarge` makes each pixel a square of so many pixels.
    """
    import numpy as np
    from sklearn.datasets import load_digits

    digits = load_digits(n_class=classes)
    order = np.random.RandomState(0).permutation(len(digits.target))
    pixels = (digits.images[order] * (255.0 / 16.0)).astype("uint8")
    square = np.ones((1, enlarge, enlarge), dtype="uint8")
    return np.kron(pixels, square), digits.target[order].astype("uint8")


def like_mnist() -> Tuple[Images, Images]:
    """Return `(x_train, y_train), (x_test, y_test)`: uint8 images (n, 28, 28), uint8 labels (n,)."""
    import numpy as np

    images, labels = shuffled(enlarge=3)
    return split(np.pad(images, ((0, 0), (2, 2), (2, 2)), mode="constant"), labels)


def split(images: Any, labels: Any) -> Tuple[Images, Images]:
    """Cut off the test data: 1440 digits to train on divide by many batch sizes and numbers of replicas."""
    cut = 1440
    return (images[:cut], labels[:cut]), (images[cut:], labels[cut:])


def image_folder(name: str, write: Callable[[Path], None]) -> Path:
    """Return a folder of images that `write` fills, once per machine and user."""
    root = Path(tempfile.gettempdir(), f"tf-forward-{name}-{os.getuid()}")
    if not root.exists():
        made = Path(tempfile.mkdtemp(dir=str(root.parent)))
        write(made)
        try:
            made.rename(root)
        except OSError:  # another process was first
            shutil.rmtree(str(made))
    return root
