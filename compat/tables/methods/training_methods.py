"""The positional arguments of the training methods of Keras 2.3.1.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training.py
"""

from typing import Mapping, Tuple

_LOADING = "max_queue_size workers use_multiprocessing"

TRAINING_METHODS: Mapping[str, Tuple[str, ...]] = {
    name: tuple(parameters.split())
    for name, parameters in {
        "compile": "optimizer loss metrics loss_weights sample_weight_mode weighted_metrics target_tensors",
        "fit": (
            "x y batch_size epochs verbose callbacks validation_split validation_data shuffle class_weight"
            f" sample_weight initial_epoch steps_per_epoch validation_steps validation_freq {_LOADING}"
        ),
        "evaluate": f"x y batch_size verbose sample_weight steps callbacks {_LOADING}",
        "predict": f"x batch_size verbose steps callbacks {_LOADING}",
        "train_on_batch": "x y sample_weight class_weight reset_metrics",
        "test_on_batch": "x y sample_weight reset_metrics",
        "save": "filepath overwrite include_optimizer",
    }.items()
}
