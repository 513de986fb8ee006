"""What `from keras.layers import *` of Keras 2 brought besides the module's own names: what the module had imported.

Measured on Keras 2.2.4; later releases brought fewer.
"""

from typing import Dict, FrozenSet

_BROUGHT = {
    "activations": "K six warnings",
    "applications": "backend keras_applications layers models utils",
    "backend": """StrictVersion config_pb2 control_flow_ops ctc defaultdict device_lib functional_ops importlib json
        moving_averages np os py_all py_any py_slice py_sum sys tensor_array_ops tf tf_ops""",
    "callbacks": "Iterable K OrderedDict csv deque io json np os requests six sys time warnings",
    "constraints": "K six",
    "initializers": "K np six",
    "layers": """K activations constraints conv_utils copy initializers interfaces namedtuple np python_types
        regularizers warnings""",
    "losses": "K six",
    "metrics": "K six",
    "models": "K h5py",
    "optimizers": "K copy interfaces six tf",
    "preprocessing.image": "backend image inspect utils",
    "preprocessing.sequence": "sequence utils",
    "regularizers": "K six",
}
STAR_NAMES: Dict[str, FrozenSet[str]] = {
    f"keras.{module}": frozenset(names.split()) for module, names in _BROUGHT.items()
}

_OF_LAYERS = "K activations constraints initializers interfaces regularizers"
_BROUGHT_BY_GONE = {
    "advanced_activations": f"{_OF_LAYERS} to_list",
    "convolutional": f"""{_OF_LAYERS} AtrousConv1D AtrousConv2D AtrousConvolution1D AtrousConvolution2D conv_utils
        transpose_shape""",
    "convolutional_recurrent": f"{_OF_LAYERS} conv_utils has_arg np to_list transpose_shape warnings",
    "core": f"{_OF_LAYERS} conv_utils copy func_dump func_load has_arg np python_types warnings",
    "embeddings": "K constraints initializers interfaces regularizers to_list",
    "local": f"{_OF_LAYERS} conv_utils",
    "merge": "K",
    "noise": "K interfaces np",
    "normalization": "K constraints initializers interfaces regularizers",
    "pooling": "K conv_utils interfaces",
    "recurrent": f"{_OF_LAYERS} has_arg np to_list warnings",
    "wrappers": "K copy has_arg object_list_uid recurrent",
}
STARS_OF_GONE_MODULES: Dict[str, FrozenSet[str]] = {
    f"keras.layers.{module}": frozenset(names.split()) for module, names in _BROUGHT_BY_GONE.items()
}
"""The same of the modules of layers that are gone, without the layers themselves."""

HOMES_OF_STAR_NAMES: Dict[str, str] = {
    "K": "keras.backend",
    "activations": "keras.activations",
    "constraints": "keras.constraints",
    "copy": "copy",
    "initializers": "keras.initializers",
    "np": "numpy",
    "regularizers": "keras.regularizers",
    "warnings": "warnings",
}
"""What of it is known by the same name wherever it comes from."""
