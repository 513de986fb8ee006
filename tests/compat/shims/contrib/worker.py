"""One worker of a cluster, run by `test_cluster.py`: python -m tests.compat.shims.contrib.worker INDEX FOLDER PORT PORT."""

import json
import os
import sys
import time

PATIENCE = 60
"""Seconds."""


def main(index, folder, ports):
    index = int(index)
    cluster = {"worker": [f"localhost:{port}" for port in ports]}
    os.environ["TF_CONFIG"] = json.dumps({"cluster": cluster, "task": {"type": "worker", "index": index}})

    from compat import tensorflow as tf
    from tests.compat.shims.estimator.linear_model import model_fn_of, samples, weights_of

    def input_fn():
        return tf.data.Dataset.from_tensor_slices(samples()).shard(len(ports), index).repeat().batch(4)

    strategy = tf.contrib.distribute.CollectiveAllReduceStrategy(num_gpus_per_worker=0)
    config = tf.estimator.RunConfig(train_distribute=strategy, save_checkpoints_steps=6)
    estimator = tf.estimator.Estimator(model_fn_of(tf, tf.compat.v1), folder, config=config)
    tf.estimator.train_and_evaluate(
        estimator,
        tf.estimator.TrainSpec(input_fn, max_steps=12),
        tf.estimator.EvalSpec(input_fn, steps=6, throttle_secs=0),
    )
    for _ in range(PATIENCE):  # the chief may still be writing the last checkpoint
        if (estimator.latest_checkpoint() or "").endswith("-12"):
            break
        time.sleep(1)
    kernel, bias = weights_of(estimator)
    step = int(estimator.get_variable_value("global_step"))
    print(json.dumps({"kernel": kernel.tolist(), "bias": bias, "step": step}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
