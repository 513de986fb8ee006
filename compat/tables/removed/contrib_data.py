"""Input and text of `tf.contrib`: `data`, `lookup`, `image`, `text` and readers of other formats."""

from compat.tables.removed.area import area

_DATA = "https://www.tensorflow.org/guide/data"
_SUNSET = "https://github.com/tensorflow/community/blob/master/rfcs/20180907-contrib-sunset.md"
_LOOKUP = "https://www.tensorflow.org/api_docs/python/tf/lookup"
_IO = "https://github.com/tensorflow/io"
_ADDONS = "https://github.com/tensorflow/addons/issues/2807"

_DATASETS = {
    "": "use tf.data.Dataset and tf.data.experimental",
    "AUTOTUNE": "use tf.data.AUTOTUNE",
    "map_and_batch": "use dataset.map(function, num_parallel_calls=tf.data.AUTOTUNE).batch(batch_size), or "
    "tf.data.experimental.map_and_batch",
    "shuffle_and_repeat": "use dataset.shuffle(buffer_size).repeat(count)",
    "prefetch_to_device": "use tf.data.experimental.prefetch_to_device",
    "copy_to_device": "use tf.data.experimental.copy_to_device",
    "parallel_interleave sloppy_interleave": "use tf.data.Dataset.interleave(map_func, cycle_length=cycle_length, "
    "num_parallel_calls=tf.data.AUTOTUNE, deterministic=False)",
    "batch_and_drop_remainder": "use tf.data.Dataset.batch(batch_size, drop_remainder=True)",
    "padded_batch_and_drop_remainder": "use tf.data.Dataset.padded_batch(batch_size, drop_remainder=True)",
    "dense_to_sparse_batch": "use tf.data.Dataset.sparse_batch",
    "unbatch": "use tf.data.Dataset.unbatch()",
    "enumerate_dataset": "use tf.data.Dataset.enumerate",
    "ignore_errors": "use tf.data.Dataset.ignore_errors()",
    "group_by_window": "use tf.data.Dataset.group_by_window",
    "group_by_reducer": "use tf.data.experimental.group_by_reducer",
    "Reducer": "use tf.data.experimental.Reducer",
    "reduce_dataset": "use tf.data.Dataset.reduce",
    "bucket_by_sequence_length": "use tf.data.Dataset.bucket_by_sequence_length",
    "rejection_resample": "use tf.data.Dataset.rejection_resample",
    "scan": "use tf.data.Dataset.scan",
    "unique": "use tf.data.Dataset.unique()",
    "sample_from_datasets": "use tf.data.Dataset.sample_from_datasets",
    "choose_from_datasets": "use tf.data.Dataset.choose_from_datasets",
    "sliding_window_batch": "use tf.data.Dataset.window(size, shift, stride, drop_remainder=True) and flat_map the "
    "windows into batches",
    "get_single_element": "use tf.data.Dataset.get_single_element",
    "Counter": "use tf.data.Dataset.counter",
    "RandomDataset": "use tf.data.Dataset.random(seed)",
    "CsvDataset": "use tf.data.experimental.CsvDataset",
    "SqlDataset": "use tf.data.experimental.SqlDataset",
    "LMDBDataset": "use the package lmdb in tf.data.Dataset.from_generator",
    "TFRecordWriter": "use tf.data.experimental.TFRecordWriter, or tf.io.TFRecordWriter",
    "make_csv_dataset": "use tf.data.experimental.make_csv_dataset",
    "make_batched_features_dataset read_batch_features": "use tf.data.experimental.make_batched_features_dataset",
    "parse_example_dataset": "use tf.data.experimental.parse_example_dataset",
    "assert_element_shape": "map tf.ensure_shape over the dataset",
    "make_saveable_from_iterator": "use tf.data.experimental.make_saveable_from_iterator in graph mode, or "
    "tf.train.Checkpoint(iterator=iterator)",
    "CheckpointInputPipelineHook": "use tf.train.Checkpoint(iterator=iterator), or tf.data.experimental"
    ".make_saveable_from_iterator in graph mode",
}

_TABLES = {
    "": "use tf.lookup",
    "HashTable": "use tf.lookup.StaticHashTable(initializer, default_value), or tf.compat.v1.lookup.StaticHashTable",
    "MutableHashTable": "use tf.lookup.experimental.MutableHashTable",
    "IdTableWithHashBuckets": "use tf.lookup.StaticVocabularyTable(initializer, num_oov_buckets)",
    "index_table_from_tensor string_to_index_table_from_tensor string_to_index": "use "
    "tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(mapping, tf.range(tf.size(mapping, "
    "out_type=tf.int64))), -1), or tf.lookup.StaticVocabularyTable where num_oov_buckets is not 0",
    "index_table_from_file string_to_index_table_from_file": "use tf.lookup.StaticHashTable with "
    "tf.lookup.TextFileInitializer, or tf.lookup.StaticVocabularyTable where num_oov_buckets is not 0; "
    "the first is tf.lookup.StaticHashTable(tf.lookup.TextFileInitializer(path, tf.string, "
    "tf.lookup.TextFileIndex.WHOLE_LINE, tf.int64, tf.lookup.TextFileIndex.LINE_NUMBER), -1)",
    "index_to_string_table_from_tensor index_to_string": "use tf.lookup.StaticHashTable with "
    "tf.lookup.KeyValueTensorInitializer(tf.range(tf.size(mapping, out_type=tf.int64)), mapping), or tf.gather",
    "index_to_string_table_from_file": "use tf.lookup.StaticHashTable with tf.lookup.TextFileInitializer(path, "
    "tf.int64, tf.lookup.TextFileIndex.LINE_NUMBER, tf.string, tf.lookup.TextFileIndex.WHOLE_LINE)",
    "TextFileIdTableInitializer TextFileStringTableInitializer": "use tf.lookup.TextFileInitializer",
    "TableInitializerBase": "use tf.lookup.KeyValueTensorInitializer or tf.lookup.TextFileInitializer",
    "LookupInterface InitializableLookupTableBase": "use tf.lookup.StaticHashTable",
    "HasherSpec FastHashSpec StrongHashSpec": "leave it out: tf.lookup.StaticVocabularyTable hashes as FastHashSpec "
    "did",
}

_IMAGES = {
    "": "use tf.image and the random layers of keras.layers",
    "transform": "use keras.ops.image.affine_transform(images, transforms, interpolation='nearest'), or "
    "tf.raw_ops.ImageProjectiveTransformV3: the eight numbers of a transform mean the same",
    "rotate": "use keras.ops.image.affine_transform with the rotation around the centre, or "
    "keras.layers.RandomRotation for augmentation",
    "translate": "use keras.ops.image.affine_transform with [1, 0, -dx, 0, 1, -dy, 0, 0], or "
    "keras.layers.RandomTranslation for augmentation",
    "angles_to_projective_transforms translations_to_projective_transforms compose_transforms "
    "flat_transforms_to_matrices matrices_to_flat_transforms": "write the eight numbers out: [a0, a1, a2, b0, b1, b2, "
    "c0, c1] maps an output point (x, y) to ((a0 x + a1 y + a2) / k, (b0 x + b1 y + b2) / k), k = c0 x + c1 y + 1",
    "dense_image_warp": "use keras.ops.image.map_coordinates on the grid minus the flow, channel by channel",
    "sparse_image_warp interpolate_spline": "solve for the spline with tf.linalg.solve and warp with "
    "keras.ops.image.map_coordinates; tensorflow_addons had it until TensorFlow 2.15",
    "connected_components": "use scipy.ndimage.label in tf.numpy_function",
    "bipartite_match": "use scipy.optimize.linear_sum_assignment in tf.numpy_function, which is not greedy",
    "single_image_random_dot_stereograms": "copy the code, or do without it: nothing replaced it",
}

_READERS = {
    "hadoop": "use tensorflow_io (pip install tensorflow-io), or read the files in tf.data.Dataset.from_generator",
    "ignite": "use tensorflow_io (pip install tensorflow-io), or read in tf.data.Dataset.from_generator",
    "kafka": "use tensorflow_io (pip install tensorflow-io), or a Kafka client in tf.data.Dataset.from_generator",
    "kinesis": "use tensorflow_io (pip install tensorflow-io), or boto3 in tf.data.Dataset.from_generator",
    "cloud": "read Google Cloud Storage through tf.io.gfile; tensorflow_io (pip install tensorflow-io) reads BigQuery",
    "cloud.BigtableClient cloud.BigtableTable": "use google-cloud-bigtable in tf.data.Dataset.from_generator",
    "ffmpeg": "use tf.audio.decode_wav, or tensorflow_io.audio (pip install tensorflow-io)",
    "ffmpeg.decode_audio": "use tf.audio.decode_wav for WAV, tensorflow_io.audio (pip install tensorflow-io) for "
    "others",
    "ffmpeg.encode_audio": "use tf.audio.encode_wav",
    "ffmpeg.decode_video": "use OpenCV or PyAV in tf.data.Dataset.from_generator",
    "libsvm": "use sklearn.datasets.load_svmlight_file",
}

_BIGTABLE = {"bigtable": "use google-cloud-bigtable in tf.data.Dataset.from_generator"}

_TEXT = {
    "text": "use keras.utils, keras.layers.TextVectorization, or the package tensorflow-text",
    "text.skip_gram_sample text.skip_gram_sample_with_text_vocab": "use tf.keras.preprocessing.sequence.skipgrams, or "
    "tf.signal.frame over the tokens; tensorflow_addons had it until TensorFlow 2.15",
    "crf": "write the forward algorithm with tf.scan and tf.reduce_logsumexp; tensorflow_addons.text had this module "
    "until TensorFlow 2.15",
    "crf.viterbi_decode": "it needs NumPy only: copy the loop over time with numpy.argmax",
    "crf.crf_decode": "write the Viterbi algorithm with tf.scan and tf.argmax, or "
    "tensorflow_probability.distributions.HiddenMarkovModel (pip install tensorflow-probability tf-keras)",
    "crf.crf_log_likelihood": "take the score of the tags minus the log-sum-exp over all paths, computed with tf.scan; "
    "tensorflow_addons.text had it until TensorFlow 2.15",
}

_QUEUES = {
    "input_pipeline": "use tf.data",
    "batching": "use tf.nondifferentiable_batch_function for batch_function",
    "staging": "use tf.data.Dataset.prefetch, or tf.raw_ops.Stage and tf.raw_ops.Unstage in graph mode",
}

_2_0 = "tensorflow 2.0"

ROWS = (
    *area("tensorflow.contrib.data", _2_0, _DATA, _DATASETS),
    *area("tensorflow.contrib.lookup", _2_0, _LOOKUP, _TABLES),
    *area("tensorflow.contrib.image", _2_0, _ADDONS, _IMAGES),
    *area("tensorflow.contrib", _2_0, _IO, _READERS),
    *area("tensorflow.contrib", "tensorflow 1.15", _IO, _BIGTABLE),
    *area("tensorflow.contrib", _2_0, _ADDONS, _TEXT),
    *area("tensorflow.contrib", _2_0, _SUNSET, _QUEUES),
)
"""Removed names, as `compat.tables.removed` gathers them."""
