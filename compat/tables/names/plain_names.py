"""Names of TensorFlow 1 that TensorFlow 2 has outside of `tf.compat.v1` as well, as the same object or an equal value.

`tests/compat/tables/test_plain_names.py` compares both names of each row.

https://www.tensorflow.org/api_docs/python/tf/version
"""

from typing import Dict

_SAVED_MODEL = """
constants: ASSETS_DIRECTORY ASSETS_KEY SAVED_MODEL_FILENAME_PB SAVED_MODEL_FILENAME_PBTXT SAVED_MODEL_SCHEMA_VERSION
    VARIABLES_DIRECTORY VARIABLES_FILENAME
signature_constants: CLASSIFY_INPUTS CLASSIFY_METHOD_NAME CLASSIFY_OUTPUT_CLASSES CLASSIFY_OUTPUT_SCORES
    DEFAULT_SERVING_SIGNATURE_DEF_KEY PREDICT_INPUTS PREDICT_METHOD_NAME PREDICT_OUTPUTS REGRESS_INPUTS
    REGRESS_METHOD_NAME REGRESS_OUTPUTS
tag_constants: GPU SERVING TPU TRAINING
"""

_OTHERS = """
COMPILER_VERSION version.COMPILER_VERSION
CXX11_ABI_FLAG sysconfig.CXX11_ABI_FLAG
GIT_VERSION version.GIT_VERSION
GRAPH_DEF_VERSION version.GRAPH_DEF_VERSION
GRAPH_DEF_VERSION_MIN_CONSUMER version.GRAPH_DEF_VERSION_MIN_CONSUMER
GRAPH_DEF_VERSION_MIN_PRODUCER version.GRAPH_DEF_VERSION_MIN_PRODUCER
MONOLITHIC_BUILD sysconfig.MONOLITHIC_BUILD
QUANTIZED_DTYPES dtypes.QUANTIZED_DTYPES
VERSION version.VERSION
dimension_at_index compat.dimension_at_index
dimension_value compat.dimension_value
nn.avg_pool_v2 compat.v2.nn.avg_pool
nn.ctc_beam_search_decoder_v2 compat.v2.nn.ctc_beam_search_decoder
nn.max_pool_v2 compat.v2.nn.max_pool
saved_model.load_v2 compat.v2.saved_model.load
where_v2 compat.v2.where
"""

PLAIN_NAMES: Dict[str, str] = dict(map(str.split, _OTHERS.strip().splitlines()))
for _row in _SAVED_MODEL.strip().replace("\n    ", " ").splitlines():
    _module, _, _names = _row.partition(": ")
    for _name in _names.split():
        PLAIN_NAMES[f"saved_model.{_module}.{_name}"] = f"saved_model.{_name}"
PLAIN_NAMES = {"tensorflow." + _legacy: "tensorflow." + _modern for _legacy, _modern in PLAIN_NAMES.items()}
"""Maps each legacy name to today's."""
