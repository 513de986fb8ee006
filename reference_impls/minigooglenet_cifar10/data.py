"""CIFAR-10, or scikit-learn's digits in the same shapes; the digits need no download."""

from typing import Any, Tuple

Images = Tuple[Any, Any]


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
    return _digits()


def _digits() -> Tuple[Images, Images]:
    import numpy as np
    from sklearn.datasets import load_digits

    digits = load_digits()
    order = np.random.RandomState(0).permutation(len(digits.target))
    pixels = (digits.images[order] * (255.0 / 16.0)).astype("uint8")
    images = np.repeat(np.kron(pixels, np.ones((1, 4, 4), dtype="uint8"))[..., np.newaxis], 3, axis=-1)
    labels = digits.target[order].astype("uint8")[:, np.newaxis]
    cut = 1440  # the last batch of an epoch, too, divides by two, three and four replicas, as Keras 3 requires
    return (images[:cut], labels[:cut]), (images[cut:], labels[cut:])
