"""CIFAR-10, or scikit-learn's digits in the same shapes; the digits need no download."""

from typing import Tuple

from reference_impls.digits import Images, shuffled, split


def check(name: str) -> None:
    """Raise ValueError for a name that `load_data` does not know."""
    if name not in ("digits", "cifar10"):
        raise ValueError(f"data is 'digits' or 'cifar10', not {name!r}")


def load_data(name: str = "digits") -> Tuple[Images, Images]:
    """Return `(x_train, y_train), (x_test, y_test)`: uint8 images (n, 32, 32, 3), uint8 labels (n, 1)."""
    check(name)
    if name == "cifar10":
        from keras.datasets import cifar10

        train, test = cifar10.load_data()
        return train, test
    import numpy as np

    images, labels = shuffled(enlarge=4)
    return split(np.repeat(images[..., np.newaxis], 3, axis=-1), labels[:, np.newaxis])
