"""Files as those of MNIST, from scikit-learn's digits, and what a reader makes of them; Python 3.6 syntax."""

import gzip
import os
import struct

import numpy as np

EXAMPLES = {"train": 40, "t10k": 15}


def write(folder):
    """Write the four files with the digits 0 to 54, each as 28 x 28 pixels."""
    from sklearn.datasets import load_digits

    digits = load_digits()
    start = 0
    for part, count in EXAMPLES.items():
        chosen = slice(start, start + count)
        start += count
        images = np.kron(digits.images[chosen], np.ones((3, 3)))[:, :24, :24]
        images = (np.pad(images, ((0, 0), (2, 2), (2, 2)), "constant") * 15).astype(np.uint8)
        header = struct.pack(">IIII", 2051, count, 28, 28)
        with gzip.open(os.path.join(folder, part + "-images-idx3-ubyte.gz"), "wb") as file:
            file.write(header + images.tobytes())
        with gzip.open(os.path.join(folder, part + "-labels-idx1-ubyte.gz"), "wb") as file:
            file.write(struct.pack(">II", 2049, count) + digits.target[chosen].astype(np.uint8).tobytes())


CASES = {
    "plain": {},
    "one_hot": {"one_hot": True, "seed": 3},
    "whole": {"reshape": False, "validation_size": 0, "seed": 4},
    "uint8": {"dtype": "uint8", "seed": 5},
}


def describe(read_data_sets, folder, options, set_seed):
    """Return sums, shapes and the order of what `read_data_sets` gives, in types of JSON."""
    set_seed(7)
    data = read_data_sets(folder, **dict({"validation_size": 8}, **options))
    found = {}
    for name in ("train", "validation", "test"):
        part = getattr(data, name)
        found[name] = {
            "shapes": [list(part.images.shape), list(part.labels.shape)],
            "types": [str(part.images.dtype), str(part.labels.dtype)],
            "examples": part.num_examples,
            "sum": float(np.sum(part.images, dtype=np.float64)),
        }
    batches = []
    for size in (9, 9, 9, 9, 9, 32):
        images, labels = data.train.next_batch(size)
        batches.append([list(images.shape), float(np.sum(images, dtype=np.float64)), np.ravel(labels).tolist()])
    images, labels = data.train.next_batch(5, shuffle=False)
    batches.append([list(images.shape), float(np.sum(images, dtype=np.float64)), np.ravel(labels).tolist()])
    found["batches"], found["epochs"] = batches, data.train.epochs_completed
    return found
