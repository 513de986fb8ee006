"""`tf.image`: sizes, colours, boxes, files and measures of images, and what is random of them.

`image` has floats from 0 to 1, `images` two of them, `pixels` whole numbers from 0 to 255.
"""

import base64

import numpy as np

from tests.behaviour.probes import integers, probe, reals, register

SIZES = [
    "resize(images, [8, 9])",
    "resize(images, [2, 3])",
    "resize(images, [4, 6])",
    "resize(image, [3, 4])",
    "resize(pixels, [3, 4])",
    "resize(pixels, [4, 6])",
    "resize(pixels, [8, 9], tf.image.ResizeMethod.NEAREST_NEIGHBOR)",
    "resize(images, [8, 9], tf.image.ResizeMethod.BILINEAR)",
    "resize(images, [8, 9], method=tf.image.ResizeMethod.NEAREST_NEIGHBOR)",
    "resize(images, [3, 4], method=tf.image.ResizeMethod.NEAREST_NEIGHBOR)",
    "resize(images, [8, 9], method=tf.image.ResizeMethod.BICUBIC)",
    "resize(images, [3, 4], method=tf.image.ResizeMethod.BICUBIC)",
    "resize(images, [3, 4], method=tf.image.ResizeMethod.AREA)",
    "resize(images, [8, 12], method=tf.image.ResizeMethod.AREA)",
    "resize(images, [8, 9], preserve_aspect_ratio=True)",
    "resize(images, [3, 3], preserve_aspect_ratio=True)",
    "resize(images, [8, 9], align_corners=True)",
    "resize(images, [8, 9], 0)",
    "resize(images, [8, 9], method=2)",
    "resize_images(images, [8, 9])",
    "resize_images(image, [3, 4])",
    "resize_images(pixels, [4, 6])",
    "resize_images(pixels, [3, 4], method=1)",
    "resize_images(images, [8, 9], method=tf.image.ResizeMethod.BICUBIC)",
    "resize_images(images, [3, 4], align_corners=True)",
    "resize_images(images, [3, 3], preserve_aspect_ratio=True)",
    "resize_bilinear(images, [8, 9])",
    "resize_bilinear(images, [3, 4], align_corners=True)",
    "resize_bicubic(images, [8, 9])",
    "resize_nearest_neighbor(images, [8, 9])",
    "resize_nearest_neighbor(images, [3, 4], align_corners=True)",
    "resize_area(images, [3, 4])",
    "resize_image_with_pad(image, 5, 5)",
    "resize_with_pad(image, 5, 5)",
    "resize_image_with_crop_or_pad(image, 5, 5)",
    "resize_with_crop_or_pad(image, 5, 5)",
    "resize_with_crop_or_pad(image, 3, 9)",
    "resize_with_crop_or_pad(images, 3, 3)",
    "central_crop(image, 0.5)",
    "central_crop(image, 0.6)",
    "central_crop(reals(5, 7, 1), 0.5)",
    "central_crop(reals(5, 7, 1), 0.3)",
    "central_crop(reals(2, 5, 7, 1), 0.875)",
    "central_crop(image, 1.0)",
    "crop_to_bounding_box(image, 1, 2, 2, 3)",
    "pad_to_bounding_box(image, 1, 2, 6, 9)",
    "pad_to_bounding_box(images, 0, 1, 5, 8)",
    "flip_left_right(image)",
    "flip_left_right(images)",
    "flip_up_down(image)",
    "flip_up_down(images)",
    "rot90(image)",
    "rot90(image, 3)",
    "rot90(images, k=2)",
    "rot90(image, k=5)",
    "transpose(image)",
    "transpose(images)",
    "transpose_image(image)",
    "extract_patches(images, [1, 2, 2, 1], [1, 2, 2, 1], [1, 1, 1, 1], 'VALID')",
    "extract_patches(images, sizes=[1, 3, 3, 1], strides=[1, 2, 2, 1], rates=[1, 1, 1, 1], padding='SAME')",
    "extract_image_patches(images, [1, 2, 2, 1], [1, 2, 2, 1], [1, 2, 2, 1], 'VALID')",
    "extract_glimpse(squares, [2, 2], [[0.0, 0.0], [0.2, -0.3]])",
    "extract_glimpse(squares, [3, 2], [[0.5, 0.5], [-0.25, 0.25]])",
    "extract_glimpse(squares, [2, 2], [[2.0, 2.0], [1.0, 3.0]], centered=False, normalized=False)",
    "extract_glimpse(squares, [2, 2], [[1.0, 1.0], [-1.0, 0.0]], normalized=False)",
    "extract_glimpse(squares, [2, 2], [[0.25, 0.5], [0.5, 0.25]], centered=False)",
]
COLOURS = [
    "adjust_brightness(image, 0.2)",
    "adjust_brightness(images, -0.3)",
    "adjust_brightness(pixels, 0.2)",
    "adjust_contrast(image, 2.0)",
    "adjust_contrast(images, 0.5)",
    "adjust_contrast(pixels, 1.5)",
    "adjust_contrast(tf.cast(image, 'float16'), 1.5)",
    "adjust_gamma(image, 2.0)",
    "adjust_gamma(image, 0.5, 2.0)",
    "adjust_gamma(pixels, 2.0)",
    "adjust_hue(image, 0.3)",
    "adjust_hue(images, -0.2)",
    "adjust_hue(pixels, 0.3)",
    "adjust_hue(3.0 * image - 1.0, 0.3)",
    "adjust_saturation(image, 0.5)",
    "adjust_saturation(images, 2.0)",
    "adjust_saturation(pixels, 2.0)",
    "adjust_saturation(3.0 * image - 1.0, 0.5)",
    "adjust_jpeg_quality(image, 100)",
    "convert_image_dtype(pixels, tf.float32)",
    "convert_image_dtype(image, tf.uint8)",
    "convert_image_dtype(image, tf.uint8, saturate=True)",
    "convert_image_dtype(1.5 * image - 0.2, tf.uint8, saturate=True)",
    "convert_image_dtype(pixels, tf.int16)",
    "convert_image_dtype(pixels, tf.uint16)",
    "convert_image_dtype(pixels.astype('uint16') * 257, tf.uint8)",
    "convert_image_dtype(pixels.astype('int32'), tf.float32)",
    "convert_image_dtype(image, tf.int32)",
    "convert_image_dtype(image, tf.float16)",
    "grayscale_to_rgb(gray)",
    "rgb_to_grayscale(image)",
    "rgb_to_grayscale(pixels)",
    "hsv_to_rgb(image)",
    "rgb_to_hsv(image)",
    "rgb_to_hsv(3.0 * image - 1.0)",
    "rgb_to_hsv(np.ones((1, 1, 3), 'float32'))",
    "rgb_to_yiq(image)",
    "rgb_to_yuv(image)",
    "yiq_to_rgb(image)",
    "yuv_to_rgb(image)",
    "per_image_standardization(image)",
    "per_image_standardization(images)",
    "per_image_standardization(pixels)",
    "per_image_standardization(np.ones((2, 3, 1), 'float32'))",
    "per_image_standardization(tf.cast(image, 'float16'))",
    "total_variation(images)",
    "image_gradients(images)",
    "sobel_edges(images)",
    "psnr(images, 0.9 * images, 1.0)",
    "psnr(pixels, pixels // 2, 255)",
    "psnr(images, images, max_val=1.0)",
    "ssim(large, 0.9 * large, 1.0)",
    "ssim(large, 0.9 * large, max_val=1.0, filter_size=5)",
    "ssim(tf.cast(255 * large, 'uint8'), tf.cast(200 * large, 'uint8'), 255)",
    "ssim(large[0], 0.5 * large[0], 1.0)",
    "ssim_multiscale(large, 0.9 * large, 1.0, power_factors=(0.5, 0.5))",
    "ssim_multiscale(large, 0.9 * large, 1.0, filter_size=3, power_factors=(0.2, 0.3, 0.5))",
]
BOXES = [
    "crop_and_resize(images, boxes, [0, 1, 0], [3, 3])",
    "crop_and_resize(images, boxes, box_ind=[0, 1, 0], crop_size=[3, 3])",
    "crop_and_resize(images, boxes, box_indices=[0, 1, 0], crop_size=[3, 3])",
    "crop_and_resize(images, boxes, [0, 1, 0], [3, 3], method='nearest')",
    "crop_and_resize(images, boxes, [0, 1, 0], [1, 1])",
    "crop_and_resize(images, [[-0.2, 0.0, 1.2, 1.0]], [0], [4, 4], extrapolation_value=-1.0)",
    "crop_and_resize(pixels[None], boxes, [0, 0, 0], [2, 2])",
    "draw_bounding_boxes(np.zeros((1, 6, 6, 3), 'float32'), [[[0.1, 0.2, 0.7, 0.9], [0.0, 0.0, 0.5, 0.5]]])",
    "draw_bounding_boxes(np.zeros((1, 6, 6, 1), 'float32'), [[[0.1, 0.2, 0.7, 0.9]]])",
    "draw_bounding_boxes(np.zeros((1, 6, 6, 3), 'float32'), [[[0.1, 0.2, 0.7, 0.9]]], [[0.3, 0.6, 0.9]])",
    "draw_bounding_boxes(np.zeros((1, 6, 6, 3), 'float32'), [[[0.1, 0.2, 0.7, 0.9]]], colors=[[0.3, 0.6, 0.9]])",
    "non_max_suppression(many, scores, 3)",
    "non_max_suppression(many, scores, 5, iou_threshold=0.2)",
    "non_max_suppression(many, scores, 5, 0.5, 0.4)",
    "non_max_suppression(many, [0.5, 0.5, 0.5, 0.5, 0.5], 5)",
    "non_max_suppression_overlaps(overlaps, [0.9, 0.8, 0.7], 3, 0.5)",
    "non_max_suppression(flipped, [0.9, 0.8, 0.7], 3)",
    "non_max_suppression_padded(tf.constant(flipped), [0.9, 0.8, 0.7], 3)",
    "non_max_suppression_with_scores(many, scores, 4, 0.5, soft_nms_sigma=0.1)",
    "non_max_suppression_with_scores(many, scores, 4, 1.0, soft_nms_sigma=0.5)",
    "non_max_suppression_padded(many, scores, 4, pad_to_max_output_size=True)",
    "non_max_suppression_padded(tf.constant(many), tf.constant(scores), 4)",
    "non_max_suppression_with_scores(many, scores, 3)",
    "non_max_suppression_with_scores(many, scores, 4, soft_nms_sigma=0.5)",
    "combined_non_max_suppression(many[None, :, None], of_classes, 2, 3)",
    "combined_non_max_suppression(2 * many[None, :, None], of_classes, 2, 3)",
    "combined_non_max_suppression(2 * many[None, :, None], of_classes, 2, 3, clip_boxes=False)",
    "combined_non_max_suppression(many[None, :, None], of_classes, 2, 3, pad_per_class=True)",
    "sample_distorted_bounding_box([40, 60, 3], [[[0.0, 0.0, 1.0, 1.0]]], 1, 1, 1.0, [0.1, 10.0], [1.0, 1.0])",
    "sample_distorted_bounding_box([40, 60, 3], [[[0.0, 0.0, 1.0, 1.0]]], min_object_covered=1.0, area_range=[1, 1])",
]
FILES = [
    "encode_png(pixels)",
    "decode_png(tf.image.encode_png(pixels))",
    "decode_png(tf.image.encode_png(pixels), channels=1)",
    "decode_png(tf.image.encode_png(pixels), channels=4)",
    "decode_png(tf.image.encode_png(pixels), dtype=tf.uint16)",
    "decode_image(tf.image.encode_png(pixels))",
    "decode_image(tf.image.encode_png(pixels), channels=1)",
    "decode_image(tf.image.encode_png(pixels), dtype=tf.float32)",
    "decode_image(tf.image.encode_png(pixels), dtype=tf.uint16)",
    "decode_image(tf.image.encode_png(pixels), expand_animations=False)",
    "decode_image(gif)",
    "decode_image(gif, expand_animations=False)",
    "decode_image(bmp)",
    "decode_gif(gif)",
    "decode_bmp(bmp)",
    "decode_bmp(bmp, channels=3)",
    "decode_jpeg(jpeg)",
    "decode_jpeg(jpeg, channels=1)",
    "decode_jpeg(jpeg, ratio=2)",
    "decode_jpeg(jpeg, dct_method='INTEGER_ACCURATE')",
    "decode_jpeg(jpeg, fancy_upscaling=False)",
    "decode_jpeg(gif)",
    "decode_png(jpeg)",
    "decode_image(jpeg)",
    "decode_image(jpeg, dtype=tf.float32)",
    "decode_and_crop_jpeg(jpeg, [1, 2, 6, 5])",
    "extract_jpeg_shape(jpeg)",
    "is_jpeg(jpeg)",
    "is_jpeg(gif)",
    "decode_jpeg(tf.image.encode_jpeg(smooth))",
    "decode_jpeg(tf.image.encode_jpeg(smooth, quality=50))",
    "decode_jpeg(tf.image.encode_jpeg(smooth[:, :, :1], format='grayscale'))",
    "decode_jpeg(tf.image.encode_jpeg(smooth, chroma_downsampling=False))",
]
BOUNDED = {
    "random_brightness(gray, 0.2) - gray": (-0.2, 0.2),
    "random_brightness(np.zeros((2, 2, 1), 'float32'), 0.2, 3)": (-0.2, 0.2),
    "random_contrast(two, 0.5, 1.5)": (-0.25, 1.25),
    "random_hue(image, 0.5)": (0.0, 1.0),
    "random_saturation(image, 0.5, 1.5)": (0.0, 1.0),
    "random_flip_left_right(image)": (0.0, 1.0),
    "random_flip_left_right(images)": (0.0, 1.0),
    "random_flip_up_down(image)": (0.0, 1.0),
    "random_flip_up_down(images)": (0.0, 1.0),
    "random_crop(image, [2, 3, 3])": (0.0, 1.0),
    "random_jpeg_quality(image, 20, 100)": (0.0, 1.0),
}
"""Calls whose results are random, and what they lie between."""


def _given(surface):
    """The names of the expressions: arrays, and tensors of those whose shape TensorFlow 1 asked for."""
    tensor = surface.tf.constant
    grid = np.add.outer(np.arange(16) * 9, np.arange(16) * 7)[:, :, None]
    return {
        "reals": reals,
        "image": tensor(0.5 + 0.5 * reals(4, 6, 3)),
        "images": tensor(0.5 + 0.5 * reals(2, 4, 6, 3, start=1.0)),
        "gray": tensor(0.5 + 0.3 * reals(4, 6, 1)),
        "two": np.array([[[0.0], [1.0]]], "float32"),
        "pixels": integers(4, 6, 3, below=256).astype("uint8"),
        "smooth": (grid + np.array([0, 5, 10])).astype("uint8"),
        "squares": np.arange(50, dtype="float32").reshape(2, 5, 5, 1),
        "large": tensor(0.5 + 0.5 * reals(1, 24, 24, 1)),
        "boxes": np.array([[0.1, 0.2, 0.8, 0.9], [0.0, 0.0, 1.0, 1.0], [0.9, 0.8, 0.3, 0.1]], "float32"),
        "many": np.array(
            [[0, 0, 0.5, 0.5], [0.05, 0, 0.5, 0.5], [0.5, 0.5, 1, 1], [0.2, 0.2, 0.6, 0.6], [0.5, 0.5, 0.9, 0.9]],
            "float32",
        ),
        "flipped": np.array([[0, 0, 0.5, 0.5], [0.5, 0.4, 0.0, 0.0], [0.5, 0.5, 1, 1]], "float32"),
        "overlaps": np.array([[1.0, 0.6, 0.2], [0.6, 1.0, 0.1], [0.2, 0.1, 1.0]], "float32"),
        "of_classes": np.array([[[0.9, 0.1], [0.8, 0.2], [0.7, 0.3], [0.2, 0.6], [0.1, 0.5]]], "float32"),
        "scores": np.array([0.9, 0.8, 0.7, 0.6, 0.3], "float32"),
        "gif": GIF,
        "bmp": BMP,
        "jpeg": JPEG,
    }


GIF = base64.b64decode(
    "R0lGODdhAgACAIEAABQoPMiWZAAAAAAAACwAAAAAAgACAAAIBwABBAgAICAAIfkEAQAAAgAsAAAAAAIAAgCBBwcHBwcHAAAAAAAACAcAAQQIAC"
    "AgADs="
)
"""Two frames."""
BMP = (
    b"BMF\x00\x00\x00\x00\x00\x00\x006\x00\x00\x00(\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00\x01\x00\x18\x00\x00\x00"
    b"\x00\x00\x10\x00\x00\x00\x13\x0b\x00\x00\x13\x0b\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
    b"\x01\x02\x03\x04\x05\x06\x00\x00\x07\x08\x09\x0a\x0b\x0c\x00\x00"
)
JPEG = base64.b64decode(
    "/9j/4AAQSkZJRgABAQEBLAEsAAD/2wBDAAoHBwgHBgoICAgLCgoLDhgQDg0NDh0VFhEYIx8lJCIfIiEmKzcvJik0KSEiMEExNDk7Pj4+JS5ESU"
    "M8SDc9Pjv/2wBDAQoLCw4NDhwQEBw7KCIoOzs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozv/wAARCAAM"
    "AAoDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhBy"
    "JxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKT"
    "lJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAA"
    "AAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRom"
    "JygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExc"
    "bHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDA03SOny1vDSPlHy9q0tNtouPlrfFtFtHy9q9Y80//2Q=="
)
"""Twelve rows of ten pixels."""


def _measured(surface, found):
    """Its numbers, and the type of them; of files a length."""
    values = surface.numbers(found)
    if isinstance(values, list) and values and isinstance(values[0], np.ndarray):
        for index, each in enumerate(values):
            yield f"value {index}", each
        yield "type", ", ".join(str(each.dtype) for each in values)
    elif isinstance(values, np.ndarray) and values.dtype.kind in "SO":
        yield "bytes", len(values.item())
    elif isinstance(values, np.ndarray):
        yield "value", values
        yield "type", str(values.dtype)
    else:
        yield "value", values


def _call(code):
    def run(surface):
        return _measured(surface, surface.run("tf.image." + code, **_given(surface)))

    return run


for _code in SIZES + COLOURS + BOXES + FILES:
    register("tensorflow_image: " + _code, _call(_code))


def _random(code, bounds):
    def run(surface):
        given = _given(surface)
        drawn = [surface.run("tf.image." + code, **given) for _ in range(20)]
        drawn = np.stack(surface.numbers(drawn))
        yield "shape", list(drawn.shape)
        yield "type", str(drawn.dtype)
        yield "within", bool(drawn.min() >= bounds[0] - 1e-6 and drawn.max() <= bounds[1] + 1e-6)
        yield "varies", bool(np.abs(drawn - drawn[0]).max() > 0.05)

    return run


for _code, _bounds in BOUNDED.items():
    register("tensorflow_image: " + _code, _random(_code, _bounds))


@probe
def each_image_of_a_batch_is_flipped_by_its_own_draw(surface):
    ramp = np.tile(np.arange(2, dtype="float32").reshape(1, 1, 2, 1), (200, 1, 1, 1))
    flipped = surface.numbers(surface.tf.image.random_flip_left_right(ramp))[:, 0, 0, 0]
    yield "some", bool(60 < flipped.sum() < 140)


@probe
def the_same_seed_twice(surface):
    """Whether two calls with one seed draw the same."""
    image = reals(4, 6, 3)
    first, second = surface.numbers([surface.tf.image.random_brightness(image, 0.5, seed=3) for _ in range(2)])
    yield "same", bool(np.abs(first - second).max() < 1e-6)


@probe
def methods_of_resizing(surface):
    """The members of `ResizeMethod`, whose values are written in files."""
    methods = surface.tf.image.ResizeMethod
    yield "values", {name: getattr(methods, name) for name in ("AREA", "BICUBIC", "BILINEAR", "NEAREST_NEIGHBOR")}


@probe
def distorted_boxes(surface):
    """Boxes cover the share that is asked for."""
    boxes = np.array([[[0.2, 0.2, 0.8, 0.8]]], "float32")
    call = surface.tf.image.sample_distorted_bounding_box
    drawn = [call([50, 50, 3], boxes, min_object_covered=0.5, area_range=[0.3, 1.0]) for _ in range(20)]
    ends = np.array([np.asarray(each).ravel() for each in surface.numbers([each[2] for each in drawn])])
    area = (ends[:, 2] - ends[:, 0]) * (ends[:, 3] - ends[:, 1])
    yield "area", bool(area.min() > 0.25)
    yield "varies", bool(area.std() > 0.01)
    begin, size, box = surface.numbers(list(drawn[0]))
    yield "shapes", [list(begin.shape), list(size.shape), list(box.shape)]


@probe
def shapes_that_are_known(surface):
    """What a graph knows of the shape of a decoded image, on which `set_shape` and models build."""
    tf = surface.tf
    png = tf.image.encode_png(integers(4, 6, 3, below=256).astype("uint8"))
    yield "png", [type(tf.image.decode_png(png, channels=3)).__name__ != "", len(tf.image.decode_png(png).shape)]
    yield "crop", surface.numbers(tf.image.resize_with_crop_or_pad(reals(4, 6, 3), 3, 3)).shape
