"""Recurrent networks of `tf.contrib`: cells, sequence to sequence, cuDNN; and `tf.nn.rnn_cell` below them.

Keras cells keep other weights than the legacy ones: LSTM gates in the order i, f, c, o (legacy: i, j, f, o), the
forget bias in the bias (legacy: added in each step). Legacy checkpoints do not load into them unconverted.

TensorFlow 2.16 and later hide `tf.compat.v1.nn.rnn_cell` from attribute access only: importing from it by its full name
brings the legacy classes, and `tf.compat.v1.nn.dynamic_rnn` takes them.
"""

from compat.tables.removed.area import area

_CELLS = "https://www.tensorflow.org/guide/migrate/model_mapping"
_RNN = "https://www.tensorflow.org/guide/keras/working_with_rnns"
_SUNSET = "https://github.com/tensorflow/community/blob/master/rfcs/20180907-contrib-sunset.md"
_ADDONS = "https://github.com/tensorflow/addons/issues/2807"
_GONE_IN_KERAS_3 = "https://github.com/tensorflow/tensorflow/releases/tag/v2.16.1"

_AS_IT_WAS = "; in graph mode the legacy class is still there: from tensorflow.compat.v1.nn.rnn_cell import {name}"
_WRITE = "subclass keras.layers.Layer with state_size and call(inputs, states), and wrap it in keras.layers.RNN"
_IN_ADDONS = "; tensorflow_addons had it until TensorFlow 2.15"

_CORE_CELLS = {
    "": "use the cells of keras.layers in keras.layers.RNN; in graph mode the legacy classes are still there: from "
    "tensorflow.compat.v1.nn.rnn_cell import BasicLSTMCell",
    "BasicLSTMCell": "use keras.layers.LSTMCell" + _AS_IT_WAS,
    "LSTMCell": "use keras.layers.LSTMCell; peepholes, projection and clipping have no equivalent" + _AS_IT_WAS,
    "GRUCell": "use keras.layers.GRUCell(units, reset_after=False)" + _AS_IT_WAS,
    "BasicRNNCell": "use keras.layers.SimpleRNNCell" + _AS_IT_WAS,
    "MultiRNNCell": "use keras.layers.StackedRNNCells, or pass a list of cells to keras.layers.RNN" + _AS_IT_WAS,
    "LSTMStateTuple": "use a list [h, c], which is the order of Keras (legacy: c, h)" + _AS_IT_WAS,
    "DropoutWrapper": "use dropout= and recurrent_dropout= of keras.layers.LSTM: they are rates, not what is kept"
    + _AS_IT_WAS,
    "ResidualWrapper": "add inputs and outputs in a cell of your own" + _AS_IT_WAS,
    "DeviceWrapper": "build the cell under tf.device" + _AS_IT_WAS,
    "RNNCell": _WRITE + _AS_IT_WAS,
}

_CONTRIB_CELLS = {
    "": "use keras.layers.RNN with the cells of keras.layers; cells that Keras does not have are written anew; in "
    "graph "
    "mode from tensorflow.compat.v1.nn.rnn_cell import BasicLSTMCell brings the legacy ones of the core",
    "ConvLSTMCell Conv2DLSTMCell": "use keras.layers.ConvLSTM2D",
    "Conv1DLSTMCell": "use keras.layers.ConvLSTM1D",
    "Conv3DLSTMCell": "use keras.layers.ConvLSTM3D",
    "LSTMBlockCell LSTMBlockFusedCell LSTMBlockWrapper": "use keras.layers.LSTM: it runs the whole sequence in one "
    "kernel where it can; the operation itself is tf.raw_ops.BlockLSTMV2",
    "GRUBlockCell GRUBlockCellV2": "use keras.layers.GRU: it runs the whole sequence in one kernel where it can",
    "FusedRNNCell FusedRNNCellAdaptor TimeReversedFusedRNN": "use keras.layers.RNN, with go_backwards=True for "
    "reversed time",
    "LayerRNNCell": _WRITE,
    "CompiledWrapper": "use tf.function(jit_compile=True)",
    "LayerNormBasicLSTMCell": _WRITE + ", with keras.layers.LayerNormalization for the gates" + _IN_ADDONS,
    "NASCell": _WRITE + _IN_ADDONS,
    "AttentionCellWrapper": "use keras.layers.Attention or keras.layers.AdditiveAttention on the outputs",
    "EmbeddingWrapper": "put keras.layers.Embedding before the recurrent layer",
    "InputProjectionWrapper": "put keras.layers.Dense before the recurrent layer",
    "OutputProjectionWrapper": "put keras.layers.Dense after the recurrent layer",
    "stack_bidirectional_dynamic_rnn stack_bidirectional_rnn": "stack keras.layers.Bidirectional("
    "keras.layers.LSTM(units, return_sequences=True)), one for each pair of cells",
    "transpose_batch_time": "use tf.transpose with the first two axes swapped; tf.compat.v1.nn.dynamic_rnn takes "
    "time_major=True",
    "best_effort_input_batch_size": "use tf.shape(inputs)[0]",
    "BidirectionalGridLSTMCell CoupledInputForgetGateLSTMCell GLSTMCell GridLSTMCell HighwayWrapper IndRNNCell "
    "IndyGRUCell IndyLSTMCell IntersectionRNNCell PhasedLSTMCell SRUCell TimeFreqLSTMCell UGRNNCell": _WRITE,
}

_SEQ2SEQ = {
    "": "write the decoder as a loop over a keras.layers.LSTMCell with keras.layers.Attention; generation with beam or "
    "sampling is in keras_hub; tensorflow_addons had this module until TensorFlow 2.15",
    "sequence_loss": "use keras.losses.SparseCategoricalCrossentropy(from_logits=True, "
    "reduction='mean_with_sample_weight') with sample_weight=weights",
    "dynamic_decode BasicDecoder BasicDecoderOutput Decoder": "write the loop with tf.while_loop, or Python's for in a "
    "tf.function, over a keras.layers.LSTMCell" + _IN_ADDONS,
    "TrainingHelper": "feed the shifted targets to keras.layers.LSTM(units, return_sequences=True)" + _IN_ADDONS,
    "GreedyEmbeddingHelper": "take tf.argmax of the logits and embed it for the next step" + _IN_ADDONS,
    "SampleEmbeddingHelper": "draw with tf.random.categorical and embed it for the next step" + _IN_ADDONS,
    "ScheduledEmbeddingTrainingHelper ScheduledOutputTrainingHelper": "choose between target and sample with tf.where "
    "in each step" + _IN_ADDONS,
    "Helper CustomHelper InferenceHelper": "write what comes next into the loop over time" + _IN_ADDONS,
    "AttentionWrapper AttentionWrapperState AttentionMechanism": "call keras.layers.Attention in each step of the "
    "decoder" + _IN_ADDONS,
    "BahdanauAttention": "use keras.layers.AdditiveAttention, with keras.layers.Dense for query and memory"
    + _IN_ADDONS,
    "LuongAttention": "use keras.layers.Attention, with keras.layers.Dense for the memory" + _IN_ADDONS,
    "BahdanauMonotonicAttention LuongMonotonicAttention monotonic_attention": "write the recurrence with tf.scan"
    + _IN_ADDONS,
    "BeamSearchDecoder BeamSearchDecoderOutput BeamSearchDecoderState FinalBeamSearchDecoderOutput": "keep the best "
    "beams with tf.math.top_k in the loop; keras_hub.samplers.BeamSampler does it for its models" + _IN_ADDONS,
    "gather_tree": "follow the parent indices backwards with tf.gather(batch_dims=1)" + _IN_ADDONS,
    "tile_batch": "use tf.repeat(tensor, multiplier, axis=0)",
    "hardmax": "use tf.one_hot(tf.argmax(logits, axis=-1), depth)",
    "safe_cumprod": "use tf.exp(tf.cumsum(tf.math.log(tf.clip_by_value(x, tiny, 1))))",
}

_LEGACY_SEQ2SEQ = {
    "": "write encoder and decoder with keras.layers.LSTM and return_state=True",
    "sequence_loss sequence_loss_by_example": "use keras.losses.SparseCategoricalCrossentropy(from_logits=True, "
    "reduction='mean_with_sample_weight') with sample_weight=weights",
    "embedding_attention_decoder attention_decoder embedding_attention_seq2seq": "write encoder and decoder with "
    "keras.layers.LSTM, keras.layers.Embedding and keras.layers.AdditiveAttention",
    "model_with_buckets": "use tf.data.Dataset.bucket_by_sequence_length, and one model for all lengths",
}

_CUDNN = {
    "": "use keras.layers.LSTM and keras.layers.GRU: with default arguments they run on cuDNN where there is a GPU",
    "CudnnLSTM": "use keras.layers.LSTM(units, return_sequences=True), stacked num_layers times and wrapped in "
    "keras.layers.Bidirectional for both directions; it runs on cuDNN where there is a GPU; the input was time-major",
    "CudnnGRU": "use keras.layers.GRU(units, return_sequences=True), stacked num_layers times; it runs on cuDNN where "
    "there is a GPU; the input was time-major",
    "CudnnRNNRelu": "use keras.layers.SimpleRNN(units, activation='relu', return_sequences=True)",
    "CudnnRNNTanh": "use keras.layers.SimpleRNN(units, return_sequences=True)",
    "CudnnCompatibleLSTMCell": "use keras.layers.LSTMCell: the weights of keras.layers.LSTM fit it",
    "CudnnCompatibleGRUCell": "use keras.layers.GRUCell(units, reset_after=True): the weights of keras.layers.GRU "
    "fit it",
    "CudnnLSTMSaveable CudnnGRUSaveable CudnnRNNReluSaveable CudnnRNNTanhSaveable": "save the model with "
    "keras.Model.save: the layers have no opaque buffer any more",
}

_CUDNN_CONVERTERS = {
    "CudnnParamsFormatConverterLSTM CudnnParamsFormatConverterGRU CudnnParamsFormatConverterRelu "
    "CudnnParamsFormatConverterTanh": "read an opaque buffer with tf.raw_ops.CudnnRNNParamsToCanonicalV2",
}

_2_0 = "tensorflow 2.0"

ROWS = (
    *area("tensorflow.nn.rnn_cell", _2_0, _CELLS, _CORE_CELLS),
    *area("tensorflow.compat.v1.nn.rnn_cell", "tensorflow 2.16", _GONE_IN_KERAS_3, _CORE_CELLS),
    *area("tensorflow.contrib.rnn", _2_0, _RNN, {**_CORE_CELLS, **_CONTRIB_CELLS}),
    *area(
        "tensorflow.contrib",
        _2_0,
        _SUNSET,
        {
            "grid_rnn": "write the cell as a keras.layers.Layer and wrap it in keras.layers.RNN",
            "recurrent": "use keras.layers.RNN, or tf.scan for a step function of your own",
        },
    ),
    *area("tensorflow.contrib.seq2seq", _2_0, _ADDONS, _SEQ2SEQ),
    *area("tensorflow.contrib.legacy_seq2seq", _2_0, _SUNSET, _LEGACY_SEQ2SEQ),
    *area("tensorflow.contrib.cudnn_rnn", _2_0, _RNN, {**_CUDNN, **_CUDNN_CONVERTERS}),
)
"""Removed names, as `compat.tables.removed` gathers them."""
