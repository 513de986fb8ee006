"""Losses, samplers and CTC of `tf.nn`, as calls that TensorFlow 1 and 2 both accept where there are such."""

import numpy as np

from tests.behaviour.operations import arrays, operations, whole
from tests.behaviour.probes import probe, reals, roughly

GIVEN = dict(
    arrays(
        logits=(3, 4), wide=(2, 3, 4), parts1=(3, 5), parts2=(2, 5), parts3=(3, 5), biases=(5,), more=(3,), inputs=(3, 5), frames=(6, 2, 5)
    ),
    labels=np.array([[0.7, 0.1, 0.1, 0.1], [0, 1, 0, 0], [0.25, 0.25, 0.25, 0.25]], "float32"),
    wide_labels=np.abs(reals(2, 3, 4)) / 4,
    nothing=np.zeros((3, 4), "float32"),
    infinite=np.array([[1, np.inf, 0, 2], [np.nan, 1, 2, 3], [-np.inf, 5, 0, 1]], "float32"),
    weights=np.array([1, 2, 0.5, 3], "float32"),
    classes=np.array([0, 3, 1], "int32"),
    wide_classes=np.array([[0, 3, 1], [2, 2, 0]], "int32"),
    counts=np.array([[0, 1, 2, 5], [3, 0, 7, 1], [1, 1, 4, 2]], "float32"),
    true=whole([0], [4], [2]),
    pairs=whole([0, 1], [4, 2], [2, 5]),
    sampled=whole(1, 4, 3),
    true_count=np.array([[0.9], [0.3], [0.5]], "float32"),
    sampled_count=np.array([0.6, 0.3, 0.4], "float32"),
    lengths=np.array([6, 5], "int32"),
    words=np.array([[1, 2, 2], [3, 1, 0]], "int32"),
    word_lengths=np.array([3, 2], "int32"),
)  # fmt: skip

operations(
    "tensorflow_nn_losses",
    [
        "tf.nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits)",
        (
            "tf.nn.softmax_cross_entropy_with_logits(labels=tf.stop_gradient(labels), logits=logits, dim=0)",
            "tf.nn.softmax_cross_entropy_with_logits(labels=tf.stop_gradient(labels), logits=logits, axis=0)",
        ),
        "tf.nn.softmax_cross_entropy_with_logits(labels=tf.stop_gradient(labels), logits=logits)",
        "tf.nn.softmax_cross_entropy_with_logits(labels=wide_labels, logits=wide)",
        "tf.nn.softmax_cross_entropy_with_logits(labels=2 * labels, logits=50 * logits)",
        "tf.nn.sparse_softmax_cross_entropy_with_logits(labels=classes, logits=logits)",
        "tf.nn.sparse_softmax_cross_entropy_with_logits(labels=wide_classes, logits=wide)",
        "tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tf.cast(classes, 'int64'), logits=100 * logits)",
        "tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)",
        "tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=100 * logits)",
        "tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=nothing)",
        "tf.nn.weighted_cross_entropy_with_logits(labels, nothing, 2.0)",
        "tf.nn.top_k(wide, 2)[0]",
        "tf.nn.compute_average_loss(tf.reduce_sum(more), global_batch_size=4)",
        "tf.nn.weighted_cross_entropy_with_logits(labels, logits, 2.0)",
        "tf.nn.weighted_cross_entropy_with_logits(labels=labels, logits=logits, pos_weight=weights)",
        "tf.nn.weighted_cross_entropy_with_logits(labels=labels, logits=100 * logits, pos_weight=0.5)",
        "tf.nn.log_poisson_loss(counts, logits)",
        "tf.nn.log_poisson_loss(counts, logits, True)",
        "tf.nn.log_poisson_loss(targets=counts, log_input=logits, compute_full_loss=True)",
        "tf.nn.l2_loss(logits)",
        "tf.nn.compute_average_loss(inputs[:, 0])",
        "tf.nn.compute_average_loss(logits, sample_weight=more)",
        "tf.nn.compute_average_loss(more, sample_weight=inputs[:, 0], global_batch_size=6)",
        "tf.nn.scale_regularization_loss(tf.nn.l2_loss(logits))",
        "tf.nn.scale_regularization_loss(logits)",
        (
            "tf.nn.nce_loss(tf.concat([parts1, parts2], 0), biases, true, inputs, 3, 5,"
            " sampled_values=(sampled, true_count, sampled_count))"
        ),
        "tf.nn.nce_loss([parts1, parts2], biases, true, inputs, 3, 5, 1, (sampled, true_count, sampled_count), True)",
        (
            "tf.nn.nce_loss([parts1, parts3], tf.concat([biases, biases], 0)[:6], pairs, inputs, 3, 6, 2,"
            " (sampled, tf.concat([true_count, true_count], 1), sampled_count))"
        ),
        (
            "tf.nn.nce_loss([parts1, parts3], tf.concat([biases, biases], 0)[:6], true, inputs, 3, 6, 1,"
            " (sampled, true_count, sampled_count), False, 'mod')"
        ),
        (
            "tf.nn.sampled_softmax_loss(tf.concat([parts1, parts2], 0), biases, true, inputs, 3, 5,"
            " sampled_values=(sampled, true_count, sampled_count))"
        ),
        (
            "tf.nn.sampled_softmax_loss([parts1, parts2], biases, true, inputs, 3, 5, 1,"
            " (sampled, true_count, sampled_count), False)"
        ),
        (
            "tf.nn.sampled_softmax_loss([parts1, parts3], tf.concat([biases, biases], 0)[:6], pairs, inputs, 3, 6, 2,"
            " (sampled, tf.concat([true_count, true_count], 1), sampled_count))"
        ),
    ],
    GIVEN,
)

operations(
    "tensorflow_nn_losses",
    [
        "tf.nn.in_top_k(predictions=logits, targets=classes, k=2)",
        "tf.nn.in_top_k(predictions=tf.round(logits), targets=classes, k=1)",
        "tf.nn.in_top_k(k=2, targets=tf.cast(classes, 'int64'), predictions=logits)",
        "tf.nn.in_top_k(predictions=infinite, targets=classes, k=2)",
        "tf.nn.in_top_k(predictions=logits, targets=classes + 3, k=2)",
        "tf.nn.top_k(logits)",
        "tf.nn.top_k(logits, 3)",
        "tf.nn.top_k(tf.round(logits), k=3, sorted=True)",
        "tf.nn.top_k(wide, 2)[1]",
        ("tf.nn.in_top_k(logits, classes, 2)", "tf.nn.in_top_k(classes, logits, 2)"),
        "tf.nn.collapse_repeated(words, word_lengths)",
        "tf.nn.ctc_unique_labels(words)",
        "tf.nn.compute_accidental_hits(true, sampled, 1)",
        "tf.nn.compute_accidental_hits(pairs, sampled, 2)",
        "tf.nn.ctc_greedy_decoder(3 * frames, lengths)",
        "tf.nn.ctc_greedy_decoder(3 * frames, lengths, False)",
        "tf.nn.ctc_greedy_decoder(inputs=3 * frames, sequence_length=lengths, merge_repeated=False)",
        "tf.nn.ctc_beam_search_decoder(3 * frames, lengths)",
        "tf.nn.ctc_beam_search_decoder(inputs=3 * frames, sequence_length=lengths, beam_width=5, top_paths=2)",
        "tf.nn.ctc_beam_search_decoder(doubled, lengths)",
        "tf.nn.ctc_beam_search_decoder(doubled, lengths, 10, 2)",
        (
            "tf.nn.ctc_beam_search_decoder(doubled, lengths, merge_repeated=False)",
            "tf.nn.ctc_beam_search_decoder(doubled, lengths)",
        ),
        "tf.nn.all_candidate_sampler(true, 1, 5, True)[1:]",
        "tf.nn.fixed_unigram_candidate_sampler(true, 1, 3, False, 5, unigrams=(1, 2, 3, 4, 5))[1]",
        "tf.nn.fixed_unigram_candidate_sampler(true, 1, 3, False, 5, '', 0.5, 0, 1, 0, (1, 2, 3, 4, 5))[1]",
        (
            "tf.nn.fixed_unigram_candidate_sampler(true + 1, 1, 3, False, 6, distortion=2.0, num_reserved_ids=1,"
            " unigrams=[1, 2, 3, 4, 5])[1]"
        ),
        "tf.nn.learned_unigram_candidate_sampler(true, 1, 3, False, 5)[1]",
    ],
    # Twice the same label, with a blank between that is nearly as likely.
    dict(GIVEN, doubled=np.log(np.array([[[0.1, 0.6, 0.3]] * 2, [[0.1, 0.2, 0.7]] * 2] * 3, "float32"))),
    gradients=False,
)

_SPARSE = "tf.SparseTensor([[0, 0], [0, 1], [0, 2], [1, 0]], [1, 2, 2, 3], [2, 3])"

operations(
    "tensorflow_nn_losses",
    [
        (
            "tf.nn.ctc_loss(" + _SPARSE + ", frames, lengths)",
            "tf.nn.ctc_loss(" + _SPARSE + ", frames, None, lengths, blank_index=-1)",
        ),
        (
            "tf.nn.ctc_loss(" + _SPARSE + ", 5 * tf.transpose(frames, [1, 0, 2]), lengths, time_major=False)",
            "tf.nn.ctc_loss("
            + _SPARSE
            + ", 5 * tf.transpose(frames, [1, 0, 2]), None, lengths, False, blank_index=-1)",
        ),
    ],
    GIVEN,
)


@probe
def sampled_for_the_loss(surface):
    """The classes that a loss draws itself: the mean of some losses."""
    tf = surface.tf
    given = {name: tf.constant(GIVEN[name]) for name in ("parts1", "parts2", "biases", "inputs", "true")}
    for name in ("nce", "sampled_softmax"):
        code = "tf.nn." + name + "_loss(tf.concat([parts1, parts2], 0), biases, true, inputs, 5, 5)"
        draws = [np.mean(surface.numbers(surface.run(code, **given))) for _ in range(20)]
        yield name, roughly(np.mean(draws), 0)
