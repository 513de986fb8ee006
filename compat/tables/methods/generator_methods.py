"""The `*_generator` methods of Keras 2 models, and the methods that took over their work."""

from typing import Any, Dict, Mapping, Tuple

from compat.tables.rows import GeneratorMethod

LOADING_DEFAULTS: Mapping[str, Any] = {"max_queue_size": 10, "workers": 1, "use_multiprocessing": False}
"""The keywords about loading and their defaults in Keras 2; they belong to the `PyDataset` itself in Keras 3."""

KERAS_1_LOADING: Dict[str, str] = {"max_q_size": "max_queue_size", "nb_worker": "workers"}
KERAS_1_KEYWORDS: Dict[str, str] = {"nb_epoch": "epochs", **KERAS_1_LOADING}
"""Keywords of Keras 1 that took the same values under another name."""

SAMPLE_COUNTS: Dict[str, str] = {"samples_per_epoch": "steps_per_epoch", "nb_val_samples": "validation_steps"}
"""Keywords of Keras 1 that counted samples, and the later ones that count steps."""

LOADING: Tuple[str, ...] = (*LOADING_DEFAULTS, "pickle_safe", *KERAS_1_LOADING)
"""All keywords about loading, including those of Keras 1."""

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
