"""Activations, normalization, embeddings and dropout of `tf.nn`, in calls that TensorFlow 1 and 2 both accept."""

import numpy as np

from tests.behaviour.operations import arrays, operations, whole
from tests.behaviour.probes import probe, roughly

GIVEN = dict(
    arrays(
        matrix=(3, 4), wide=(2, 3, 4), mean=(4,), beta=(4,), gamma=(4,), sizes=(2, 3, 4), image=(2, 3, 4, 2), pair=(2,), table1=(3, 2), table2=(2, 2), table3=(3, 2)
    ),
    x=np.array([[-50, -4, -2.6, -1], [-0.3, 0, 0.3, 1], [2.6, 4, 7, 50]], "float32"),
    zeros=np.zeros((2, 3), "float32"),
    variance=np.array([0.5, 1, 2, 0.25], "float32"),
    counted=np.array([[1, 2, 3, 4]] * 3, "float32"),
    ids=whole([0, 3], [4, 1]),
    rows=whole(0, 3, 4, 1, 2),
)  # fmt: skip

operations(
    "tensorflow_nn",
    [
        "tf.nn." + call
        for call in """
elu(x) relu(x) relu6(x) leaky_relu(x) leaky_relu(x,0.5) leaky_relu(features=x,alpha=-0.5) selu(x) sigmoid(x) softplus(x)
softsign(x) swish(x) tanh(x) crelu(x) crelu(wide,axis=1) crelu(matrix,axis=-1) softmax(x) softmax(wide,1)
softmax(wide,axis=0) softmax(logits=wide,axis=-2) log_softmax(x) log_softmax(wide,1) log_softmax(logits=wide,axis=0)
l2_normalize(x) l2_normalize(wide,1) l2_normalize(wide,[0,2],0.5) l2_normalize(x=wide,axis=-1,epsilon=1.0)
l2_normalize(zeros,1) zero_fraction(x) zero_fraction(zeros) moments(wide,[0]) moments(wide,[0,1])
moments(image,[0,1,2]) moments(x=wide,axes=[2],shift=0.5) moments(wide,[0],None) moments(wide,[0,2],keepdims=True)
moments(matrix,0) moments(100+matrix,[0]) sufficient_statistics(wide,[0]) sufficient_statistics(wide,[0,1],0.5)
sufficient_statistics(wide,[0,1],None,True) sufficient_statistics(x=wide,axes=[1],shift=2.0,keepdims=True)
weighted_moments(matrix,[0],counted) weighted_moments(wide,[0,2],sizes*sizes) weighted_moments(matrix,[1],2.0)
weighted_moments(matrix,[0],counted,keepdims=True) normalize_moments(3.0,mean,gamma*gamma+1,None)
normalize_moments(3.0,mean,gamma*gamma+1,0.5) batch_normalization(matrix,mean,variance,beta,gamma,0.001)
batch_normalization(matrix,mean,variance,None,None,0.1) batch_normalization(wide,mean,variance,beta,None,1e-3)
batch_normalization(x=wide,mean=mean,variance=variance,offset=None,scale=gamma,variance_epsilon=0.5)
batch_norm_with_global_normalization(image,mean[:2],variance[:2],beta[:2],gamma[:2],0.001,True)
batch_norm_with_global_normalization(image,mean[:2],variance[:2],beta[:2],gamma[:2],0.001,False)
bias_add(matrix,mean) bias_add(wide,mean,'N...C') bias_add(value=image,bias=pair,data_format='NHWC')
bias_add(tf.transpose(image,[0,3,1,2]),pair,'NCHW')
""".split()
    ],
    GIVEN,
)

_IDS = "tf.SparseTensor([[0, 0], [0, 2], [1, 1], [3, 0]], tf.constant([0, 3, 4, 1], 'int64'), [4, 3])"
_WEIGHTS = "tf.SparseTensor([[0, 0], [0, 2], [1, 1], [3, 0]], [1.0, 0.5, 2.0, -1.0], [4, 3])"
_WHOLE = "tf.concat([table1, table2], 0)"

operations(
    "tensorflow_nn",
    [
        "tf.nn.embedding_lookup(" + _WHOLE + ", ids)",
        "tf.nn.embedding_lookup([table1, table2], ids)",
        "tf.nn.embedding_lookup([table1, table3], ids)",
        (
            "tf.nn.embedding_lookup([table1, table2], ids, partition_strategy='div')",
            "tf.nn.embedding_lookup([table1, table2], ids)",
        ),
        "tf.nn.embedding_lookup(params=[table1, table2], ids=rows, max_norm=0.5)",
        "tf.nn.embedding_lookup(" + _WHOLE + ", rows, max_norm=0.5)",
        "tf.nn.embedding_lookup_sparse(" + _WHOLE + ", " + _IDS + ", None, combiner='sum')",
        "tf.nn.embedding_lookup_sparse(" + _WHOLE + ", " + _IDS + ", None)",
        "tf.nn.embedding_lookup_sparse([table1, table2], " + _IDS + ", None, combiner='mean')",
        "tf.nn.embedding_lookup_sparse(" + _WHOLE + ", " + _IDS + ", " + _WEIGHTS + ", combiner='mean')",
        "tf.nn.embedding_lookup_sparse(" + _WHOLE + ", " + _IDS + ", " + _WEIGHTS + ", combiner='sqrtn', max_norm=0.5)",
        "tf.nn.safe_embedding_lookup_sparse([table1, table2], " + _IDS + ")",
        "tf.nn.safe_embedding_lookup_sparse([table1, table3], " + _IDS + ", None, 'sum', 2)",
        "tf.nn.safe_embedding_lookup_sparse(" + _WHOLE + ", " + _IDS + ", " + _WEIGHTS + ", combiner='sum')",
        "tf.nn.safe_embedding_lookup_sparse(" + _WHOLE + ", " + _IDS + ", " + _WEIGHTS + ", 'sqrtn', max_norm=0.5)",
    ],
    GIVEN,
)


@probe
def dropout(surface):
    """How much dropout keeps, times what, and in which pattern."""
    tf = surface.tf
    x = tf.constant(np.ones((2000, 10), "float32"))
    for call in (
        "x, 0.8",
        "x, 0.3",
        "x, rate=0.3",
        "x, rate=0.3, noise_shape=[2000, 1]",
        "x, 0.5, [2000, 1]",
        "x, 0.5, None, 7",
        "x, rate=0",
    ):
        given = surface.numbers(surface.run("tf.nn.dropout(" + call + ")", x=x))
        yield call + ": kept", roughly(np.mean(given != 0))
        yield call + ": largest", given.max()
        yield call + ": of whole rows", bool(np.mean([len(set(row)) == 1 for row in given.tolist()]) > 0.5)


@probe
def dropout_of_nothing(surface):
    """The rate, or share, of exactly 1."""
    x = surface.tf.constant(np.ones((2, 3), "float32"))
    yield "values", surface.numbers(surface.run("tf.nn.dropout(x, 1.0)", x=x))
