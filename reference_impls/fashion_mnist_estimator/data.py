"""Fashion-MNIST, or scikit-learn's digits in the same shapes; the digits need no download."""

from typing import Any, Tuple

Images = Tuple[Any, Any]


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
    return _digits()


def _digits() -> Tuple[Images, Images]:
    import numpy as np
    from sklearn.datasets import load_digits

    digits = load_digits()
    order = np.random.RandomState(0).permutation(len(digits.target))
    pixels = (digits.images[order] * (255.0 / 16.0)).astype("uint8")
    images = np.pad(np.kron(pixels, np.ones((1, 3, 3), dtype="uint8")), ((0, 0), (2, 2), (2, 2)), mode="constant")
    labels = digits.target[order].astype("uint8")
    cut = 1440
    return (images[:cut], labels[:cut]), (images[cut:], labels[cut:])
