"""Training loops of one's own under the strategies of TensorFlow 1, and over towers, for the oracle and for the shims.

`tf` is TensorFlow where it is recorded, and `compat.tensorflow` where it is held against the record.
"""

import numpy as np

from tests.compat.shims.contrib.training_cases import BATCH, FEATURES, samples, weights

STEPS = 6
REPLICAS = 2


def batches(tf, size):
    return tf.data.Dataset.from_tensor_slices(samples()).repeat().batch(size, drop_remainder=True)


def mean_loss(tf, x, y):
    """The mean over the rows that a replica gets."""
    kernel = tf.get_variable(
        "kernel", shape=(FEATURES, 1), initializer=tf.constant_initializer(weights(FEATURES, 1)), use_resource=True
    )
    return tf.reduce_mean((tf.matmul(x, kernel)[:, 0] - y) ** 2)


def training(tf, x, y, optimizer, divisor=1):
    loss = mean_loss(tf, x, y)
    with tf.control_dependencies([optimizer.minimize(loss / divisor)]):
        return tf.identity(loss)


def optimizer_of(tf, name):
    return tf.train.GradientDescentOptimizer(0.1) if name == "sgd" else tf.train.MomentumOptimizer(0.05, 0.9)


def contrib_strategy(tf):
    return tf.contrib.distribute.MirroredStrategy(num_gpus=REPLICAS)


def core_strategy(tf):
    return tf.distribute.MirroredStrategy(["/gpu:0", "/gpu:1"])


def run_steps(tf, losses, initial, kernel):
    """The losses of all replicas in each step, and the weights after the last."""
    with tf.Session() as session:
        session.run(initial)
        session.run(tf.global_variables_initializer())
        found = [[float(each) for each in session.run(list(losses))] for _ in range(STEPS)]
        return {"losses": found, "weights": session.run(kernel)[:, 0].tolist()}


def _kernel(tf, strategy):
    """The copy of the kernel on the first replica."""
    return strategy.unwrap(tf.trainable_variables()[0])[0]


def experimental_run(tf, make, name, divisor=1):
    """TensorFlow 1.13 to 1.15: an iterator of the strategy, `experimental_run`, `unwrap`."""
    strategy = make(tf)
    with strategy.scope():
        optimizer = optimizer_of(tf, name)
        size = BATCH if make is contrib_strategy else BATCH * REPLICAS
        iterator = strategy.make_dataset_iterator(batches(tf, size))
        losses = strategy.experimental_run(lambda inputs: training(tf, *inputs, optimizer, divisor), iterator)
        return run_steps(tf, strategy.unwrap(losses), iterator.initialize(), _kernel(tf, strategy))


def input_functions(tf, make, name):
    """TensorFlow 1.13 to 1.15: one batch of the input function for each replica, and `reduce` without an axis."""
    strategy = make(tf)
    with strategy.scope():
        optimizer = optimizer_of(tf, name)
        iterator = strategy.make_input_fn_iterator(lambda context: batches(tf, BATCH))
        losses = strategy.experimental_run(lambda inputs: training(tf, *inputs, optimizer=optimizer), iterator)
        total = strategy.reduce(tf.distribute.ReduceOp.SUM, losses)
        return run_steps(tf, [total], iterator.initialize(), _kernel(tf, strategy))


def for_each_replica(tf, make, name):
    """TensorFlow 1.13: `distribute_dataset` and `call_for_each_replica`, arguments one by one."""
    strategy = make(tf)
    with strategy.scope():
        optimizer = optimizer_of(tf, name)
        iterator = strategy.distribute_dataset(lambda: batches(tf, BATCH)).make_initializable_iterator()
        x, y = iterator.get_next()
        losses = strategy.call_for_each_replica(lambda x, y: training(tf, x, y, optimizer), x, y)
        return run_steps(tf, strategy.unwrap(losses), iterator.initializer, _kernel(tf, strategy))


def for_each_tower(tf, make, name):
    """TensorFlow 1.12: `call_for_each_tower`, and `reduce` with an aggregation and a destination.

    The towers of 1.12 race for their batches, so all batches are the same here.
    """
    strategy = make(tf)
    with strategy.scope():
        optimizer = optimizer_of(tf, name)
        same = batches(tf, BATCH).take(1).repeat()
        iterator = strategy.distribute_dataset(lambda: same).make_initializable_iterator()
        inputs = iterator.get_next()
        losses = strategy.call_for_each_tower(lambda inputs: training(tf, *inputs, optimizer=optimizer), inputs)
        total = strategy.reduce(tf.VariableAggregation.SUM, losses, destinations="/device:CPU:0")
        return run_steps(tf, strategy.unwrap(total), iterator.initializer, _kernel(tf, strategy))


def run_v2(tf, make, name):
    """TensorFlow 1.14 and 1.15: a distributed dataset and `experimental_run_v2`."""
    strategy = make(tf)
    with strategy.scope():
        optimizer = optimizer_of(tf, name)
        iterator = strategy.experimental_distribute_dataset(batches(tf, BATCH * REPLICAS)).make_initializable_iterator()
        losses = strategy.experimental_run_v2(
            lambda inputs: training(tf, inputs[0], inputs[1], optimizer), args=(iterator.get_next(),)
        )
        results = strategy.experimental_local_results(losses)
        return run_steps(tf, results, iterator.initialize(), _kernel(tf, strategy))


# --- towers, without a strategy


def average_gradients(tf, of_towers):
    averaged = []
    for pairs in zip(*of_towers):
        gradients = [tf.expand_dims(gradient, 0) for gradient, _ in pairs]
        averaged.append((tf.reduce_mean(tf.concat(gradients, axis=0), 0), pairs[0][1]))
    return averaged


def towers(tf, make, name):
    """One loop over the devices, shared variables, the mean of the gradients."""
    del make
    optimizer = optimizer_of(tf, name)
    x, y = tf.data.make_one_shot_iterator(batches(tf, BATCH * REPLICAS)).get_next()
    xs, ys = tf.split(x, REPLICAS), tf.split(y, REPLICAS)
    gradients, losses = [], []
    with tf.variable_scope(tf.get_variable_scope()):
        for index in range(REPLICAS):
            with tf.device(f"/gpu:{index}"), tf.name_scope(f"tower_{index}"):
                loss = mean_loss(tf, xs[index], ys[index])
                tf.get_variable_scope().reuse_variables()
                gradients.append(optimizer.compute_gradients(loss))
                losses.append(loss)
    kernel = tf.trainable_variables()[0]
    with tf.control_dependencies([optimizer.apply_gradients(average_gradients(tf, gradients))]):
        losses = [tf.identity(each) for each in losses]
    return run_steps(tf, losses, [], kernel)


LOOPS = {
    "experimental_run, contrib": (experimental_run, contrib_strategy),
    "experimental_run, core": (experimental_run, core_strategy),
    "input functions, contrib": (input_functions, contrib_strategy),
    "input functions, core": (input_functions, core_strategy),
    "call_for_each_replica, contrib": (for_each_replica, contrib_strategy),
    "call_for_each_tower, contrib": (for_each_tower, contrib_strategy),
    "experimental_run_v2, core": (run_v2, core_strategy),
    "towers": (towers, None),
}
CASES = [(loop, optimizer) for loop in LOOPS for optimizer in ("sgd", "momentum")]


def run(tf, loop, optimizer):
    """The losses and the final weights; None where the release has no such method."""
    function, make = LOOPS[loop]
    with tf.Graph().as_default():
        try:
            return function(tf, make, optimizer)
        except AttributeError as error:
            if "has no attribute" not in str(error):
                raise
            return None


def mean_losses(found):
    """The loss of each step, averaged over the replicas or summed as the script has it."""
    return np.mean(found["losses"], axis=1)
