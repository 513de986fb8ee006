"""Methods that own layers and models may have had in Keras 2, and whose names Keras 3 uses for itself.

Measured on Keras 3.15.1 by giving a layer or a model a method of each of its names and using it:
`tests/compat/tables/test_own_names.py`. On Keras 2.2.4 and on `tf.keras` 2.3.4 the public ones did not matter.
"""

from typing import NamedTuple, Optional, Tuple

URL = "https://github.com/keras-team/keras/blob/v3.15.1/keras/src/layers/layer.py"

ALWAYS, FIT, STEP, SAVE = "always", "fit", "step", "save"
"""When the name matters: wherever the object is used, in training, in the step that Keras has for it, in saving."""

LAYER: Tuple[str, ...] = ("keras.layers.Layer",)
MODEL: Tuple[str, ...] = ("keras.models.Model",)


class Passed(NamedTuple):
    """What Keras 3 passes to a method: a number of arguments, and keywords."""

    positions: int
    keywords: Tuple[str, ...] = ()


class OwnName(NamedTuple):
    """`names` that a method of `classes` and their subclasses must not have, and what Keras 3 `does`.

    A method that takes what is `passed` is meant for Keras 3; without that, none is. `is_set`: Keras 3 sets an
    attribute of this name, which fails on a property and hides a method.
    """

    names: Tuple[str, ...]
    classes: Tuple[str, ...]
    does: str
    when: str = ALWAYS
    passed: Optional[Passed] = None
    is_set: bool = False


_SETS = "sets an attribute of this name, which hides the method"
_READS = "reads a property of this name, and takes the method for its value"
_CALLS = "calls its own method of this name"

OWN_NAMES: Tuple[OwnName, ...] = (
    OwnName(("loss", "compiled", "steps_per_execution", "unrolled_steps_per_execution"), MODEL, _SETS, is_set=True),
    OwnName(("autocast", "supports_jit", "call_signature_parameters"), LAYER, _SETS, is_set=True),
    OwnName(
        ("quantize",),
        LAYER,
        "takes the argument of the method for the mode of a quantization",
        passed=Passed(0, ("mode",)),
    ),
    OwnName(("compute_dtype", "dtype_policy", "input_dtype", "quantization_mode", "variable_dtype"), LAYER, _READS),
    OwnName(
        ("compute_loss",),
        MODEL,
        "calls the method in training, with x, y, y_pred and sample_weight",
        STEP,
        Passed(4),
    ),
    OwnName(
        ("compute_metrics",),
        MODEL,
        "calls the method in training, with x, y, y_pred and sample_weight=",
        STEP,
        Passed(3, ("sample_weight",)),
    ),
    OwnName(("get_metrics_result",), MODEL, "calls the method in training, without arguments", FIT, Passed(0)),
    OwnName(("get_build_config",), LAYER, "calls the method when it saves, without arguments", SAVE, Passed(0)),
    OwnName(("get_compile_config",), MODEL, "calls the method when it saves, without arguments", SAVE, Passed(0)),
    OwnName(("build_from_config",), LAYER, "calls the method when it loads, with a dictionary", SAVE, Passed(1)),
    OwnName(("compile_from_config",), MODEL, "calls the method when it loads, with a dictionary", SAVE, Passed(1)),
    OwnName(
        ("save_own_variables", "load_own_variables"),
        LAYER,
        "calls the method with the file of the weights",
        SAVE,
        Passed(1),
    ),
    OwnName(
        (
            "_allow_non_tensor_positional_args",
            "_auto_config",
            "_build_shapes_dict",
            "_call_context_args",
            "_call_has_context_arg",
            "_call_has_mask_arg",
            "_call_has_training_arg",
            "_call_signature",
            "_called",
            "_convert_input_args",
            "_lock",
            "_loss_ids",
            "_losses_override",
            "_non_trainable_variables",
            "_parent_path",
            "_path",
            "_remat_mode",
            "_seed_generators",
            "_trainable_variables",
        ),
        LAYER,
        _SETS,
        is_set=True,
    ),
    OwnName(
        (
            "_compile_loss",
            "_compile_metrics",
            "_compute_loss_has_training_arg",
            "_distribute_strategy",
            "_initial_epoch",
            "_jit_compile",
            "_loss_tracker",
        ),
        MODEL,
        _SETS,
        is_set=True,
    ),
    OwnName(
        (
            "_check_super_called",
            "_get_call_context",
            "_initialize_tracker",
            "_lock_state",
            "_maybe_reset_call_context",
            "_open_name_scope",
            "_post_build",
            "_resolve_and_populate_arg",
            "_setattr_hook",
            "_tracker",
        ),
        LAYER,
        _CALLS,
    ),
    OwnName(("_get_own_losses",), LAYER, f"{_CALLS} in training", FIT),
    OwnName(("_obj_type",), LAYER, f"{_CALLS} when it saves", SAVE),
    OwnName(("_compute_loss",), MODEL, f"{_CALLS} in training", STEP),
    OwnName(
        (
            "_autoconvert_optionals",
            "_get_metrics_result_or_logs",
            "_make_function",
            "_maybe_symbolic_build",
            "_resolve_auto_jit_compile",
        ),
        MODEL,
        f"{_CALLS} in training",
        FIT,
    ),
)
