"""Keywords about loading of `fit`, `evaluate` and `predict`, which a dataset has in Keras 3."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

MODEL = "from keras.models import Sequential\nm = Sequential()\n"
DATA = """\
from keras.models import Sequential
from keras.utils import Sequence
class Batches(Sequence):
    def __len__(self): return 2
    def __getitem__(self, index): return images[index], labels[index]
b = Batches()
m = Sequential()
"""
WRAPPED = """\
import keras
class Wrapped:
    def __init__(self):
        self.model = keras.Sequential()
    def __getattr__(self, name):
        return getattr(self.model, name)
    def predict(self, x, workers):
        return [workers]
m = Wrapped()
"""


@pytest.mark.parametrize(
    ("head", "legacy", "modern"),
    [
        (MODEL, "m.fit(x, y, workers=4)", "m.fit(x, y)"),
        (MODEL, "m.fit(x=x, y=y, workers=4, epochs=2)", "m.fit(x=x, y=y, epochs=2)"),
        (MODEL, "print(m.predict(x, max_queue_size=20, use_multiprocessing=True))", "print(m.predict(x))"),
        (MODEL, "m.fit(\n    x,\n    workers=4,  # cores\n    epochs=2)", "m.fit(\n    x,\n    # cores\n    epochs=2)"),
        (WRAPPED, "m.evaluate(x, y, workers=4)", "m.evaluate(x, y)"),
        (WRAPPED, "m.model.evaluate(x, y, workers=4)", "m.model.evaluate(x, y)"),
        (DATA, "m.fit(b, workers=4)", "b.workers = 4\nm.fit(b)"),
        (DATA, "m.fit(x=b, workers=4)", "b.workers = 4\nm.fit(x=b)"),
        (
            DATA,
            "h = m.evaluate(b, workers=n, max_queue_size=10, use_multiprocessing=True)",
            "b.workers = n\nb.use_multiprocessing = True\nh = m.evaluate(b)",
        ),
        (MODEL, "m.fit(**data, workers=4)", "m.fit(**data)"),
        (DATA, "m.fit(Batches(), workers=4)", "m.fit(Batches())"),
        (DATA, "if True: m.fit(b, workers=4)", "if True: m.fit(b)"),
    ],
)
def test_moved_or_dropped(head: str, legacy: str, modern: str) -> None:
    check_upgraded(f"{head}{legacy}\n", f"{head}{modern}\n")


def test_an_object_that_is_only_probably_a_model() -> None:
    check_declined("import keras\ndef f(net): net.fit(x, epochs=2, workers=3)\n", "TFM196", 2)


@pytest.mark.parametrize(
    "source",
    [
        MODEL + "m.fit(x, epochs=2)\n",
        MODEL + "m.fit(workers)\n",
        "import keras\nclass M(keras.Model):\n  def fit(self, **kw): pass\nM().fit(x, workers=3)\n",
        WRAPPED + "m.predict(x, workers=4)\n",
        "from sklearn.cluster import KMeans\nKMeans().fit(x, workers=3)\n",
        "import keras\npool.fit(x, workers=3)\n",
        "import tf_keras\nm = tf_keras.Sequential()\nm.fit(x, workers=3)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_the_shims_take_them() -> None:
    check_untouched("from compat.keras.models import Sequential\nm = Sequential()\nm.fit(x, workers=3)\n", to="compat")
