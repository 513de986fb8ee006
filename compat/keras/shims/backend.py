"""TODO."""
import tensorflow as tf
def _get_available_gpus(): return [d.name for d in tf.config.list_logical_devices("GPU")]
