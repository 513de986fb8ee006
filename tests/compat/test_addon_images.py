"""`rotate`, `translate` and `transform` give what three releases of TensorFlow Addons gave."""

import json

import numpy as np
import pytest

from tests.compat.paths import ORACLES

tf = pytest.importorskip("tensorflow")
if not hasattr(getattr(tf, "raw_ops", None), "ImageProjectiveTransformV3"):
    pytest.skip("TensorFlow 2.4 has the operation", allow_module_level=True)
if not tf.executing_eagerly():
    pytest.skip("TensorFlow Addons were of TensorFlow 2", allow_module_level=True)

from compat import addon_images  # noqa: E402
from tests.compat.oracles.addon_images_cases import cases, found  # noqa: E402

RECORDED = json.loads(ORACLES.joinpath("addon_images.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("release", RECORDED)
def test_same_images(release):
    compared = 0
    for mine, told in zip(found(addon_images), RECORDED[release]):
        if told is not None:
            assert mine[:3] == told[:3]
            if isinstance(told[3], str):
                assert mine[3] == told[3], mine
            else:
                np.testing.assert_allclose(mine[3], told[3], rtol=2e-6)
            compared += 1
    assert compared > 50


def test_images_of_unknown_rank():
    for name, (images, *given), named in cases():
        function = getattr(addon_images, name)

        def of_images(images, function=function, given=given, named=named):
            return function(images, *given, **named)

        traced = tf.function(of_images, input_signature=[tf.TensorSpec(None, images.dtype)])
        np.testing.assert_array_equal(traced(images), function(images, *given, **named))


def test_transforms_of_another_shape():
    with pytest.raises(ValueError, match="rank"):
        addon_images.transform(np.zeros((3, 3)), np.zeros((1, 1, 8)))
