"""Record what the image functions of `scipy.misc` give.

    PYTHONPATH=. python tests/compat/oracles/record_scipy_images.py tests/compat/oracles/scipy_images.json.gz

Needs Python 3.7 with `scipy==1.2.3 numpy==1.17.5 pillow==6.2.2`.
"""

import gzip
import json
import sys
import warnings

from scipy import misc

from tests.compat.oracles.scipy_images_cases import found


def main(path):
    """Run all of them; the functions warn that they will go."""
    warnings.simplefilter("ignore")
    with gzip.GzipFile(path, "wb", mtime=0) as file:
        file.write(json.dumps(found(misc), sort_keys=True).encode("utf-8"))


main(sys.argv[1])
