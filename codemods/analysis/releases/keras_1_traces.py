"""Whether a file was written for Keras 1, by the keywords of its calls, and by what it asks iterators for."""

from __future__ import annotations

from codemods.source.file import File, once_per_file
from compat.tables.methods.generator_methods import KERAS_1_KEYWORDS, SAMPLE_COUNTS

_OF_LAYERS = """
W_constraint W_regularizer U_regularizer b_constraint b_regularizer border_mode consume_less dim_ordering dropout_U
dropout_W filter_length inner_activation inner_init nb_col nb_filter nb_row subsample
"""
_OF_KERAS_1 = frozenset({*KERAS_1_KEYWORDS, *SAMPLE_COUNTS, "pickle_safe", *_OF_LAYERS.split()})
_OF_ITERATORS = ("nb_class", "nb_sample")
_OF_KERAS_2 = frozenset(
    {
        "epochs",
        "steps_per_epoch",
        "validation_steps",
        "max_queue_size",
        "use_multiprocessing",
        "workers",
        "kernel_size",
        "kernel_initializer",
        "kernel_regularizer",
        "padding",
        "strides",
    }
)


@once_per_file
def is_of_keras_1(file: File) -> bool:
    """True if, before any edit, calls had keywords that went with Keras 1, and none that came with Keras 2.

    So are counts that iterators over images had in Keras 1.
    """
    given = {arg.keyword.value for call in file.original.calls for arg in call.args if arg.keyword is not None}
    has_old = bool(given & _OF_KERAS_1) or any(each.attr.value in _OF_ITERATORS for each in file.original.attributes)
    return has_old and not given & _OF_KERAS_2
