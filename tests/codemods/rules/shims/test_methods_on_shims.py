"""Methods that the objects of the shims do not have are reported; those that they have are not."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched

MODEL = "from compat.keras.models import Sequential\nm = Sequential()\n"
TF = "from compat import tensorflow as tf\n"


@pytest.mark.parametrize(
    ("source", "line", "said"),
    [
        (MODEL + "m.save_spec()\n", 3, "keras.models.Sequential.save_spec exists only in"),
        (MODEL + "m.fit(x)\nm.save_spec()\n", 4, "keras.models.Sequential.save_spec exists only in"),
    ],
)
def test_reported(source: str, line: int, said: str) -> None:
    findings = check_declined(source, "TFM175", line, to="compat")
    assert said in findings.message


@pytest.mark.parametrize(
    "source",
    [
        MODEL + "m.fit_generator(g)\nm.predict_classes(x)\nm.summary()\n",
        "from compat.keras.optimizers import SGD\nSGD(0.1).lr\n",
        TF + "m = tf.keras.metrics.Mean()\nm.update_state(1.0)\nm.reset_states()\n",
        TF + "s = tf.Session(graph=g)\ns.run(x)\ns.reset('')\ns.partial_run(h)\n",
        TF + "s = tf.contrib.distribute.MirroredStrategy()\ns.call_for_each_tower(f)\ns.distribute_dataset(f)\n",
        "from compat.keras.preprocessing.image import ImageDataGenerator\nImageDataGenerator().fit(x)\n",
        TF + "g = tf.keras.preprocessing.image.ImageDataGenerator()\ng.fit(x)\ng.standardize(g.random_transform(x))\n",
        "from compat.keras.callbacks import ModelCheckpoint\nModelCheckpoint(p).period\n",
        "from compat.keras.models import Model\nclass M(Model):\n    def save_spec(self): pass\nM().save_spec()\n",
        MODEL.replace("Sequential()", "f(Sequential)") + "m.save_spec()\n",
        "from compat.keras.utils import multi_gpu_model\nm = multi_gpu_model(x, 2)\nm.fit_generator(g)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source, to="compat")
