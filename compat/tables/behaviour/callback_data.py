"""What `fit` told callbacks in Keras 2, and no longer tells them.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training_arrays.py
https://github.com/keras-team/keras/blob/master/keras/src/trainers/trainer.py
"""

from typing import Dict

GONE_PARAMS: Dict[str, str] = {
    "batch_size": "give the callback the batch size when you make it",
    "samples": "give the callback the number of samples when you make it",
    "metrics": "take the names from logs",
    "do_validation": "look for names in logs that start with val_",
    "nb_epoch": 'read self.params["epochs"]',
    "nb_sample": "give the callback the number of samples when you make it",
}
"""Keys of `Callback.params` that Keras 3 does not set, and what to do; it sets `epochs`, `steps` and `verbose`."""

GONE_BATCH_LOGS: Dict[str, str] = {
    "size": "give the callback the batch size when you make it",
    "batch": "take the parameter batch of the method",
}
"""Keys that the `logs` of a batch had beside the losses and metrics."""
