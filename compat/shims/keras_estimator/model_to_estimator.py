"""`tf.keras.estimator.model_to_estimator`.

https://github.com/tensorflow/estimator/blob/v2.15.0/tensorflow_estimator/python/estimator/keras_lib.py
"""

import importlib
import os
from typing import Any, Mapping, Optional

from compat.namespace.releases import has_keras_3

_FORMATS = ("saver", "checkpoint")


def model_to_estimator(
    keras_model: Any = None,
    keras_model_path: Optional[str] = None,
    custom_objects: Optional[Mapping[str, Any]] = None,
    model_dir: Optional[str] = None,
    config: Any = None,
    checkpoint_format: str = "saver",
    metric_names_map: Optional[Mapping[str, str]] = None,
    export_outputs: Optional[Mapping[str, Any]] = None,
) -> Any:
    """Return an Estimator that trains a copy of the compiled model, starting from its current weights.

    One batch of `input_fn` goes to each replica of `RunConfig(train_distribute=)`.

    Raises:
        ValueError: no model, or both a model and a path; the model is not compiled; an unknown `checkpoint_format`.
        NotADirectoryError, PermissionError: `model_dir` cannot be created or written to.

    """
    if not has_keras_3():
        return _upstream("keras_lib").model_to_estimator(
            keras_model, keras_model_path, custom_objects, model_dir, config, checkpoint_format,
            metric_names_map=metric_names_map, export_outputs=export_outputs,
        )  # fmt: skip
    _check(keras_model, keras_model_path, checkpoint_format)
    if keras_model is None:
        from compat.shims.keras.models import load_model

        keras_model = load_model(keras_model_path, custom_objects=custom_objects)
    if getattr(keras_model, "optimizer", None) is None:
        raise ValueError(
            "The given keras model has not been compiled yet. Please compile the model with `model.compile()` before "
            "calling `model_to_estimator()`."
        )
    return _estimator(keras_model, model_dir, config, metric_names_map or {}, export_outputs or {})


def _upstream(module: str) -> Any:
    from compat.shims.estimator.package import connect

    connect()
    return importlib.import_module("tensorflow_estimator.python.estimator." + module)


def _check(model: Any, path: Optional[str], checkpoint_format: str) -> None:
    if model is None and not path:
        raise ValueError("Either `keras_model` or `keras_model_path` needs to be provided.")
    if model is not None and path:
        raise ValueError("Please specity either `keras_model` or `keras_model_path`, but not both.")
    if checkpoint_format not in _FORMATS:
        raise ValueError(f'Checkpoint format must be one of "checkpoint" or "saver". Got {checkpoint_format}')


def _estimator(
    model: Any, model_dir: Optional[str], config: Any, metric_names: Mapping[str, str], exports: Mapping[str, Any]
) -> Any:
    from compat.shims.estimator.bad_input import check_folder
    from compat.shims.keras_estimator.graph_variables import FirstWeights
    from compat.shims.keras_estimator.model_fn import KerasModelFn
    from compat.tensorflow import estimator

    config = _upstream("estimator").maybe_overwrite_model_dir_and_session_config(config, model_dir)
    check_folder(config.model_dir)
    first_weights = FirstWeights(model, os.path.join(config.model_dir, "keras"))
    return estimator.Estimator(KerasModelFn(model, first_weights, metric_names, exports), config=config)
