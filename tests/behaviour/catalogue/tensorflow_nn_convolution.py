"""Convolutions and pooling of `tf.nn`, as calls that TensorFlow 1 and 2 both accept where there are such."""

import numpy as np

from tests.behaviour.operations import arrays, operations
from tests.behaviour.probes import probe, reals

FAMILY = "tensorflow_nn_convolution"
GIVEN = arrays(
    image=(2, 6, 5, 2),
    steps=(2, 7, 2),
    volume=(1, 4, 5, 4, 2),
    kernel1=(3, 2, 3),
    kernel2=(3, 2, 2, 3),
    kernel3=(2, 3, 2, 2, 3),
    upward1=(3, 3, 2),
    upward2=(3, 2, 3, 2),
    upward3=(2, 3, 2, 3, 2),
    depthwise=(3, 2, 2, 2),
    pointwise=(1, 1, 4, 3),
    structure=(2, 3, 2),
    even=(2, 4, 6, 4),
    small=(2, 2, 2, 4),
)
GIVEN["tied"] = np.round(GIVEN["image"])
_DILATED = "tf.nn.dilation2d(image, structure, [1, 1, 1, 1], "
_ERODED = "tf.nn.erosion2d(image, structure, [1, 1, 1, 1], "
_BACK = "tf.concat([image, image], 3), [1, 1, 1, 1], 'SAME')"

operations(
    FAMILY,
    [
        "tf.nn.conv1d(steps, kernel1, 1, 'SAME')",
        "tf.nn.conv1d(steps, kernel1, 2, 'VALID')",
        "tf.nn.conv1d(input=steps, filters=kernel1, stride=1, padding='SAME', data_format='NWC', dilations=1)",
        "tf.nn.conv1d_transpose(steps, upward1, [2, 14, 3], 2)",
        "tf.nn.conv1d_transpose(steps, upward1, [2, 9, 3], 1, 'VALID')",
        "tf.nn.conv2d(image, kernel2, [1, 1, 1, 1], 'SAME')",
        "tf.nn.conv2d(image, kernel2, [1, 2, 2, 1], 'SAME')",
        "tf.nn.conv2d(image, kernel2, strides=[1, 2, 1, 1], padding='VALID', data_format='NHWC')",
        "tf.nn.conv2d(image, kernel2, 2, 'SAME')",
        "tf.nn.conv2d(image, filters=kernel2, strides=1, padding=[[0, 0], [1, 2], [0, 3], [0, 0]])",
        "tf.nn.conv2d_transpose(image, upward2, [2, 12, 10, 3], [1, 2, 2, 1])",
        "tf.nn.conv2d_transpose(image, upward2, [2, 11, 9, 3], strides=[1, 2, 2, 1], padding='SAME')",
        "tf.nn.conv2d_transpose(image, upward2, [2, 8, 6, 3], [1, 1, 1, 1], 'VALID', 'NHWC')",
        "tf.nn.conv2d_transpose(input=image, filters=upward2, output_shape=[2, 12, 10, 3], strides=2)",
        "tf.nn.conv3d(volume, kernel3, [1, 1, 1, 1, 1], 'SAME')",
        "tf.nn.conv3d(volume, kernel3, strides=[1, 2, 1, 2, 1], padding='VALID')",
        "tf.nn.conv3d_transpose(volume, upward3, [1, 8, 10, 8, 3], [1, 2, 2, 2, 1])",
        "tf.nn.conv3d_transpose(volume, upward3, [1, 5, 7, 5, 3], [1, 1, 1, 1, 1], 'VALID')",
        "tf.nn.conv_transpose(image, upward2, [2, 12, 10, 3], 2)",
        "tf.nn.conv_transpose(steps, upward1, [2, 9, 3], 1, 'VALID')",
        "tf.nn.convolution(image, kernel2, padding='VALID')",
        "tf.nn.convolution(image, kernel2, padding='SAME', strides=[2, 2])",
        "tf.nn.convolution(steps, kernel1, strides=[2], padding='SAME')",
        "tf.nn.convolution(volume, kernel3, padding='SAME')",
        "tf.nn.convolution(volume, kernel3, padding='SAME', data_format='NDHWC')",
        "tf.nn.atrous_conv2d(image, kernel2, 2, 'SAME')",
        "tf.nn.atrous_conv2d(image, kernel2, 1, 'VALID')",
        "tf.nn.atrous_conv2d_transpose(image, upward2, [2, 6, 5, 3], 2, 'SAME')",
        "tf.nn.depthwise_conv2d(image, depthwise, [1, 1, 1, 1], 'SAME')",
        "tf.nn.depthwise_conv2d(image, depthwise, [1, 2, 2, 1], 'VALID')",
        ("tf.nn.depthwise_conv2d(image, depthwise, [1, 1, 1, 1], 'SAME', [2, 2])",
         "tf.nn.depthwise_conv2d(image, depthwise, [1, 1, 1, 1], 'SAME', dilations=[2, 2])"),
        "tf.nn.depthwise_conv2d_backprop_input([2, 6, 5, 2], depthwise, " + _BACK,
        "tf.nn.depthwise_conv2d_backprop_filter(image, [3, 2, 2, 2], " + _BACK,
        "tf.nn.separable_conv2d(image, depthwise, pointwise, [1, 1, 1, 1], 'SAME')",
        "tf.nn.separable_conv2d(image, depthwise, pointwise, [1, 2, 2, 1], 'VALID')",
        ("tf.nn.separable_conv2d(image, depthwise, pointwise, [1, 1, 1, 1], 'SAME', [2, 2])",
         "tf.nn.separable_conv2d(image, depthwise, pointwise, [1, 1, 1, 1], 'SAME', dilations=[2, 2])"),
        "tf.nn.with_space_to_batch(image, [2, 2], 'SAME', lambda x, n, p: tf.nn.atrous_conv2d(x, kernel2, 1, p), [3, 2])",
        "tf.nn.with_space_to_batch(image, [1, 1], 'VALID', lambda x, n, p: tf.nn.atrous_conv2d(x, kernel2, 1, p))",
        (_DILATED + "[1, 2, 1, 1], 'SAME')", _DILATED + "'SAME', 'NHWC', [1, 2, 1, 1])"),
        (_ERODED + "[1, 2, 1, 1], 'VALID')", _ERODED + "'VALID', 'NHWC', [1, 2, 1, 1])"),
    ],
    GIVEN,
)  # fmt: skip

operations(
    FAMILY,
    [
        "tf.nn.avg_pool(image, [1, 2, 2, 1], [1, 2, 2, 1], 'SAME')",
        "tf.nn.avg_pool(image, ksize=[1, 3, 2, 1], strides=[1, 1, 2, 1], padding='VALID')",
        "tf.nn.avg_pool(image, 2, 2, 'SAME')",
        "tf.nn.avg_pool1d(steps, 3, 2, 'SAME')",
        "tf.nn.avg_pool2d(image, [1, 2, 2, 1], [1, 2, 2, 1], 'SAME')",
        "tf.nn.avg_pool3d(volume, [1, 2, 2, 2, 1], [1, 2, 2, 2, 1], 'SAME')",
        "tf.nn.max_pool(image, [1, 2, 2, 1], [1, 2, 2, 1], 'SAME')",
        "tf.nn.max_pool(image, [1, 3, 2, 1], [1, 1, 2, 1], 'VALID', 'NHWC')",
        "tf.nn.max_pool(image, 2, 2, 'SAME')",
        "tf.nn.max_pool(tied, [1, 2, 2, 1], [1, 1, 1, 1], 'SAME')",
        "tf.nn.max_pool1d(steps, 3, 2, 'SAME')",
        "tf.nn.max_pool2d(image, 2, 2, 'VALID')",
        "tf.nn.max_pool3d(volume, [1, 2, 2, 2, 1], [1, 2, 2, 2, 1], 'SAME')",
        "tf.nn.max_pool_with_argmax(image, [1, 2, 2, 1], [1, 2, 2, 1], 'SAME')",
        "tf.nn.max_pool_with_argmax(image, [1, 2, 2, 1], [1, 1, 1, 1], 'VALID', include_batch_in_index=True)",
        "tf.nn.pool(image, [2, 2], 'MAX', padding='SAME')",
        "tf.nn.pool(image, [2, 3], 'AVG', padding='VALID', strides=[2, 1])",
        "tf.nn.pool(image, [2, 2], 'MAX', padding='VALID', dilations=[2, 2])",
        "tf.nn.pool(steps, [3], 'AVG', strides=[2], padding='SAME')",
        "tf.nn.lrn(image)",
        "tf.nn.lrn(image, 1, 2.0, 0.5, 0.75)",
        "tf.nn.lrn(image, depth_radius=2, bias=1.0, alpha=1e-4, beta=0.75)",
        "tf.nn.local_response_normalization(image, alpha=0.5)",
        "tf.nn.depth_to_space(small, 2)",
        "tf.nn.space_to_depth(even, 2)",
        "tf.nn.space_to_depth(even, block_size=2, data_format='NHWC')",
        "tf.nn.space_to_batch(input=even, paddings=[[0, 2], [1, 1]], block_shape=2)",
        ("tf.nn.space_to_batch(even, [[0, 2], [1, 1]], 2)", "tf.nn.space_to_batch(even, [2, 2], [[0, 2], [1, 1]])"),
        "tf.nn.fractional_avg_pool(even, [1.0, 2.0, 2.0, 1.0])",
        "tf.nn.fractional_avg_pool(even, [1.0, 2.0, 2.0, 1.0], True, True)",
        "tf.nn.fractional_max_pool(even, [1.0, 2.0, 2.0, 1.0])",
        "tf.nn.fractional_max_pool(even, [1.0, 2.0, 2.0, 1.0], True, True)",
    ],
    GIVEN,
)  # fmt: skip

# The CPU has no gradient of these.
operations(
    FAMILY,
    [
        "tf.nn.conv1d(input=steps, filters=kernel1, stride=1, padding='SAME', data_format='NWC', dilations=2)",
        "tf.nn.conv2d(image, kernel2, strides=[1, 1, 1, 1], padding='SAME', dilations=[1, 2, 2, 1])",
        "tf.nn.convolution(image, kernel2, padding='SAME', dilations=[2, 2])",
        "tf.nn.max_pool(image, [1, 1, 1, 2], [1, 1, 1, 2], 'VALID')",
    ],
    GIVEN,
    gradients=False,
)


@probe
def fractional_pooling(surface):
    """Whether pooling cuts otherwise each time."""
    for name in ("fractional_avg_pool", "fractional_max_pool"):
        code = "tf.nn." + name + "(image, [1.0, 1.4, 1.3, 1.0], True)[1]"
        image = surface.tf.constant(reals(1, 12, 12, 1))
        cuts = [surface.numbers(surface.run(code, image=image)) for _ in range(8)]
        yield name + ": cuts differ", len({tuple(each.tolist()) for each in cuts}) > 1
