"""What the iterators of `ImageDataGenerator` were called in Keras 1 and 2.0, and are called since.

`tests/compat/tables/test_iterator_attributes.py` looks for the names on the release that is installed.
https://github.com/keras-team/keras/wiki/Keras-2.0-release-notes
"""

from typing import Mapping

ITERATOR_ATTRIBUTES: Mapping[str, str] = {
    "N": "n",
    "nb_class": "num_classes",
    "nb_sample": "samples",
    "num_class": "num_classes",
}
