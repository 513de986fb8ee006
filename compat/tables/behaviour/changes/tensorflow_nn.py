"""Changes in the functions of `tf.nn`."""

from typing import Tuple

from compat.tables.behaviour.unseen import ERROR_THEN
from compat.tables.rows import Change

_OPS = "https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/python/ops/"
_OPS_2 = "https://github.com/tensorflow/tensorflow/blob/v2.21.0/tensorflow/python/ops/"
_TENSORFLOW_1 = ("keras 2.2.4", "keras 2.3.1", "tf.keras 1.13", "tf.keras 1.15")


def _script(call: str) -> str:
    return f"# tensorflow==1.15.5\nimport tensorflow as tf\n\nresult = {call}\n"


TENSORFLOW_NN: Tuple[Change, ...] = (
    Change(
        "What tf.nn.dropout takes",
        ("tensorflow_nn: dropout / x, 0.*: *",),
        _TENSORFLOW_1,
        "The second argument was the share that is kept.",
        "It is the share that is dropped.",
        "Pass rate=1 - keep_prob, as upgrade does.",
        _OPS + "nn_ops.py",
        rules=("TFM106",),
        example=_script("tf.nn.dropout(x, 0.8)"),
        carried=True,
    ),
    Change(
        "tf.nn.dropout that keeps everything",
        ("tensorflow_nn: dropout_of_nothing / raises",),
        _TENSORFLOW_1,
        "tf.nn.dropout(x, 1.0) kept everything: scripts passed 1.0 for evaluation.",
        "It is a rate of 1, which raises ValueError.",
        "Pass rate=0, as upgrade does.",
        _OPS_2 + "nn_ops.py",
        rules=("TFM106",),
        example=_script("tf.nn.dropout(x, keep_prob=1.0)"),
        carried=True,
        stops=True,
    ),
    Change(
        "The rows of a table in several parts",
        (
            "tensorflow_nn: tf.nn.embedding_lookup([table1, table*], ids) / *",
            "tensorflow_nn: tf.nn.embedding_lookup(params=[table1, table2], ids=rows, max_norm=0.5) / values",
            "tensorflow_nn: tf.nn.embedding_lookup_sparse([table1, table2]*) / *",
        ),
        _TENSORFLOW_1,
        'With partition_strategy="mod", the default, ids went to the parts in turn: 0, 2, 4 are the rows of the first.',
        "Ids go to the parts in blocks: 0, 1, 2 are the rows of the first.",
        "Keep tf.compat.v1.nn.embedding_lookup, as upgrade does: saved tables have the order of the time.",
        _OPS_2 + "embedding_ops.py",
        rules=("TFM103",),
        example=_script("tf.nn.embedding_lookup([first, second], ids)"),
        carried=True,
    ),
    Change(
        "Sampled losses of weights in several parts",
        (
            "tensorflow_nn_losses: tf.nn.nce_loss([*) / *",
            "tensorflow_nn_losses: tf.nn.sampled_softmax_loss([*) / *",
        ),
        _TENSORFLOW_1,
        'nce_loss and sampled_softmax_loss looked classes up with partition_strategy="mod".',
        'They look them up with "div"; a strategy that is given by position becomes the name, or the seed.',
        "Keep the functions of tf.compat.v1.nn, as upgrade does.",
        _OPS_2 + "nn_impl.py",
        rules=("TFM103",),
        example=_script("tf.nn.nce_loss([first, second], biases, labels, inputs, 64, 10000)"),
        carried=True,
    ),
    Change(
        "Weighted embeddings of rows without ids",
        ("tensorflow_nn: tf.nn.embedding_lookup_sparse(tf.concat(*1.0, 0.5, 2.0, -1.0*) / values",),
        (*_TENSORFLOW_1, "keras 2.3.1 on 2.1", "tf.keras 2.3"),
        'With weights and combiner="mean" or "sqrtn", a row without ids was 0 / 0, NaN.',
        "It is 0, as without weights.",
        "Nothing.",
        _OPS_2 + "embedding_ops.py",
        unseen=ERROR_THEN,
    ),
    Change(
        "Repeated labels of tf.nn.ctc_beam_search_decoder",
        ("tensorflow_nn_losses: tf.nn.ctc_beam_search_decoder(doubled, lengths*) / values",),
        _TENSORFLOW_1,
        "merge_repeated=True, the default, made one label of two that the beam had kept apart by a blank.",
        "Repeated labels stay, and the argument is gone.",
        "Keep tf.compat.v1.nn.ctc_beam_search_decoder, as upgrade does; TensorFlow 2 has the better answer.",
        _OPS + "ctc_ops.py",
        rules=("TFM103",),
        example=_script("tf.nn.ctc_beam_search_decoder(logits, lengths)"),
        carried=True,
    ),
    Change(
        "The gradient by the labels of softmax_cross_entropy_with_logits",
        ("tensorflow_nn_losses: tf.nn.softmax_cross_entropy_with_logits(*) / gradient by *labels",),
        _TENSORFLOW_1,
        "The function let no gradient through to the labels.",
        "It does: labels that depend on variables train them.",
        "Wrap the labels in tf.stop_gradient, as upgrade does.",
        _OPS + "nn_ops.py",
        rules=("TFM107",),
        example=_script("tf.nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits)"),
        carried=True,
    ),
    Change(
        "A number for the block of tf.nn.space_to_batch",
        ("tensorflow_nn_convolution: tf.nn.space_to_batch(input=even, *, block_shape=2) / raises",),
        ("keras 2.3.1", "tf.keras 1.15"),
        "The block was a number; block_shape= was another word for it.",
        "It is a list with a number for each dimension; a number raises InvalidArgumentError.",
        "Use tf.space_to_batch_nd, as upgrade does.",
        _OPS + "array_ops.py",
        rules=("TFM238",),
        example=_script("tf.nn.space_to_batch(input=x, paddings=[[0, 0], [0, 0]], block_shape=2)"),
        carried=True,
        stops=True,
    ),
    Change(
        "The batch in the indices of max_pool_with_argmax",
        ("tensorflow_nn_convolution: tf.nn.max_pool_with_argmax(image, *, 'SAME') / values",),
        ("keras 2.2.4", "tf.keras 1.13"),
        "On the CPU, the indices went on counting from one image of the batch to the next; on a GPU they did not.",
        "They start from 0 in each image.",
        "Pass include_batch_in_index=True to code for the CPU; most code was for GPUs.",
        "https://github.com/tensorflow/tensorflow/pull/25241",
        rules=("TFM162",),
        example=_script('tf.nn.max_pool_with_argmax(x, [1, 2, 2, 1], [1, 2, 2, 1], "SAME")').replace(
            "1.15.5", "1.13.2"
        ),
    ),
    Change(
        "The smallest epsilon of fused_batch_norm",
        ("tensorflow_nn_moved: tf.nn.fused_batch_norm(image, scale, offset, epsilon=1e-7)[0] / *",),
        (*_TENSORFLOW_1, "keras 2.3.1 on 2.1", "tf.keras 2.3", "tf.keras 2.10"),
        "An epsilon below 1.001e-5 became 1.001e-5, the least that cuDNN took.",
        "It is taken as it is.",
        "Pass at least 1.001e-5; the difference is that of the two numbers beside the variance.",
        _OPS + "nn_impl.py",
        rules=("TFM198",),
        example="""
# tensorflow==1.15
import tensorflow as tf

images = tf.placeholder(tf.float32, (2, 3, 3, 2))
normal, mean, variance = tf.nn.fused_batch_norm(images, scale, offset, epsilon=1e-7)
""",
    ),
    Change(
        "The gradient of the CTC loss behind the end",
        ("tensorflow_nn_moved: tf.nn.ctc_loss_v2(words, *) / gradient by frames",),
        (*_TENSORFLOW_1, "keras 2.3.1 on 2.1"),
        "With dense labels, frames behind the end of a sequence had a gradient, though they are not in the loss.",
        "They have none.",
        "Nothing: that gradient was an error.",
        _OPS + "ctc_ops.py",
        unseen=ERROR_THEN,
    ),
    Change(
        "Unique labels beside another blank, in the CTC loss",
        ("tensorflow_nn_moved: tf.nn.ctc_loss_v2(*unique_places), blank_index=4) / gradient by frames",),
        (*_TENSORFLOW_1, "keras 2.3.1 on 2.1"),
        "With unique= and a blank_index= other than 0, the gradient went to other classes than those of the labels.",
        "It goes to the classes of the labels.",
        "Nothing: that gradient was an error.",
        _OPS + "ctc_ops.py",
        unseen=ERROR_THEN,
    ),
    Change(
        "The gradient of tf.nn.convolution over volumes",
        ("tensorflow_nn_convolution: tf.nn.convolution(volume, kernel3, padding='SAME') / raises",),
        _TENSORFLOW_1,
        "In a graph the gradient is there.",
        "Outside of one, as in all releases, it raises AttributeError unless data_format= is given.",
        'Pass data_format="NDHWC", or compute the gradient in a tf.function.',
        _OPS_2 + "nn_grad.py",
        stops=True,
    ),
)
