"""Functions with the keywords of Keras 1 get those of today."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded
from tests.compat.keras_1_functions import KERAS_1_FUNCTIONS

IMPORTS = """from keras import backend as K, regularizers
from keras.utils import np_utils
from data import V, ramp
x = """


@pytest.mark.parametrize(("legacy", "modern", "returned"), KERAS_1_FUNCTIONS)
def test_functions(legacy: str, modern: str, returned: float) -> None:
    del returned
    result = check_sound(f"{IMPORTS}{legacy}\n")
    after = result.after.decode().rpartition("\nx = ")[2].strip()
    assert after.replace("keras.utils.", "np_utils.") == modern
    assert not [each for each in result.findings if each.code in {"TFM195", "TFM200"}]


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        (
            "from keras.datasets import imdb\nx = imdb.load_data(nb_words=9)",
            "from keras.datasets import imdb\nx = imdb.load_data(num_words=9)",
        ),
        (
            "from keras.preprocessing.text import Tokenizer\nx = Tokenizer(nb_words=9)",
            "from tensorflow.keras.preprocessing.text import Tokenizer\nx = Tokenizer(num_words=9)",
        ),
        (
            "from keras.preprocessing.image import ImageDataGenerator as I\nx = I(dim_ordering='th')",
            "from tensorflow.keras.preprocessing.image import ImageDataGenerator as I\nx = I(data_format='channels_first')",
        ),
        (
            "from keras.preprocessing import image\nx = image.load_img(p, grayscale=True)",
            "from keras.preprocessing import image\nx = image.load_img(p, color_mode='grayscale')",
        ),
        (
            "import tensorflow as tf\nx = tf.keras.preprocessing.image.load_img(p, grayscale=False)",
            "import tensorflow as tf\nx = tf.keras.preprocessing.image.load_img(p, color_mode='rgb')",
        ),
        (
            "from tensorflow.keras.regularizers import l2\nx = l2(l=1e-4)",
            "from tensorflow.keras.regularizers import l2\nx = l2(l2=1e-4)",
        ),
    ],
)
def test_classes_and_loaders(legacy: str, modern: str) -> None:
    check_upgraded(legacy + "\n", modern.replace("'grayscale'", '"grayscale"').replace("'rgb'", '"rgb"') + "\n")


@pytest.mark.parametrize(
    "call",
    [
        "from keras.preprocessing.image import ImageDataGenerator\nx = ImageDataGenerator(dim_ordering=order)\n",
        "from keras.preprocessing.image import load_img\nx = load_img(p, grayscale=flag)\n",
        "from keras.utils import to_categorical\nx = to_categorical(y, nb_classes=3, num_classes=3)\n",
    ],
)
def test_declined(call: str) -> None:
    assert [(each.code, each.line) for each in check_sound(call).findings] == [("TFM200", 2)]


@pytest.mark.parametrize(
    "source",
    [
        "from keras.utils import to_categorical\nx = to_categorical(y, 10)\n",
        "from keras.utils import to_categorical\nx = to_categorical(y, num_classes=10)\n",
        "from own import to_categorical\nimport keras\nx = to_categorical(y, nb_classes=10)\n",
        "from keras.regularizers import l2\nx = l2(0.1)\n",
        "from keras.datasets import imdb\nx = imdb.load_data(**options)\n",
        "def load_img(path, grayscale): return path\nimport keras\nx = load_img(p, grayscale=True)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


COLUMNS = "np.argmax(y, axis=1) if np.ndim(y) > 1 and np.shape(y)[1] > 1"
CLASSES = f"{COLUMNS} else (np.ravel(y) > 0.5).astype(int)"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        (
            "from keras.utils import np_utils\nx = np_utils.categorical_probas_to_classes(y)\n",
            "import numpy as np\nx = np.argmax(y, axis=1)\n",
        ),
        (
            "import numpy as np\nfrom keras.utils import np_utils\nx = f(np_utils.categorical_probas_to_classes(g(y)))\n",
            "import numpy as np\nx = f(np.argmax(g(y), axis=1))\n",
        ),
        (
            "import numpy\nfrom keras.utils.np_utils import categorical_probas_to_classes as f\nx = f(a.b(y)) + 1\n",
            "import numpy\nx = numpy.argmax(a.b(y), axis=1) + 1\n",
        ),
        (
            "import numpy as np\nfrom keras.utils.np_utils import probas_to_classes\nx = probas_to_classes(y)\n",
            f"import numpy as np\nx = {CLASSES}\n",
        ),
        (
            "import numpy as np\nfrom keras.utils import np_utils\nx = np_utils.probas_to_classes(y)[0]\n",
            f"import numpy as np\nx = ({CLASSES})[0]\n",
        ),
    ],
)
def test_classes(legacy: str, modern: str) -> None:
    check_upgraded(legacy, modern)


def test_classes_of_what_has_no_name() -> None:
    source = "from keras.utils import np_utils\nx = np_utils.probas_to_classes(model.predict(y))\n"
    check_declined(source, "TFM190", 2)


@pytest.mark.parametrize(
    "source",
    [
        "from mine import np_utils\nx = np_utils.categorical_probas_to_classes(y)\n",
        "import keras\ndef probas_to_classes(y):\n    return y\nx = probas_to_classes(y)\n",
        "import keras\nimport numpy as np\nx = np.argmax(y, axis=1)\n",
    ],
)
def test_other_classes(source: str) -> None:
    check_untouched(source)
