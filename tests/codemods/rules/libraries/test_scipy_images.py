"""The image functions of SciPy."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_untouched, check_upgraded

HEAD = "import keras\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("from scipy.misc import imread\n", "from compat.scipy_images import imread\n"),
        ("from scipy.misc import imread as read, imsave\n", "from compat.scipy_images import imread as read, imsave\n"),
        ("from scipy.misc.pilutil import imsave\n", "from compat.scipy_images import imsave\n"),
        ("from scipy.ndimage import imread\n", "from compat.scipy_images import imread\n"),
        (
            "from scipy.ndimage import imread, zoom\n",
            "from compat.scipy_images import imread\nfrom scipy.ndimage import zoom\n",
        ),
        (
            "from scipy.misc import imresize, logsumexp\n",
            "from compat.scipy_images import imresize\nfrom scipy.special import logsumexp\n",
        ),
        (
            "from scipy import misc\nx = misc.imread('a')\n",
            "from compat import scipy_images as misc\nx = misc.imread('a')\n",
        ),
        (
            "from scipy import misc, ndimage\nx = misc.imread('a')\n",
            "from compat import scipy_images as misc\nfrom scipy import ndimage\nx = misc.imread('a')\n",
        ),
        (
            "import scipy.misc as sm\ndef f(x):\n    return sm.imresize(x, 0.5)\n",
            "from compat import scipy_images as sm\ndef f(x):\n    return sm.imresize(x, 0.5)\n",
        ),
        (
            "def f(p):\n    from scipy.misc import imread\n    return imread(p)\n",
            "def f(p):\n    from compat.scipy_images import imread\n    return imread(p)\n",
        ),
    ],
)
def test_imports(legacy: str, modern: str) -> None:
    check_upgraded(HEAD + legacy, HEAD + modern)
    check_upgraded(legacy, modern)


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        (
            "import keras\nimport scipy.misc\nx = scipy.misc.imread('a')\n",
            "from compat import scipy_images\nimport keras\nx = scipy_images.imread('a')\n",
        ),
        (
            "import keras\nimport scipy\nx = scipy.misc.imread('a')\n",
            "from compat import scipy_images\nimport keras\nimport scipy\nx = scipy_images.imread('a')\n",
        ),
        (
            "import keras\nimport scipy.misc\nx = scipy.misc.imread('a') - scipy.stats.norm\n",
            "from compat import scipy_images\nimport keras\nimport scipy.misc\nx = scipy_images.imread('a') - scipy.stats.norm\n",
        ),
        (
            "import keras\nimport scipy, os\nfrom scipy import ndimage, misc\nx = scipy.misc.imresize(y, 2)\n",
            "from compat import scipy_images\nimport keras\nimport scipy, os\nfrom scipy import ndimage\nx = scipy_images.imresize(y, 2)\n",
        ),
        (
            "import keras\nimport scipy.ndimage as nd\nx = nd.imread('a')\ny = nd.zoom(x, 2)\n",
            "from compat import scipy_images\nimport keras\nimport scipy.ndimage as nd\nx = scipy_images.imread('a')\ny = nd.zoom(x, 2)\n",
        ),
        (
            "import keras\nimport scipy.misc\nread = scipy.misc.imread\n",
            "from compat import scipy_images\nimport keras\nread = scipy_images.imread\n",
        ),
    ],
)
def test_names_of_modules(legacy: str, modern: str) -> None:
    check_upgraded(legacy, modern)


def test_stars() -> None:
    legacy = HEAD + "from scipy.misc import *\nimsave('a.png', imread('b.png'))\n"
    added = "from compat.scipy_images import imsave, imread\n"
    check_upgraded(legacy, legacy.replace("*\n", f"*\n{added}"))


def test_what_else_is_gone() -> None:
    source = b"import keras\nfrom scipy import misc\nx = misc.imread('a') - misc.face()\n"
    result = upgrade(source, Settings())
    assert isinstance(result, Upgraded)
    assert [each.code for each in result.changes] == ["TFM523"]
    assert [(each.code, each.symbol) for each in result.findings] == [("TFM219", "scipy.misc.face")]
    assert b"from scipy import misc\nx = scipy_images.imread('a') - misc.face()" in result.after


@pytest.mark.parametrize(
    "source",
    [
        "try:\n    from scipy.misc import imread\nexcept ImportError:\n    from imageio import imread\n",
        "from .scipy.misc import imread\n",
        "from imageio import imread\nx = imread('a')\n",
        "import scipy.misc\n",
        "from scipy import ndimage\nx = ndimage.zoom(y, 2)\n",
        "from scipy.misc import *\nimport numpy\nx = mine.imread('a')\n",
        "from scipy.misc import *\nfrom matplotlib.pyplot import *\nx = imread('a')\n",
        "from scipy.misc import *\ndef imread(path):\n    return open(path)\nx = imread('a')\n",
        "def f(misc):\n    return misc.imread('a')\n",
        "from compat.scipy_images import imread, imresize\nx = imresize(imread('a'), 0.5)\n",
        "from compat import scipy_images as misc\nx = misc.imread('a')\n",
        "misc = object()\nx = misc.imread('a')\n",
        "from scipy.special import comb\n",
        "from scipy.datasets import face\nimport PIL.Image\nx = PIL.Image.fromarray(face()).resize((3, 3))\n",
        "import keras\nimport skimage.io\nx = skimage.io.imread('a')\nskimage.io.imsave('b', x)\n",
        "import keras\nimport matplotlib.pyplot as plt\nx = plt.imread('a')\nplt.imsave('b.png', x)\nplt.imshow(x)\n",
        "import keras\nimport cv2\nx = cv2.imread('a')\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
