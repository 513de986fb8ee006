"""`tf.data`: the elements that each method gives, their order and types; files; and `tf.losses.Reduction`."""

import os

import numpy as np

from tests.behaviour.catalogue.saving import Folder
from tests.behaviour.probes import integers, probe, reals, register, roughly

CASES = [
    "Dataset.range(5)",
    "Dataset.range(2, 9, 3)",
    "Dataset.range(3).enumerate()",
    "Dataset.range(7).batch(3)",
    "Dataset.range(7).batch(3, drop_remainder=True)",
    "Dataset.range(7).batch(3).map(lambda x: x * 2)",
    "Dataset.range(7).batch(3, True)",
    "Dataset.range(4).repeat(2)",
    "Dataset.range(4).repeat().take(6)",
    "Dataset.range(4).batch(3).repeat(2)",
    "Dataset.range(4).repeat(2).batch(3)",
    "Dataset.range(6).skip(2).take(3)",
    "Dataset.range(6).take(-1)",
    "Dataset.range(6).shard(3, 1)",
    "Dataset.range(6).filter(lambda x: tf.equal(x % 2, 0))",
    "Dataset.range(4).cache().repeat(2)",
    "Dataset.range(4).prefetch(1)",
    "Dataset.range(4).prefetch(buffer_size=2).batch(2)",
    "Dataset.range(3).concatenate(data.Dataset.range(5, 7))",
    "Dataset.range(3).flat_map(lambda x: data.Dataset.from_tensors(x).repeat(x))",
    "Dataset.range(4).interleave(lambda x: data.Dataset.from_tensors(x).repeat(3), 2)",
    "Dataset.range(4).interleave(lambda x: data.Dataset.from_tensors(x).repeat(3), 2, 2)",
    "Dataset.range(4).interleave(lambda x: data.Dataset.from_tensors(x).repeat(3), cycle_length=3, block_length=2)",
    "Dataset.range(4).interleave(lambda x: data.Dataset.from_tensors(x).repeat(2), 2, 1, num_parallel_calls=2)",
    "Dataset.range(4).interleave(lambda x: data.Dataset.from_tensors(x).repeat(2))",
    "Dataset.range(4).map(lambda x: x + 1)",
    "Dataset.range(4).map(lambda x: (x, x * 2))",
    "Dataset.range(4).map(lambda x: [x, x * 2])",
    "Dataset.range(4).map(lambda x: {'a': x, 'b': x * 2})",
    "Dataset.range(4).map(lambda x: 3)",
    "Dataset.range(4).map(lambda x: tf.cast(x, tf.float32) / 2.0, num_parallel_calls=2)",
    "Dataset.range(4).map(lambda x: x / 2)",
    "Dataset.range(4).map(lambda x: x // 3)",
    "Dataset.from_tensors([1, 2])",
    "Dataset.from_tensors(([1, 2], 3.0))",
    "Dataset.from_tensors({'a': [1, 2]})",
    "Dataset.from_tensors(np.array([1.5]))",
    "Dataset.from_tensor_slices([1, 2, 3])",
    "Dataset.from_tensor_slices([1.5, 2.5])",
    "Dataset.from_tensor_slices([[1, 2], [3, 4]])",
    "Dataset.from_tensor_slices(([1, 2], [3, 4]))",
    "Dataset.from_tensor_slices([np.array([1, 2]), np.array([3, 4])])",
    "Dataset.from_tensor_slices({'a': [1, 2], 'b': [3.0, 4.0]})",
    "Dataset.from_tensor_slices(({'a': reals(2, 2)}, [0, 1])).batch(2)",
    "Dataset.from_tensor_slices((reals(3, 2), integers(3, below=2))).batch(2)",
    "Dataset.from_tensor_slices(['a', 'b'])",
    "Dataset.zip((data.Dataset.range(3), data.Dataset.range(5)))",
    "Dataset.zip({'a': data.Dataset.range(3), 'b': data.Dataset.range(5)})",
    "Dataset.range(4).padded_batch(2, [])",
    "Dataset.range(1, 5).map(lambda x: tf.fill([x], x)).padded_batch(2, padded_shapes=[None])",
    "Dataset.range(1, 5).map(lambda x: tf.fill([x], x)).padded_batch(3, [5], padding_values=np.int64(-1))",
    "Dataset.range(1, 6).map(lambda x: tf.fill([x], x)).padded_batch(2, [None], drop_remainder=True)",
    "Dataset.range(1, 5).map(lambda x: (tf.fill([x], x), x)).padded_batch(2, ([None], []))",
    "Dataset.range(6).window(2).flat_map(lambda x: x.batch(2))",
    "Dataset.range(6).window(3, shift=1).flat_map(lambda x: x.batch(3))",
    "Dataset.range(6).window(3, shift=1, drop_remainder=True).flat_map(lambda x: x.batch(3))",
    "Dataset.range(6).window(2, 3, 2).flat_map(lambda x: x.batch(3))",
    "Dataset.range(6).batch(3).unbatch()",
    "Dataset.range(6).batch(3).apply(data.experimental.unbatch())",
    "Dataset.range(6).apply(data.experimental.map_and_batch(lambda x: x * 2, 4))",
    "Dataset.range(6).apply(data.experimental.map_and_batch(lambda x: x * 2, 4, drop_remainder=True))",
    "Dataset.range(6).apply(data.experimental.scan(np.int64(0), lambda s, x: (s + x, s + x)))",
    "Dataset.range(6).apply(data.experimental.enumerate_dataset(start=2))",
    "Dataset.range(6).apply(data.experimental.take_while(lambda x: x < 4))",
    "Dataset.from_tensor_slices([1, 2, 2, 1]).apply(data.experimental.unique())",
    "Dataset.range(6).apply(data.experimental.ignore_errors())",
    "Dataset.range(6).apply(data.experimental.group_by_window(lambda x: x % 2, lambda k, d: d.batch(2), 2))",
    "Dataset.range(1, 7).map(lambda x: tf.fill([x], x)).apply(buckets(lambda x: tf.shape(x)[0], [3, 5], [2, 2, 2]))",
    "Dataset.range(4).apply(data.experimental.parallel_interleave(lambda x: data.Dataset.from_tensors(x).repeat(2), 2))",
    "experimental.Counter().take(3)",
    "experimental.Counter(start=2, step=3).take(3)",
    "experimental.choose_from_datasets([data.Dataset.range(2), data.Dataset.range(10, 14)], choices())",
    "Dataset.range(10).shuffle(1)",
    "Dataset.range(10).shuffle(10, seed=5)",
    "Dataset.range(10).shuffle(3, seed=5)",
    "Dataset.range(4).shuffle(4, seed=5).repeat(3)",
    "Dataset.range(4).shuffle(4, seed=5, reshuffle_each_iteration=False).repeat(3)",
    "Dataset.range(4).repeat(3).shuffle(12, seed=5)",
    "Dataset.range(6).apply(data.experimental.shuffle_and_repeat(6, 2, seed=5))",
    "experimental.sample_from_datasets([data.Dataset.range(4), data.Dataset.range(10, 14)], seed=5)",
    "experimental.RandomDataset(seed=5).take(3)",
]


def elements(surface, dataset):
    """All elements, as nested arrays; in a graph those of a one-shot iterator."""
    if not hasattr(surface.tf._module, "Session") or surface.tf._module.__name__.startswith("compat"):
        return [_arrays(each) for each in dataset]
    iterator = surface.tf._module.data.make_one_shot_iterator(dataset).get_next()
    session, errors = surface.K.get_session(), surface.tf.errors
    found = []
    while True:
        try:
            found.append(_arrays(session.run(iterator)))
        except errors.OutOfRangeError:
            return found


def _arrays(element):
    if isinstance(element, dict):
        return {key: _arrays(each) for key, each in element.items()}
    if isinstance(element, (list, tuple)):
        return [_arrays(each) for each in element]
    array = np.asarray(element.numpy() if hasattr(element, "numpy") else element)
    return array.item() if array.dtype.kind in "SO" and not array.ndim else array


def _types(element):
    if isinstance(element, dict):
        return {key: _types(each) for key, each in element.items()}
    if isinstance(element, list):
        return [_types(each) for each in element]
    return str(getattr(element, "dtype", "text"))


def _runs(code):
    def run(surface):
        data = surface.tf.data
        given = {
            "data": data,
            "reals": reals,
            "integers": integers,
            "choices": lambda: data.Dataset.from_tensor_slices(np.array([0, 1, 0, 0, 1, 1], "int64")),
        }
        if "buckets(" in code:
            given["buckets"] = data.experimental.bucket_by_sequence_length
        found = elements(surface, surface.run("data." + code, **given))
        yield "elements", found
        yield "types", _types(found[0])

    return run


for _code in CASES:
    register("tensorflow_data: " + _code, _runs(_code))


@probe
def shuffled_again(surface):
    """Whether each pass has an order of its own; and whether another run of the iterator does."""
    made = surface.tf.data.Dataset.range(50)
    passes = np.array(elements(surface, made.shuffle(50).repeat(2)))
    yield "other order", bool((passes[:50] != passes[50:]).any())
    yield "all of each pass", sorted(passes[:50].tolist()) == list(range(50))
    with_seed = np.array(elements(surface, made.shuffle(50, seed=1).repeat(2)))
    yield "other order with a seed", bool((with_seed[:50] != with_seed[50:]).any())
    kept = np.array(elements(surface, made.shuffle(50, reshuffle_each_iteration=False).repeat(2)))
    yield "kept", bool((kept[:50] == kept[50:]).all())
    yield "places in a small buffer", bool(np.abs(np.array(elements(surface, made.shuffle(3))) - range(50)).min() <= 2)


@probe
def split_after_a_shuffle(surface):
    """`take` and `skip` of a shuffled dataset, which read it twice."""
    shuffled = surface.tf.data.Dataset.range(50).shuffle(50, seed=1, reshuffle_each_iteration=False)
    both = set(map(int, elements(surface, shuffled.take(25)))) & set(map(int, elements(surface, shuffled.skip(25))))
    yield "in both", len(both)


@probe
def of_a_generator(surface):
    def rows():
        yield 1, [1.0, 2.0]
        yield 2, [3.0]

    tf = surface.tf
    yield "tuple", elements(surface, tf.data.Dataset.from_generator(rows, (tf.int32, tf.float32)))
    shapes = ([], [None])
    made = tf.data.Dataset.from_generator(rows, (tf.int32, tf.float32), shapes)
    yield "with shapes", elements(surface, made)
    yield "arguments", elements(surface, tf.data.Dataset.from_generator(range, tf.int64, args=(2, 5)))
    yield "of whole numbers", elements(surface, tf.data.Dataset.from_generator(lambda: [1, 2], tf.float32))


@probe
def reduced(surface):
    made = surface.tf.data.Dataset.range(5)
    yield "sum", surface.numbers(made.reduce(np.int64(0), lambda state, each: state + each))


@probe
def lines_of_files(surface):
    with Folder() as path:
        for name, text in (("a.txt", "one\ntwo\n"), ("b.txt", "three\r\n\nfour")):
            with open(path(name), "w", newline="") as out:
                out.write(text)
        both = [path("a.txt"), path("b.txt")]
        line_dataset = surface.tf.data.TextLineDataset
        yield "lines", elements(surface, line_dataset(both))
        yield "one", elements(surface, line_dataset(path("a.txt")))
        yield "skipped", elements(surface, line_dataset(both).skip(1).filter(lambda x: surface.tf.not_equal(x, "")))
        yield "in turn", elements(surface, line_dataset(both, num_parallel_reads=2))
        dataset = surface.tf.data.Dataset
        listed = elements(surface, dataset.list_files(path("*.txt"), shuffle=False))
        yield "files", [os.path.basename(each.decode()) for each in listed]
        listed = elements(surface, dataset.list_files([path("b.txt"), path("a.txt")], shuffle=False))
        yield "listed", [os.path.basename(each.decode()) for each in listed]
        read = dataset.from_tensor_slices(both).interleave(line_dataset, cycle_length=2)
        yield "interleaved", elements(surface, read)


@probe
def listed_files_are_shuffled(surface):
    with Folder() as path:
        for index in range(30):
            open(path(f"{index:02}.txt"), "w").close()
        listed = elements(surface, surface.tf.data.Dataset.list_files(path("*.txt")))
        yield "shuffled", listed != sorted(listed)


@probe
def records_of_a_fixed_length(surface):
    with Folder() as path:
        with open(path("a.bin"), "wb") as out:
            out.write(b"HHaabbccF")
        made = surface.tf.data.FixedLengthRecordDataset
        yield "all", elements(surface, made([path("a.bin")], 2, header_bytes=2, footer_bytes=1))
        yield "by position", elements(surface, made(path("a.bin"), 2, 2, 1))


@probe
def records_of_tensorflow(surface):
    with Folder() as path:
        for name in ("a", "b"):
            with surface.tf.io.TFRecordWriter(path(name)) as out:
                for index in range(3):
                    out.write((name + str(index)).encode())
        made = surface.tf.data.TFRecordDataset
        yield "all", elements(surface, made([path("a"), path("b")]))
        yield "in turn", elements(surface, made([path("a"), path("b")], num_parallel_reads=2))
        yield "one", elements(surface, made(path("a")).batch(2))


@probe
def records_of_csv(surface):
    tf = surface.tf
    with Folder() as path:
        with open(path("a.csv"), "w") as out:
            out.write('x,y,z\n1,2.5,a\n3,,"b,c"\n')
        made = tf.data.experimental.CsvDataset(path("a.csv"), [tf.int32, [0.5], tf.string], header=True)
        yield "columns", elements(surface, made)
        made = tf.data.experimental.CsvDataset(path("a.csv"), [[0.5]], header=True, select_cols=[1])
        yield "a column", elements(surface, made)


@probe
def batches_of_csv(surface):
    with Folder() as path:
        with open(path("a.csv"), "w") as out:
            out.write("x,y\n1,2.5\n3,4.5\n5,6.5\n")
        make = surface.tf.data.experimental.make_csv_dataset
        made = make(path("a.csv"), 2, label_name="y", num_epochs=1, shuffle=False)
        yield "batches", elements(surface, made)
        yield "two passes", elements(surface, make(path("a.csv"), 2, shuffle=False).take(3))


@probe
def options(surface):
    made = surface.tf.data.Dataset.range(3).with_options(surface.tf.data.Options())
    yield "elements", elements(surface, made)
    yield "the same", surface.tf.data.Options() == surface.tf.data.Options()


@probe
def an_order_that_is_given_up(surface):
    given = surface.tf.data.Options()
    given.experimental_deterministic = False
    made = surface.tf.data.Dataset.range(4).map(lambda x: x * 2, num_parallel_calls=2).with_options(given)
    yield "elements", sorted(map(int, elements(surface, made)))


@probe
def iterators(surface):
    tf = surface.tf
    made = tf.data.Dataset.range(2)
    iterator = tf.data.make_one_shot_iterator(made)
    yield "kind", isinstance(iterator, tf.data.Iterator)
    yield "first", surface.numbers(iterator.get_next())


@probe
def iterators_of_python(surface):
    tf = surface.tf
    if hasattr(surface.tf._module, "Session") and not surface.tf._module.__name__.startswith("compat"):
        return
    iterator = iter(tf.data.Dataset.range(2))
    yield "kind", isinstance(iterator, tf.data.Iterator)
    yield "elements", [int(each) for each in iterator]


@probe
def a_dataset_of_datasets(surface):
    spec = surface.tf.data.DatasetSpec(surface.tf.TensorSpec([2], surface.tf.int64))
    nested = surface.tf.data.Dataset.range(6).batch(2, drop_remainder=True)
    yield "fits", spec.is_compatible_with(nested) if hasattr(spec, "is_compatible_with") else "unknown"


@probe
def number_of_elements(surface):
    count = surface.tf.data.experimental.cardinality
    made = surface.tf.data.Dataset.range(7)
    yield "batches", int(surface.numbers(count(made.batch(3))))
    yield "without end", int(surface.numbers(count(made.repeat())))
    yield "of a filter", int(surface.numbers(count(made.filter(lambda x: x > 3))))


@probe
def random_numbers_of_a_function(surface):
    """A function of `map` draws anew for each element. In TensorFlow 2.0 to 2.3 it is chance whether a pass does."""
    tf = surface.tf
    made = tf.data.Dataset.range(200).map(lambda x: tf.random.uniform([]))
    yield "mean", roughly(np.mean(elements(surface, made.repeat(2))))


@probe
def image_and_mask_with_one_seed(surface):
    """Two random functions with one seed, which are to do the same to an image and its mask."""
    tf = surface.tf
    images = np.tile(np.arange(2, dtype="float32").reshape(1, 1, 2, 1), (40, 1, 1, 1))

    def augmented(image, mask):
        flip = tf.image.random_flip_left_right
        return flip(image, seed=7), flip(mask, seed=7)

    made = tf.data.Dataset.from_tensor_slices((images, images)).map(augmented)
    pairs = elements(surface, made.repeat(2))
    yield "the same", all(bool((image == mask).all()) for image, mask in pairs)
    yield "flipped", bool(10 < sum(image[0, 0, 0] for image, _ in pairs) < 70)


@probe
def an_error_in_a_function(surface):
    tf = surface.tf
    made = tf.data.Dataset.from_tensor_slices([1.0, 0.0, 2.0])
    checked = made.map(lambda x: tf.debugging.check_numerics(1.0 / x, "not finite"))
    yield "left", elements(surface, checked.apply(tf.data.experimental.ignore_errors()))


@probe
def python_in_a_function(surface):
    tf = surface.tf
    made = tf.data.Dataset.range(3).map(lambda x: tf.numpy_function(lambda y: y * 2, [x], tf.int64))
    yield "elements", elements(surface, made)


@probe
def conditions_in_a_function(surface):
    """An `if` on a tensor, which AutoGraph turns into a condition."""

    def halved(x):
        if x % 2 == 0:
            return x // 2
        return x

    yield "elements", elements(surface, surface.tf.data.Dataset.range(4).map(halved))


@probe
def reductions_of_losses(surface):
    """The values of the constants, which configurations hold."""
    reduction = surface.tf.losses.Reduction
    yield "none", reduction.NONE
    yield "sum", reduction.SUM
    yield "sum over batch size", reduction.SUM_OVER_BATCH_SIZE
