"""Networks of `tf.contrib.layers` and `tf.contrib.slim`, the same on both releases."""

import numpy as np

FLAT, IMAGES, SEQUENCES = [4, 5], [3, 6, 6, 2], [3, 7, 2]


def scoped(contrib, x, training):
    with contrib.framework.arg_scope(
        [contrib.layers.conv2d, contrib.layers.fully_connected],
        normalizer_fn=contrib.layers.batch_norm,
        normalizer_params={"is_training": training, "decay": 0.9, "scale": True},
        weights_regularizer=contrib.layers.l2_regularizer(0.1),
    ):
        net = contrib.layers.conv2d(x, 3, [3, 3], stride=2, scope="conv")
        return contrib.layers.fully_connected(contrib.layers.flatten(net), 2, normalizer_fn=None, activation_fn=None)


def reused(contrib, x, training):
    first = contrib.layers.fully_connected(x, 5, scope="shared")
    return contrib.layers.fully_connected(first, 5, scope="shared", reuse=True)


def twice(contrib, x, training):
    return contrib.layers.linear(contrib.layers.relu(contrib.layers.fully_connected(x, 4), 3), 2)


def collected(contrib, x, training):
    return contrib.layers.conv2d(
        x,
        3,
        3,
        variables_collections={"weights": ["of_weights"], "biases": ["of_biases"]},
        outputs_collections="ends",
        biases_regularizer=contrib.layers.l1_regularizer(0.2),
        trainable=False,
    )


def slim_network(contrib, x, training):
    slim = contrib.slim
    normalizer = {"normalizer_fn": slim.batch_norm, "normalizer_params": {"is_training": training}}
    outer = slim.arg_scope([slim.conv2d], padding="VALID", **normalizer)
    with outer, slim.arg_scope([slim.conv2d], outputs_collections="ends"):
        net = slim.repeat(x, 2, slim.conv2d, 3, [2, 2], scope="block")
    net = slim.stack(slim.flatten(net), slim.fully_connected, [4, 3], scope="dense")
    slim.losses.mean_squared_error(net, x[:, 0, 0, :1] * [[1.0, 0.5, 0.25]])
    return slim.losses.get_total_loss() * net


def normalized(**given):
    def build(contrib, x, training):
        return contrib.layers.batch_norm(x, is_training=training, **given)

    return build


def of(name, *args, **given):
    def build(contrib, x, training):
        return getattr(contrib.layers, name)(x, *args, **given)

    return build


def full(value):
    return lambda shape, dtype=None, partition_info=None: np.full(shape, value, "float32")


def initialized(contrib, x, training):
    return contrib.layers.fully_connected(
        x, 3, activation_fn=None, weights_initializer=full(0.5), biases_initializer=full(0.25)
    )


CASES = {
    "fully_connected": (FLAT, of("fully_connected", 3)),
    "fully_connected without activation": (FLAT, of("fully_connected", 3, activation_fn=None)),
    "fully_connected without biases": (FLAT, of("fully_connected", 3, biases_initializer=None, scope="dense")),
    "fully_connected of images": (IMAGES, of("fully_connected", 3)),
    "fully_connected untrained": (FLAT, of("fully_connected", 3, trainable=False)),
    "fully_connected initialized": (FLAT, initialized),
    "fully_connected reused": (FLAT, reused),
    "fully_connected in a row": (FLAT, twice),
    "conv2d": (IMAGES, of("conv2d", 3, 3)),
    "conv2d valid": (IMAGES, of("convolution2d", 3, [2, 3], stride=2, padding="VALID", activation_fn=None)),
    "conv2d dilated": (IMAGES, of("conv2d", 3, 2, rate=2, biases_initializer=None, scope="dilated")),
    "conv2d collected": (IMAGES, collected),
    "conv1d": (SEQUENCES, of("conv1d", 3, 3)),
    "conv2d_transpose": (IMAGES, of("conv2d_transpose", 3, 3, stride=2)),
    "separable_conv2d": (IMAGES, of("separable_conv2d", 3, 3, depth_multiplier=2)),
    "conv2d_in_plane": (IMAGES, of("conv2d_in_plane", 3)),
    "batch_norm": (IMAGES, normalized()),
    "batch_norm scaled": (IMAGES, normalized(scale=True, decay=0.9, epsilon=0.01)),
    "batch_norm not centred": (IMAGES, normalized(center=False, activation_fn=abs)),
    "batch_norm at once": (IMAGES, normalized(updates_collections=None, decay=0.8, scale=True)),
    "batch_norm not fused": (IMAGES, normalized(fused=False, scale=True)),
    "batch_norm not fused at once": (IMAGES, normalized(fused=False, updates_collections=None, decay=0.7)),
    "batch_norm elsewhere": (IMAGES, normalized(updates_collections="updates", variables_collections=["mine"])),
    "batch_norm of rank 2": (FLAT, normalized(scale=True, decay=0.9)),
    "batch_norm of rank 2 not fused": (FLAT, normalized(fused=False, decay=0.9)),
    "batch_norm of rank 3": (SEQUENCES, normalized(decay=0.9)),
    "batch_norm from zero": (IMAGES, normalized(zero_debias_moving_mean=True, decay=0.9)),
    "batch_norm renormalized": (IMAGES, normalized(renorm=True, renorm_decay=0.8, decay=0.9)),
    "batch_norm untrained": (IMAGES, normalized(trainable=False, scale=True)),
    "batch_norm initialized": (IMAGES, normalized(scale=True, param_initializers={"gamma": full(2.0)})),
    "batch_norm channels first": (IMAGES, normalized(data_format="NCHW", fused=False, scale=True)),
    "layer_norm": (IMAGES, of("layer_norm")),
    "instance_norm": (IMAGES, of("instance_norm")),
    "group_norm": (IMAGES, of("group_norm", groups=2)),
    "max_pool2d": (IMAGES, of("max_pool2d", 2)),
    "max_pool2d same": (IMAGES, of("max_pool2d", [3, 2], stride=1, padding="SAME", outputs_collections="ends")),
    "avg_pool2d": (IMAGES, of("avg_pool2d", 3)),
    "flatten": (IMAGES, of("flatten", outputs_collections="ends")),
    "dropout of nothing": (FLAT, of("dropout", keep_prob=0.5, is_training=False)),
    "softmax": (IMAGES, of("softmax")),
    "unit_norm": (FLAT, of("unit_norm", 1)),
    "maxout": (IMAGES, of("maxout", 1)),
    "one arg_scope": (IMAGES, scoped),
    "slim": (IMAGES, slim_network),
}
TRAININGS = {"training": True, "inference": False, "fed": None}


def every_run():
    """The name of each run, with the name of its case and of its mode; only batch normalization has modes."""
    for name in CASES:
        for mode in TRAININGS:
            is_normalized = "batch_norm" in name or name in ("one arg_scope", "slim")
            if mode == "training" or is_normalized:
                yield f"{name}: {mode}", name, mode


def found(v1, contrib, name, mode):
    """Return what a network computes, trains, updates and collects; its variables start from given numbers."""
    shape, build = CASES[name]
    with v1.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(v1.float32, shape)
        fed = v1.placeholder(v1.bool, [])
        training = fed if TRAININGS[mode] is None else TRAININGS[mode]
        y = build(contrib, x, training)
        loss = v1.reduce_sum(y * numbers(y.shape.as_list(), 0.7))
        trained = v1.trainable_variables()
        gradients = v1.gradients(loss, [x, *trained])
        losses = v1.get_collection(v1.GraphKeys.REGULARIZATION_LOSSES)
        updates = v1.get_collection(v1.GraphKeys.UPDATE_OPS) + v1.get_collection("updates")
        session.run(v1.global_variables_initializer())
        variables = v1.global_variables()
        given = "initialized" in name
        for index, variable in enumerate([] if given else variables):
            value = numbers(variable.shape.as_list(), 1.0 + index)
            variable.load(abs(value) + 0.5 if "variance" in variable.name else value, session)
        feed = {x: numbers(shape, 2.5), fed: True}
        wanted = {"y": y, "gradients": [each for each in gradients if each is not None], "losses": losses}
        first = session.run(wanted, feed)
        for _ in range(2):
            session.run(updates, feed)
        return {
            "y": plain(first["y"]),
            "gradients": [plain(each) for each in first["gradients"]],
            "gradients there": [each is not None for each in gradients],
            "losses": [plain(each) for each in first["losses"]],
            "updates": len(updates),
            "variables": {each.name: plain(session.run(each)) for each in variables},
            "trained": [each.name for each in trained],
            "of the model": [each.name for each in v1.get_collection(v1.GraphKeys.MODEL_VARIABLES)],
            "collections": {
                key: [getattr(each, "name", str(each)) for each in v1.get_collection(key)]
                for key in ("of_weights", "of_biases", "mine")
            },
            "ends": [plain(each) for each in session.run(v1.get_collection("ends"), feed)],
            "aliases": [getattr(each, "aliases", None) for each in v1.get_collection("ends")],
        }


def numbers(shape, start):
    """Numbers between -1 and 1 that look like chance."""
    count = int(np.prod(shape))
    return np.sin(start + 1.7 * np.arange(count)).reshape(shape).astype("float32")


def plain(value):
    return [float(f"{each:.7g}") for each in np.ravel(value)]
