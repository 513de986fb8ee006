"""Record what the functions of `tfa.image` give.

    PYTHONPATH=. python tests/compat/oracles/record_addon_images.py tests/compat/oracles/addon_images.json

Needs one of the environments of `record_addons.py`; each adds what it gives.
"""

import json
import os
import sys

import tensorflow_addons as tfa

from tests.compat.oracles.addon_images_cases import found


def main(path):
    """Keep what other releases gave."""
    told = {}
    if os.path.exists(path):
        with open(path) as file:
            told = json.load(file)
    told[".".join(tfa.__version__.split(".")[:2])] = found(tfa.image)
    with open(path, "w") as file:
        json.dump(told, file, sort_keys=True)
        file.write("\n")


main(sys.argv[1])
