"""`ParameterServerStrategy` with a coordinator, a worker or two and a server: real processes, a model of Keras 3."""

import json

import numpy as np

from tests.compat.cluster_runs import run_cluster

LOOP = """
import json
import sys
import keras
import numpy as np
import tensorflow as tf

resolver = tf.distribute.cluster_resolver.TFConfigClusterResolver()
if resolver.task_type in ("worker", "ps"):
    server = tf.distribute.Server(
        resolver.cluster_spec(), job_name=resolver.task_type, task_index=resolver.task_id, protocol="grpc"
    )
    server.join()

strategy = tf.distribute.ParameterServerStrategy(resolver)
random = np.random.RandomState(0)
x = random.normal(size=(64, 3)).astype("float32")
y = x @ np.array([[1.0], [-2.0], [0.5]], "float32")
with strategy.scope():
    model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1, kernel_initializer="zeros")])
    optimizer = keras.optimizers.SGD(0.1)
"""

CUSTOM = (
    LOOP
    + """
    optimizer.build(model.trainable_variables)
coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)


def dataset_fn():
    return tf.data.Dataset.from_tensor_slices((x, y)).repeat().batch(16)


@tf.function
def step(iterator):
    def replica_step(features, labels):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((labels - model(features, training=True)) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return loss

    return strategy.run(replica_step, args=next(iterator))


iterator = iter(coordinator.create_per_worker_dataset(dataset_fn))
results = [coordinator.schedule(step, args=(iterator,)) for _ in range(100)]
coordinator.join()
print(json.dumps({
    "losses": [float(result.fetch()) for result in results],
    "weights": [weight.ravel().tolist() for weight in model.get_weights()],
    "device": model.trainable_variables[0].value.device,
    "iterations": int(optimizer.iterations.numpy()),
}))
"""
)

FIT = (
    LOOP
    + """
    model.compile(optimizer, "mse")
try:
    model.fit(x, y, verbose=0)
except ValueError as error:
    print(error)
"""
)


def by_hand(steps):
    random = np.random.RandomState(0)
    x = random.normal(size=(64, 3)).astype("float32")
    y = (x @ np.array([[1.0], [-2.0], [0.5]], "float32"))[:, 0]
    kernel, bias, losses = np.zeros(3), 0.0, []
    for step in range(steps):
        rows = slice(step * 16 % 64, step * 16 % 64 + 16)
        error = x[rows] @ kernel + bias - y[rows]
        losses.append(np.mean(error**2))
        kernel, bias = kernel - 0.1 * 2 * x[rows].T @ error / 16, bias - 0.1 * 2 * np.mean(error)
    return kernel, bias, losses


def test_one_worker_takes_the_steps_of_one_process(tmp_path):
    found = json.loads(run_cluster(tmp_path, CUSTOM, "--workers", "1", "--chief", "--ps", "1").last())
    kernel, bias, losses = by_hand(100)
    np.testing.assert_allclose(found["losses"], losses, atol=1e-5)
    np.testing.assert_allclose(found["weights"][0], kernel, atol=1e-5)
    np.testing.assert_allclose(found["weights"][1], [bias], atol=1e-5)
    assert "/job:ps/" in found["device"]
    assert found["iterations"] == 100


def test_two_workers_train_the_same_variables(tmp_path):
    """Asynchronously: a step may use weights that are out of date, so only the end is compared.

    Keras 3 reads its counter of steps and writes it back, so that two workers at a time count one step (82 to 91 of 100
    were counted); Keras 2 added to it on the server. Adam and schedules see the lower number.
    """
    found = json.loads(run_cluster(tmp_path, CUSTOM, "--workers", "2", "--chief", "--ps", "1").last())
    np.testing.assert_allclose(found["weights"][0], [1.0, -2.0, 0.5], atol=1e-2)
    assert found["iterations"] <= 100


def test_fit_says_that_it_does_not_work(tmp_path):
    """Keras 2 could, from a `DatasetCreator`; when Keras 3 can, rule TFM174 and its table have to say so."""
    said = run_cluster(tmp_path, FIT, "--workers", "1", "--chief", "--ps", "1").last()
    assert said.startswith("To use this dataset, you need to pass this dataset to ClusterCoordinator")
