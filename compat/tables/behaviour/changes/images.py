"""Changes in `tf.image`, in `ImageDataGenerator`, and in `tf.losses.Reduction`."""

from typing import Tuple

from compat.tables.rows import Change

_TENSORFLOW = "https://github.com/tensorflow/tensorflow/blob/"
_IMAGES = _TENSORFLOW + "v1.15.5/tensorflow/python/ops/image_ops_impl.py"
_IMAGES_24 = _TENSORFLOW + "v2.4.0/tensorflow/python/ops/image_ops_impl.py"
_AUGMENTED = "https://github.com/keras-team/keras/blob/v3.15.1/keras/src/legacy/preprocessing/image.py"
_TF_1 = ("keras 2.2.4", "keras 2.3.1", "tf.keras 1*")
_TO_2_3 = ("keras 2*", "tf.keras 1*", "tf.keras 2.3")
_FROM_1_15_TO_2_3 = ("keras 2.3.1*", "tf.keras 1.15", "tf.keras 2.3")


def _eager(call: str) -> str:
    return f"""# tensorflow==1.15.5
import tensorflow as tf

tf.enable_eager_execution()
result = tf.image.{call}
"""


def _augmented(ranges: str) -> str:
    return f"""# keras==2.3.1
from keras.preprocessing.image import ImageDataGenerator

generator = ImageDataGenerator({ranges})
"""


IMAGES: Tuple[Change, ...] = (
    Change(
        "The axes of images that change at random",
        (
            "preprocessing: *_range * / image",
            "preprocessing: images_of_all_ranges / *",
            "preprocessing: functions_of_images / *",
        ),
        _TO_2_3,
        "width_shift_range moved columns, height_shift_range rows, and images turned about their centre.",
        "They move rows and columns, a shear goes along the other axis, and images that are not square turn beside it.",
        "Take ImageDataGenerator from compat.keras.preprocessing.image, which upgrade writes.",
        _AUGMENTED,
        rules=("TFM385",),
        example=_augmented("width_shift_range=0.4"),
        carried=True,
    ),
    Change(
        "The brightness of images",
        ("preprocessing: brightness / *",),
        _TO_2_3,
        "brightness_range first spread the values of each image from 0 to 255.",
        "It takes them as they are: an image of values from 0 to 1 becomes black.",
        "Take ImageDataGenerator from compat.keras.preprocessing.image, which upgrade writes.",
        _AUGMENTED,
        rules=("TFM385",),
        example=_augmented("brightness_range=(0.5, 1.5)"),
        carried=True,
    ),
    Change(
        "The samples of tf.image.resize",
        ("tensorflow_image: resize(* / value", "tensorflow_image: resize(* / type"),
        _TF_1,
        "tf.image.resize was resize_images: samples on the corners of the pixels, and the type kept for the same size.",
        "Samples are in the middle of the pixels, and the result has floats unless neighbours are taken.",
        "Call tf.compat.v1.image.resize, which upgrade writes; or train again with the new images.",
        _IMAGES,
        rules=("TFM103",),
        example=_eager("resize(images, [8, 9])"),
        carried=True,
    ),
    Change(
        "Arguments of tf.image.resize",
        ("tensorflow_image: resize(* / raises",),
        _TF_1,
        "resize took align_corners=, and numbers for the method.",
        "It raises TypeError, or ValueError.",
        "Call tf.compat.v1.image.resize, which upgrade writes.",
        _IMAGES,
        rules=("TFM103",),
        example=_eager("resize(images, [8, 9], align_corners=True)"),
        carried=True,
        stops=True,
    ),
    Change(
        "The values of ResizeMethod",
        ("tensorflow_image: methods_of_resizing / values",),
        _TF_1,
        "The methods were numbers: ResizeMethod.AREA was 3.",
        'They are texts, such as "area".',
        "Use tf.compat.v1.image.ResizeMethod, which upgrade writes.",
        _IMAGES,
        rules=("TFM103",),
        example=_eager("ResizeMethod.AREA"),
        carried=True,
    ),
    Change(
        "box_ind of crop_and_resize",
        ("tensorflow_image: crop_and_resize(*box_ind=* / raises",),
        _TF_1,
        "crop_and_resize took box_ind=.",
        "It raises TypeError: the argument is box_indices=.",
        "Use the new name, which upgrade writes.",
        _IMAGES,
        rules=("TFM103",),
        example=_eager("crop_and_resize(images, boxes, box_ind=[0], crop_size=[3, 3])"),
        carried=True,
        stops=True,
    ),
    Change(
        "Boxes that are drawn without colours",
        ("tensorflow_image: draw_bounding_boxes(* / raises",),
        _TF_1,
        "draw_bounding_boxes had colours of its own.",
        "It raises TypeError: colors has no default.",
        "Pass colors=None, or call tf.compat.v1.image.draw_bounding_boxes, which upgrade writes.",
        _IMAGES,
        rules=("TFM103",),
        example=_eager("draw_bounding_boxes(images, boxes)"),
        carried=True,
        stops=True,
    ),
    Change(
        "The second seed of sample_distorted_bounding_box",
        ("tensorflow_image: sample_distorted_bounding_box(*, 1, 1, * / raises",),
        _TF_1,
        "sample_distorted_bounding_box had two seeds, so that the covered share was its fifth argument.",
        "It has one, and takes the fifth argument for aspect_ratio_range.",
        "Call tf.compat.v1.image.sample_distorted_bounding_box, which upgrade writes.",
        _IMAGES,
        rules=("TFM103",),
        example=_eager("sample_distorted_bounding_box([40, 60, 3], boxes, 1, 1, 0.5)"),
        carried=True,
        stops=True,
    ),
    Change(
        "Glimpses that are not centered, or not normalized",
        ("tensorflow_image: extract_glimpse(* / value",),
        ("keras 2*", "tf.keras 1*"),
        "The offsets of extract_glimpse were those of the middle of the glimpse.",
        "They are those of its upper left corner, unless they are centered and normalized.",
        "Call tf.compat.v1.image.extract_glimpse, which upgrade writes in a file of TensorFlow 1.",
        "https://github.com/tensorflow/tensorflow/releases/tag/v2.2.0",
        rules=("TFM103",),
        example=_eager("extract_glimpse(images, [2, 2], offsets, centered=False)"),
        carried=True,
    ),
    Change(
        "The type that per_image_standardization gives",
        (
            "tensorflow_image: per_image_standardization(* / type",
            "tensorflow_image: per_image_standardization(* / value",
        ),
        _FROM_1_15_TO_2_3,
        "From TensorFlow 1.14 to 2.3 the result had the type of the image: whole numbers were cut off at 0.",
        "The result has float32, as up to TensorFlow 1.13.",
        "Nothing where float32 is meant.",
        _IMAGES,
        rules=("TFM265",),
        example=_eager("per_image_standardization(tf.image.decode_jpeg(contents))"),
    ),
    Change(
        "The type that adjust_gamma gives",
        ("tensorflow_image: adjust_gamma(pixels, 2.0) / *",),
        ("keras 2.2.4", "tf.keras 1.13"),
        "adjust_gamma of whole numbers gave float32.",
        "It gives whole numbers.",
        "Convert the image to floats first.",
        _TENSORFLOW + "v1.13.2/tensorflow/python/ops/image_ops_impl.py",
        rules=("TFM265",),
        example=_eager("adjust_gamma(tf.image.decode_jpeg(contents), 2.0)"),
    ),
    Change(
        "adjust_contrast of half floats, without a GPU",
        ("tensorflow_image: adjust_contrast(tf.cast(image, 'float16'), 1.5) / raises",),
        _TO_2_3,
        "adjust_contrast took float16.",
        "It raises NotFoundError: the kernel for processors takes float32.",
        "Cast the image to float32.",
        _IMAGES,
        stops=True,
    ),
    Change(
        "Boxes that overlap, with soft_nms_sigma",
        ("tensorflow_image: non_max_suppression_with_scores(*soft_nms_sigma* / value *",),
        _FROM_1_15_TO_2_3,
        "A box that overlaps a better one by more than iou_threshold was dropped; the scores of others were scaled.",
        "No box is dropped for its overlap: all scores are scaled.",
        "Drop such boxes with tf.image.non_max_suppression first.",
        _IMAGES,
        rules=("TFM265",),
        example=_eager("non_max_suppression_with_scores(boxes, scores, 4, soft_nms_sigma=0.5)"),
    ),
    Change(
        "The corners of boxes in non_max_suppression_padded",
        ("tensorflow_image: non_max_suppression_padded(tf.constant(flipped)* / value *",),
        _TO_2_3,
        "The corners of each box could be in any order.",
        "All boxes are taken to have the order of the first one.",
        "Give all boxes as y1, x1, y2, x2.",
        _IMAGES_24,
        rules=("TFM265",),
        example=_eager("non_max_suppression_padded(boxes, scores, 4)"),
    ),
    Change(
        "Random functions with the same seed",
        (
            "tensorflow_image: random_brightness(np.zeros((2, 2, 1), 'float32'), 0.2, 3) / varies",
            "tensorflow_image: the_same_seed_twice / same",
        ),
        _TF_1,
        "Two operations of a graph with the same seed drew the same numbers, as for an image and its mask.",
        "Outside of a graph each call goes on drawing; in the function of a dataset they draw the same.",
        "Augment in Dataset.map; a script with a session goes on building graphs, by what upgrade writes.",
        _TENSORFLOW + "v2.4.0/tensorflow/python/framework/random_seed.py",
        rules=("TFM160",),
        example="""# tensorflow==1.15.5
import tensorflow as tf

image = tf.image.random_brightness(images, 0.5, seed=3)
mask = tf.image.random_brightness(masks, 0.5, seed=3)
with tf.Session() as session:
    session.run([image, mask])
""",
        on_shims="draw as TensorFlow 2 does",
    ),
    Change(
        "The values of tf.losses.Reduction",
        ("tensorflow_data: reductions_of_losses / sum*",),
        _TF_1,
        'Reduction.SUM was "weighted_sum".',
        'It is "sum".',
        "Use tf.compat.v1.losses.Reduction, which upgrade writes.",
        _TENSORFLOW + "v1.15.5/tensorflow/python/ops/losses/losses_impl.py",
        rules=("TFM103",),
        example="""# tensorflow==1.15.5
import tensorflow as tf

tf.enable_eager_execution()
reduction = tf.losses.Reduction.SUM
""",
        carried=True,
    ),
)
