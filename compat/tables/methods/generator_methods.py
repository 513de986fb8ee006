"""The `*_generator` methods of Keras 2 models, and the methods that took over their work."""

from typing import Any, Dict, Mapping, Optional, Tuple

from compat.tables.rows import GeneratorMethod

LOADING_DEFAULTS: Mapping[str, Any] = {"max_queue_size": 10, "workers": 1, "use_multiprocessing": False}
"""The keywords about loading and their defaults in Keras 2; they belong to the `PyDataset` itself in Keras 3."""

KERAS_1_LOADING: Dict[str, str] = {"max_q_size": "max_queue_size", "nb_worker": "workers"}
KERAS_1_KEYWORDS: Dict[str, str] = {"nb_epoch": "epochs", **KERAS_1_LOADING}
"""Keywords of Keras 1 that took the same values under another name."""

SAMPLE_COUNTS: Dict[str, str] = {
    "samples_per_epoch": "steps_per_epoch",
    "nb_val_samples": "validation_steps",
    "val_samples": "steps",
}
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

KERAS_1_PARAMETERS: Mapping[str, Tuple[str, ...]] = {
    "fit_generator": (
        "generator",
        "samples_per_epoch",
        "nb_epoch",
        "verbose",
        "callbacks",
        "validation_data",
        "nb_val_samples",
        "class_weight",
        "max_q_size",
        "nb_worker",
        "pickle_safe",
        "initial_epoch",
    ),
    "evaluate_generator": ("generator", "val_samples", "max_q_size", "nb_worker", "pickle_safe"),
    "predict_generator": ("generator", "val_samples", "max_q_size", "nb_worker", "pickle_safe"),
}
"""What positional arguments meant in Keras 1.2.2."""

ADDED_IN_2_3: Mapping[str, str] = {
    "fit_generator": "validation_freq",
    "evaluate_generator": "callbacks",
    "predict_generator": "callbacks",
}
"""The parameter that each method has in its midst since Keras 2.2.5, and before it had not."""


def places(row: GeneratorMethod, values: Tuple[Any, ...]) -> Optional[Tuple[str, ...]]:
    """Return the parameters that positional arguments mean, judged by the one at the place that 2.2.5 added.

    A number of epochs can only be `validation_freq`, and `callbacks` are no number; `...` stands for an unknown value.
    None if the values do not tell.
    """
    added = ADDED_IN_2_3[row.legacy]
    place = row.parameters.index(added)
    if len(values) <= place:
        return row.parameters
    value = values[place]
    if value is ...:
        return None
    is_number = isinstance(value, int)
    is_added = isinstance(value, (list, tuple)) or is_number is (added == "validation_freq")
    if value is None:
        is_added = added == "callbacks"
    return row.parameters if is_added else row.parameters[:place] + row.parameters[place + 1 :]
