"""Calls of `tf.layers` whose numbers are compared with those of TensorFlow 1.15.5.

Every case builds a graph from seeded inputs and initial weights, runs it, and gives back arrays: what the call
returned, and for batch normalization what it returned in four training steps and after them.
"""

import numpy as np


def inputs(*shape):
    return np.random.RandomState(len(shape)).uniform(-1, 1, shape).astype("float32")


def weights(v1):
    return v1.random_uniform_initializer(-0.5, 0.5, seed=3)


def apply(layers, v1, function, shape, *args, **kwargs):
    """Run one call without training."""
    has_weights = not function.startswith(("average", "max", "flatten", "dropout"))
    if has_weights:
        name = "depthwise_initializer" if function.startswith("separable") else "kernel_initializer"
        kwargs[name] = weights(v1)
        kwargs["bias_initializer"] = v1.constant_initializer(0.1)
        if function.startswith("separable"):
            kwargs["pointwise_initializer"] = weights(v1)
    with _graph(v1):
        outputs = getattr(layers, function)(v1.constant(inputs(*shape)), *args, **kwargs)
        names = sorted(variable.name for variable in v1.global_variables())
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            return names, [session.run(outputs)]


def normalize(layers, v1, shape, spread=1.0, **kwargs):
    """Train batch normalization for four steps on inputs of that spread, then use it."""
    with _graph(v1):
        feed = v1.placeholder("float32", shape)
        is_training = v1.placeholder("bool", [])
        parts = {name: weights(v1) for name in ("beta_initializer", "gamma_initializer")}
        scaled = feed * v1.get_variable("w", shape[-1:], initializer=weights(v1))
        outputs = layers.batch_normalization(scaled, training=is_training, **parts, **kwargs)
        updates = v1.get_collection(v1.GraphKeys.UPDATE_OPS)
        loss = v1.reduce_sum(outputs * outputs * v1.constant(inputs(*shape)))
        with v1.control_dependencies(updates):
            step = v1.train.GradientDescentOptimizer(0.01).minimize(loss)
        names = sorted(variable.name for variable in v1.global_variables())
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            results = []
            for number in range(4):
                batch = spread * (inputs(*shape) * (number + 1) + number)
                results.append(session.run([outputs, step], {feed: batch, is_training: True})[0])
            results.append(session.run(outputs, {feed: spread * inputs(*shape), is_training: False}))
            results += [session.run(each) for each in sorted(v1.global_variables(), key=lambda each: each.name)]
            return names, results


def _graph(v1):
    return v1.Graph().as_default()


CASES = {
    "dense": lambda *tf: apply(*tf, "dense", (4, 5), 3),
    "dense on sequences": lambda *tf: apply(*tf, "dense", (2, 3, 5), 4, use_bias=False, name="named"),
    "dropout outside training": lambda *tf: apply(*tf, "dropout", (4, 5), 0.5),
    "flatten": lambda *tf: apply(*tf, "flatten", (2, 3, 4)),
    "conv1d": lambda *tf: apply(*tf, "conv1d", (2, 8, 3), 4, 3, strides=2, padding="same"),
    "conv2d": lambda *tf: apply(*tf, "conv2d", (2, 6, 6, 3), 4, 3, dilation_rate=2),
    "conv3d": lambda *tf: apply(*tf, "conv3d", (1, 4, 4, 4, 2), 3, 2),
    "conv2d_transpose": lambda *tf: apply(*tf, "conv2d_transpose", (1, 3, 3, 2), 3, 3, strides=2, padding="same"),
    "conv3d_transpose": lambda *tf: apply(*tf, "conv3d_transpose", (1, 2, 2, 2, 2), 3, 2, strides=2),
    "separable_conv1d": lambda *tf: apply(*tf, "separable_conv1d", (1, 8, 3), 4, 3),
    "separable_conv2d": lambda *tf: apply(*tf, "separable_conv2d", (1, 6, 6, 3), 4, 3, depth_multiplier=2),
    "average_pooling1d": lambda *tf: apply(*tf, "average_pooling1d", (1, 8, 3), 2, 2),
    "average_pooling2d": lambda *tf: apply(*tf, "average_pooling2d", (1, 6, 6, 2), 2, 2),
    "average_pooling3d": lambda *tf: apply(*tf, "average_pooling3d", (1, 4, 4, 4, 2), 2, 2),
    "max_pooling1d": lambda *tf: apply(*tf, "max_pooling1d", (1, 8, 3), 3, 2, padding="same"),
    "max_pooling2d": lambda *tf: apply(*tf, "max_pooling2d", (1, 6, 6, 2), 3, 2, padding="same"),
    "max_pooling3d": lambda *tf: apply(*tf, "max_pooling3d", (1, 4, 4, 4, 2), 2, 2),
    "batch_normalization": lambda *tf: normalize(*tf, (6, 4)),
    "batch_normalization of images, fused": lambda *tf: normalize(*tf, (4, 3, 3, 2)),
    "batch_normalization of images, not fused": lambda *tf: normalize(*tf, (4, 3, 3, 2), fused=False),
    "batch_normalization of images with a small epsilon": lambda *tf: normalize(*tf, (4, 3, 3, 2), 0.003, epsilon=1e-7),
    "batch_normalization over another axis": lambda *tf: normalize(*tf, (4, 2, 3), axis=1, momentum=0.5),
    "batch_normalization over two axes": lambda *tf: normalize(*tf, (4, 2, 3), axis=[1, 2]),
    "batch_normalization without gamma and beta": lambda *tf: normalize(*tf, (6, 4), scale=False, center=False),
    "batch_normalization in virtual batches": lambda *tf: normalize(*tf, (6, 4), virtual_batch_size=3),
    "batch renormalization": lambda *tf: normalize(
        *tf, (6, 4), renorm=True, renorm_momentum=0.8, renorm_clipping={"rmax": 1.5, "rmin": 0.6, "dmax": 0.3}
    ),
    "batch_normalization with an adjustment": lambda *tf: normalize(
        *tf, (6, 4), adjustment=lambda shape: (0.5 + 0.0 * _floats(shape), 0.25 + 0.0 * _floats(shape))
    ),
}


def _floats(shape):
    import tensorflow  # noqa: ICN001

    return tensorflow.cast(tensorflow.reduce_sum(shape), "float32") * tensorflow.ones(shape[-1:])
