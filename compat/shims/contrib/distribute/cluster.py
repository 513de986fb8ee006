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
    return tf.distribute.cluster_resolver.SimpleClusterResolver(
        cluster_spec=environment.cluster_spec(),
        task_type=environment.task_type,
        task_id=environment.task_id,
        num_accelerators={"GPU": num_gpus_per_worker},
        rpc_layer=environment.rpc_layer or "grpc",
    )
