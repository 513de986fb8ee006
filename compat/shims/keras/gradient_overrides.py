"""`graph.gradient_override_map` around a model, which has no effect on those of Keras 3: it is refused.

https://www.tensorflow.org/api_docs/python/tf/Graph#gradient_override_map
"""

import tensorflow as tf


def refuse() -> None:
    """Refuse to make models where the default graph names other gradients, which they would not have.

    Raises:
        RuntimeError: it does.

    """
    if tf.executing_eagerly() and tf.compat.v1.get_default_graph()._gradient_override_map:  # noqa: SLF001
        raise RuntimeError(
            "gradient_override_map: models of Keras 3 make their operations in no such graph, and keep the plain "
            "gradients; write the activation with tf.custom_gradient, and set it: layer.activation = guided_relu"
        )
