"""Fashion-MNIST, or scikit-learn's digits in the same shapes; the digits need no download."""

from typing import Tuple

from reference_impls.digits import Images, like_mnist


def check(name: str) -> None:
    """Raise ValueError for a name that `load_data` does not know."""
    if name not in ("digits", "fashion_mnist"):
        raise ValueError(f"data is 'digits' or 'fashion_mnist', not {name!r}")


def load_data(name: str = "digits") -> Tuple[Images, Images]:
    """Return `(train_images, train_labels), (test_images, test_labels)`: uint8 images (n, 28, 28), uint8 labels (n,).

    Raises ValueError for a name that is neither `digits` nor `fashion_mnist`.
    """
    check(name)
    if name == "fashion_mnist":
        from keras.datasets import fashion_mnist

        train, test = fashion_mnist.load_data()
        return train, test
    return like_mnist()
