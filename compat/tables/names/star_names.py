"""What `from keras.layers import *` of Keras 2 brought besides the module's own names: what the module had imported.

Measured on Keras 2.2.4; later releases brought fewer. Modules that are gone are not here.
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
