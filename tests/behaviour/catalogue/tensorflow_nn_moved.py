"""Functions of `tf.nn` that only TensorFlow 1 had there; TensorFlow 2 has them in `tf.compat.v1.nn`."""

import numpy as np

from tests.behaviour.operations import arrays, operations, whole

GIVEN = dict(
    arrays(
        image=(2, 4, 5, 2), output=(2, 4, 5, 3), kernel=(3, 2, 2, 3), depthwise=(3, 2, 2, 2), volume=(1, 3, 4, 3, 2),
        kernel3=(2, 2, 2, 2, 3), output3=(1, 3, 4, 3, 3), scale=(2,), offset=(2,), matrix=(3, 4), weights=(4, 2), bias=(2,),
        frames=(6, 2, 5),
    ),
    variance=np.array([0.5, 2], "float32"),
    labels=np.array([[0.7, 0.1, 0.1, 0.1], [0, 1, 0, 0], [0.25, 0.25, 0.25, 0.25]], "float32"),
    words=np.array([[1, 2, 2], [3, 0, 0]], "int32"),
    unique=np.array([[1, 2, 0], [3, 0, 0]], "int32"),
    unique_places=np.array([[0, 1, 1], [0, 1, 1]], "int32"),
    word_lengths=np.array([3, 1], "int32"),
    lengths=np.array([6, 5], "int32"),
    true=whole([0], [4], [2]),
)  # fmt: skip


def _moved(*calls):
    return [("tf.nn." + call, "tf.compat.v1.nn." + call) for call in calls]


operations(
    "tensorflow_nn_moved",
    _moved(
        "fused_batch_norm(image, scale, offset)",
        "fused_batch_norm(image, scale, offset, epsilon=0.5)",
        "fused_batch_norm(image, scale, offset, epsilon=1e-7)[0]",
        "fused_batch_norm(image, scale, offset, bias, variance, is_training=False)[0]",
        "xw_plus_b(matrix, weights, bias)",
        "relu_layer(matrix, weights, bias)",
        "depthwise_conv2d_native(image, depthwise, [1, 1, 1, 1], 'SAME')",
        "conv2d_backprop_input([2, 4, 5, 2], kernel, output, [1, 1, 1, 1], 'SAME')",
        "conv2d_backprop_filter(image, [3, 2, 2, 3], output, [1, 1, 1, 1], 'SAME')",
        "softmax_cross_entropy_with_logits_v2(labels=labels, logits=matrix)",
        "softmax_cross_entropy_with_logits_v2(labels, matrix, 0)",
        "ctc_loss_v2(words, frames, word_lengths, lengths)",
        "ctc_loss_v2(words, frames, word_lengths, lengths, blank_index=4)",
        "ctc_loss_v2(words, frames, word_lengths, lengths, unique=(unique, unique_places))",
        "ctc_loss_v2(words, frames, word_lengths, lengths, unique=(unique, unique_places), blank_index=4)",
    ),
    GIVEN,
)
operations(
    "tensorflow_nn_moved",
    [
        *_moved(
            "conv3d_backprop_filter_v2(volume, [2, 2, 2, 2, 3], output3, [1, 1, 1, 1, 1], 'SAME')",
            "ctc_beam_search_decoder_v2(3 * frames, lengths, 10, 2)",
            "avg_pool_v2(image, 2, 2, 'SAME')",
            "max_pool_v2(image, 2, 2, 'VALID')",
        ),
        (
            "tf.nn.log_uniform_candidate_sampler(true, 1, 3, False, 5)[1]",
            "tf.random.log_uniform_candidate_sampler(true, 1, 3, False, 5)[1]",
        ),
        (
            "tf.nn.uniform_candidate_sampler(true, 1, 3, False, 5)[1]",
            "tf.random.uniform_candidate_sampler(true, 1, 3, False, 5)[1]",
        ),
    ],
    GIVEN,
    gradients=False,
)
