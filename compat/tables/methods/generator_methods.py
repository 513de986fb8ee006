"""The `*_generator` methods of Keras 2 models, and the methods that took over their work."""

from typing import NamedTuple, Tuple


class GeneratorMethod(NamedTuple):
    """`parameters` is the legacy order; those in `loading` belong to the `PyDataset` itself in Keras 3."""

    legacy: str
    modern: str
    parameters: Tuple[str, ...]
    verbose: str
    """The legacy default of `verbose`, where the modern default says more."""


LOADING: Tuple[str, ...] = (
    "max_queue_size",
    "workers",
    "use_multiprocessing",
    "pickle_safe",
    "max_q_size",
    "nb_worker",
)

GENERATOR_METHODS: Tuple[GeneratorMethod, ...] = (
    GeneratorMethod(
        "fit_generator",
        "fit",
        (
            "generator",
            "steps_per_epoch",
            "epochs",
            "verbose",
            "callbacks",
            "validation_data",
            "validation_steps",
            "validation_freq",
            "class_weight",
            "max_queue_size",
            "workers",
            "use_multiprocessing",
            "shuffle",
            "initial_epoch",
        ),
        "",
    ),
    GeneratorMethod(
        "evaluate_generator",
        "evaluate",
        ("generator", "steps", "callbacks", "max_queue_size", "workers", "use_multiprocessing", "verbose"),
        "0",
    ),
    GeneratorMethod(
        "predict_generator",
        "predict",
        ("generator", "steps", "callbacks", "max_queue_size", "workers", "use_multiprocessing", "verbose"),
        "0",
    ),
)

KERAS_1_KEYWORDS = {"nb_epoch": "epochs", "nb_val_samples": "validation_steps", "samples_per_epoch": "steps_per_epoch"}
"""Keras 1 names; of the two sample counts the meaning differs (samples, not steps), so only `nb_epoch` is renamed."""
