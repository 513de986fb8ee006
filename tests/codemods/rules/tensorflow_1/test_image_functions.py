from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

SOURCE = """import tensorflow as tf

tf.enable_eager_execution()


def prepared(path, boxes, scores, given):
    pixels = tf.image.decode_jpeg(tf.io.read_file(path), channels=3)
    scaled = tf.cast(pixels, tf.float32)
    return {call}
"""
GRAPH = """import tensorflow as tf

pixels = tf.image.decode_jpeg(tf.placeholder(tf.string))
with tf.Session() as session:
    session.run({call})
"""
CHANGED = [
    "tf.image.per_image_standardization(pixels)",
    "tf.image.per_image_standardization(image=pixels)",
    "tf.image.per_image_standardization(tf.random_crop(pixels, [24, 24, 3]))",
    "tf.image.per_image_standardization(tf.image.random_flip_left_right(pixels))",
    "tf.image.per_image_standardization(tf.cast(scaled, tf.float16))",
    "tf.image.per_image_standardization(tf.image.convert_image_dtype(scaled, dtype=tf.uint8))",
    "tf.image.per_image_standardization(tf.image.decode_png(path, dtype=tf.uint16))",
    "tf.image.adjust_gamma(pixels, 2.0)",
    "tf.image.non_max_suppression_with_scores(boxes, scores, 4, soft_nms_sigma=0.5)",
    "tf.image.non_max_suppression_with_scores(boxes, scores, 4, 0.5, 0.1, given)",
]


def _codes(source: str, settings: Settings | None = None) -> tuple[list[str], list[str]]:
    result = upgrade(source.encode(), settings or Settings())
    assert isinstance(result, Upgraded)
    return (
        [each.code for each in result.findings if each.code == "TFM265"],
        [each.code for each in result.notes if each.code == "TFM265"],
    )


@pytest.mark.parametrize("call", CHANGED)
@pytest.mark.parametrize("to", ["native", "compat"])
def test_reported(call: str, to: str) -> None:
    assert _codes(SOURCE.format(call=call), Settings(to)) == (["TFM265"], [])


@pytest.mark.parametrize("call", [each for each in CHANGED if "scaled" not in each and "(path" not in each][:4])
def test_in_graph_mode(call: str) -> None:
    assert _codes(GRAPH.format(call=call)) == (["TFM265"], [])


@pytest.mark.parametrize(
    "call",
    [
        "tf.image.per_image_standardization(given)",
        "tf.image.adjust_gamma(given, 2.0)",
        "tf.image.per_image_standardization(tf.image.resize_images(pixels, (3, 3)))",
        "tf.image.per_image_standardization(tf.cast(pixels, given))",
        "map(tf.image.per_image_standardization, given)",
        "tf.image.non_max_suppression_padded(boxes, scores, 4)",
    ],
)
def test_what_does_not_show(call: str) -> None:
    assert _codes(SOURCE.format(call=call)) == ([], ["TFM265"])


@pytest.mark.parametrize(
    "call",
    [
        "tf.image.per_image_standardization(scaled)",
        "tf.image.per_image_standardization(tf.random_crop(scaled, [24, 24, 3]))",
        "tf.image.per_image_standardization(tf.to_float(pixels))",
        "tf.image.per_image_standardization(tf.cast(pixels, tf.float32) / 255.0)",
        "tf.image.per_image_standardization(tf.image.convert_image_dtype(pixels, tf.float32))",
        "tf.image.per_image_standardization(tf.image.decode_image(path, dtype=tf.float32))",
        "tf.image.adjust_gamma(scaled, 2.0)",
        "tf.image.adjust_brightness(pixels, 0.2)",
        "tf.image.non_max_suppression_with_scores(boxes, scores, 4)",
        "tf.image.non_max_suppression_with_scores(boxes, scores, 4, soft_nms_sigma=0.0)",
        "tf.image.non_max_suppression(boxes, scores, 4)",
    ],
)
def test_same_in_both(call: str) -> None:
    assert _codes(SOURCE.format(call=call)) == ([], [])


@pytest.mark.parametrize("call", CHANGED)
def test_tensorflow_2(call: str) -> None:
    source = SOURCE.format(call=call).replace("tf.enable_eager_execution()", "tf.config.list_physical_devices()")
    assert _codes(source.replace("tf.random_crop", "tf.image.random_crop")) == ([], [])


STEPS = """    image = tf.random_crop(image, [24, 24, 3])
    image = tf.image.random_flip_left_right(image)
    image = tf.image.random_brightness(image, 0.2)
    image = tf.image.random_contrast(image, 0.2, 1.8)
    return tf.image.per_image_standardization(image)
"""


@pytest.mark.parametrize(
    ("image", "expected"),
    [
        ("tf.cast(tf.image.decode_jpeg(path), tf.float32)", ([], [])),
        ("tf.image.decode_jpeg(path)", (["TFM265"], [])),
        ("read(path)", ([], ["TFM265"])),
    ],
)
def test_an_image_that_is_bound_again(image: str, expected: tuple[list[str], list[str]]) -> None:
    head = "import tensorflow as tf\n\ntf.enable_eager_execution()\n\n\ndef distorted(path):\n"
    assert _codes(f"{head}    image = {image}\n{STEPS}") == expected
