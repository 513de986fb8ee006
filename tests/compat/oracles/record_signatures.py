"""Record the legacy signatures that shims must keep.

    python tests/compat/oracles/record_signatures.py > tests/compat/oracles/signatures.json

Needs the environment of `record_keras231.py`.
"""

import inspect
import json

import keras

NAMES = (
    "keras.utils.multi_gpu_model",
    "keras.models.Model.fit_generator",
    "keras.models.Model.evaluate_generator",
    "keras.models.Model.predict_generator",
    "keras.callbacks.ModelCheckpoint",
    "keras.callbacks.EarlyStopping",
    "keras.callbacks.ReduceLROnPlateau",
    "keras.callbacks.LambdaCallback",
    "keras.callbacks.TensorBoard",
    "keras.callbacks.ProgbarLogger",
    "keras.regularizers.l1",
    "keras.regularizers.l2",
    "keras.regularizers.l1_l2",
)


def parameters(name):
    """List the parameters of a callable by its dotted name, with their defaults."""
    found = keras
    for part in name.split(".")[1:]:
        found = getattr(found, part)
    function = inspect.unwrap(found.__init__ if inspect.isclass(found) else found)
    listed = inspect.signature(function).parameters.values()
    return [
        [p.name, None if p.default is p.empty else p.default]
        for p in listed
        if p.name != "self" and p.kind is p.POSITIONAL_OR_KEYWORD
    ]


print(json.dumps({name: parameters(name) for name in NAMES}, indent=1, sort_keys=True))
