"""Names of losses that Keras 2 took as texts and Keras 3 does not.

https://github.com/keras-team/keras/blob/2.3.1/keras/losses.py
"""

from typing import Mapping

LOSS_NAMES: Mapping[str, str] = {
    "huber_loss": "huber",
    "kullback_leibler_divergence": "kl_divergence",
    "logcosh": "log_cosh",
}
"""Each with its name of today."""

COSINES: Mapping[str, str] = {"cosine": "cosine_similarity", "cosine_proximity": "cosine_similarity"}
"""The negative cosine of standalone Keras; `tf.keras` of TensorFlow 1.14 and 1.15 minimized the positive one."""
