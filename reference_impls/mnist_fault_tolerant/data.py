"""MNIST, or scikit-learn's digits in the same shapes; the digits need no download."""

from typing import Any, Tuple

Images = Tuple[Any, Any]

_TRAINING_DIGITS = 1440


def check(name: str) -> None:
    """Raise ValueError for a name that `load_data` does not know."""
    if name not in ("digits", "mnist"):
        raise ValueError(f"data is 'digits' or 'mnist', not {name!r}")


def load_data(name: str = "digits") -> Tuple[Images, Images]:
    """Return `(x_train, y_train), (x_test, y_test)`: uint8 images (n, 28, 28), uint8 labels (n,)."""
    check(name)
    if name == "mnist":
        from tensorflow.keras.datasets import mnist

        train, test = mnist.load_data()
        return train, test
    return _digits()


def _digits() -> Tuple[Images, Images]:
    import numpy as np
    from sklearn.datasets import load_digits

    digits = load_digits()
    order = np.random.RandomState(0).permutation(len(digits.target))
    pixels = (digits.images[order] * (255.0 / 16.0)).astype("uint8")
    images = np.pad(np.kron(pixels, np.ones((1, 3, 3), dtype="uint8")), ((0, 0), (2, 2), (2, 2)), mode="constant")
    labels = digits.target[order].astype("uint8")
    cut = _TRAINING_DIGITS
    return (images[:cut], labels[:cut]), (images[cut:], labels[cut:])
