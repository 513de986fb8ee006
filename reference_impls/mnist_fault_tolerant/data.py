"""MNIST, or scikit-learn's digits in the same shapes; the digits need no download."""

from typing import Tuple

from reference_impls.digits import Images, like_mnist


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
    return like_mnist()
