"""The cluster of a contrib strategy: that of `TF_CONFIG`, with the number of GPUs that the script gives."""

from typing import Any, Dict

import tensorflow as tf


def cluster_of_environment() -> Dict[str, Any]:
    """Return the cluster of `TF_CONFIG`, empty if there is none."""
    cluster: Dict[str, Any] = tf.distribute.cluster_resolver.TFConfigClusterResolver().cluster_spec().as_dict()
    return cluster


def resolver(num_gpus_per_worker: int) -> Any:
    """Return a resolver for the cluster of `TF_CONFIG`, with `num_gpus_per_worker` GPUs on each worker."""
    environment = tf.distribute.cluster_resolver.TFConfigClusterResolver()
    if environment.task_type == "evaluator":
        return _local(num_gpus_per_worker)
    return tf.distribute.cluster_resolver.SimpleClusterResolver(
        cluster_spec=environment.cluster_spec(),
        task_type=environment.task_type,
        task_id=environment.task_id,
        num_accelerators={"GPU": num_gpus_per_worker},
        rpc_layer=environment.rpc_layer or "grpc",
    )


def _local(num_gpus: int) -> Any:
    """Return a resolver for this process alone: an evaluator reads checkpoints, and is no part of the cluster.

    TensorFlow 2 would start a server for it, and watch over peers that it does not have.
    """
    return tf.distribute.cluster_resolver.SimpleClusterResolver(
        tf.train.ClusterSpec({}), num_accelerators={"GPU": num_gpus}
    )
