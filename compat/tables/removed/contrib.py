"""The rest of `tf.contrib`: one row for each module that no other contrib table covers, and one for contrib itself."""

from compat.tables.removed.area import area

_SUNSET = "https://github.com/tensorflow/community/blob/master/rfcs/20180907-contrib-sunset.md"
_AUTOGRAPH = "https://www.tensorflow.org/guide/function"
_XLA = "https://www.tensorflow.org/xla"
_LITE = "https://www.tensorflow.org/guide/migrate/tflite"
_COMPRESSION = "https://github.com/tensorflow/compression"

_MODULES = {
    "": "its parts went to the core, to packages of their own, or nowhere; the link has the list",
    "autograph": "use tf.autograph, or tf.function, which applies it by itself",
    "cmake": "build TensorFlow with Bazel",
    "compiler": "use tf.function(jit_compile=True)",
    "copy_graph": "use tf.Graph.as_graph_def() and tf.import_graph_def",
    "deprecated": "use tf.compat.v1.summary",
    "graph_editor": "edit tf.Graph.as_graph_def() and read it with tf.import_graph_def(graph_def, input_map=map), or "
    "tf.compat.v1.wrap_function",
    "proto": "use tf.io.decode_proto and tf.io.encode_proto",
    "receptive_field": "compute it from the kernel sizes and strides: nothing replaced it",
    "remote_fused_graph": "do without it: nothing replaced it",
    "rpc": "use grpc in tf.numpy_function",
    "specs": "write the layers out with keras.Sequential",
    "util": "use tf.make_tensor_proto, tf.make_ndarray and tf.get_static_value, which are the same functions",
    "util.loader": "use tf.load_op_library",
    "util.ops_used_by_graph_def util.stripped_op_list_for_graph": "walk tf.Graph.as_graph_def().node for the "
    "operations",
}

_AUTOGRAPH_NAMES = {
    "convert": "decorate with tf.function, or call tf.autograph.to_graph",
    "converted_call": "call the function from a tf.function",
    "ConversionOptions": "use experimental_autograph_options= of tf.function",
    "set_element_type stack": "use tf.TensorArray",
}

_XLA_NAMES = {
    "jit": "use tf.function(jit_compile=True)",
    "xla": "use tf.function(jit_compile=True)",
    "xla.estimator_model_fn": "use keras.Model.compile(jit_compile=True)",
}

_XLA_1_13 = {
    "xla.compile": "use tf.function(jit_compile=True), or tf.compat.v1.xla.experimental.compile in graph mode",
    "jit.experimental_jit_scope": "use tf.compat.v1.xla.experimental.jit_scope in graph mode, or "
    "tf.function(jit_compile=True)",
}

_LITE_NAMES = {
    "": "use tf.lite",
    "TFLiteConverter": "use tf.compat.v1.lite.TFLiteConverter for graphs and sessions, tf.lite.TFLiteConverter else",
    "TocoConverter": "use tf.compat.v1.lite.TFLiteConverter for graphs and sessions, tf.lite.TFLiteConverter else",
    "Interpreter": "use tf.lite.Interpreter",
    "toco_convert toco_convert_protos": "use tf.compat.v1.lite.TFLiteConverter.from_session",
    "OpHint convert_op_hints_to_stubs": "use keras.layers.LSTM and its siblings: tf.lite.TFLiteConverter fuses them",
}

_2_0 = "tensorflow 2.0"

ROWS = (
    *area("tensorflow.contrib", _2_0, _SUNSET, _MODULES),
    *area("tensorflow.contrib.autograph", _2_0, _AUTOGRAPH, _AUTOGRAPH_NAMES),
    *area("tensorflow.contrib.compiler", _2_0, _XLA, _XLA_NAMES),
    *area("tensorflow.contrib.compiler", "tensorflow 1.14", _XLA, _XLA_1_13),
    *area("tensorflow.contrib.lite", "tensorflow 1.13", _LITE, _LITE_NAMES),
    *area(
        "tensorflow.contrib",
        "tensorflow 1.14",
        _COMPRESSION,
        {"coder": "use the package tensorflow-compression, whose last release is for TensorFlow 2.14"},
    ),
    *area(
        "tensorflow.contrib",
        "tensorflow 1.15",
        _SUNSET,
        {
            "meta_graph_transform": "write a SavedModel with tf.saved_model.save, and shrink it with tf.lite",
            "rate": "divide two keras.metrics.Sum",
        },
    ),
)
"""Removed names, as `compat.tables.removed` gathers them."""
