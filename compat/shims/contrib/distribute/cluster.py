"""The cluster of a contrib strategy: what `TF_CONFIG` says, with the GPUs that the script names."""

from typing import Any, Dict

import tensorflow as tf


def cluster_of_environment() -> Dict[str, Any]:
    """The cluster of `TF_CONFIG`, empty without one."""
    cluster: Dict[str, Any] = tf.distribute.cluster_resolver.TFConfigClusterResolver().cluster_spec().as_dict()
    return cluster


def resolver(num_gpus_per_worker: int) -> Any:
    """The cluster of `TF_CONFIG` whose workers have so many GPUs."""
    environment = tf.distribute.cluster_resolver.TFConfigClusterResolver()
    return tf.distribute.cluster_resolver.SimpleClusterResolver(
        cluster_spec=environment.cluster_spec(),
        task_type=environment.task_type,
        task_id=environment.task_id,
        num_accelerators={"GPU": num_gpus_per_worker},
        rpc_layer=environment.rpc_layer or "grpc",
    )
