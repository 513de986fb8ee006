"""`keras.utils` and its modules. The same tests pass on Keras 2.3.1."""

import io
import marshal

import h5py
import numpy as np
import pytest
from compat.keras.engine.training_utils import make_batches
from compat.keras.preprocessing.sequence import _remove_long_seq
from compat.keras.utils import GeneratorEnqueuer, HDF5Matrix, OrderedEnqueuer, Sequence
from compat.keras.utils.conv_utils import (
    conv_input_length,
    conv_output_length,
    convert_kernel,
    deconv_length,
    normalize_data_format,
    normalize_padding,
    normalize_tuple,
)
from compat.keras.utils.data_utils import validate_file
from compat.keras.utils.generic_utils import (
    func_dump,
    func_load,
    has_arg,
    is_all_none,
    object_list_uid,
    slice_arrays,
    to_list,
    transpose_shape,
    unpack_singleton,
)
from compat.keras.utils.io_utils import H5Dict, load_from_binary_h5py, save_to_binary_h5py

from compat.keras import backend


def test_small_functions():
    assert [has_arg(each, "x") for each in (lambda x: x, lambda y: y, lambda **kw: kw)] == [True, False, False]
    assert has_arg(lambda **kw: kw, "x", accept_all=True)
    assert (to_list((1,)), to_list((1,), allow_tuple=True), to_list([2])) == ([(1,)], [1], [2])
    assert (unpack_singleton([1]), unpack_singleton([1, 2])) == (1, [1, 2])
    assert is_all_none([None, None])
    assert not is_all_none([None, 1])
    assert transpose_shape((1, 2, 3, 4), "channels_first", (1, 2)) == (1, 4, 2, 3)
    assert make_batches(7, 3) == [(0, 3), (3, 6), (6, 7)]
    x = np.arange(6)
    assert object_list_uid([x]) == object_list_uid(x)


def test_rows_of_arrays():
    x = np.arange(6)
    assert slice_arrays([x], [1, 2])[0].tolist() == [1, 2]
    assert [each.tolist() for each in slice_arrays([x, 2 * x], 1, 3)] == [[1, 2], [2, 4]]
    assert [each.tolist() for each in slice_arrays([x, 2 * x], [0, 4])] == [[0, 4], [0, 8]]
    assert slice_arrays(None) == [None]


def test_dumped_function():
    factor = 3

    def scaled(x, offset=1):
        return factor * x + offset

    assert func_load(func_dump(scaled))(2) == 7
    assert func_load(marshal.dumps((lambda x: x + 1).__code__).decode("raw_unicode_escape"))(2) == 3
    with pytest.raises(ValueError, match=r"bad marshal data|another release of Python"):
        func_load("XYZ")


def test_lengths_of_convolutions():
    lengths = [conv_output_length(32, 5, padding, 2, dilation=2) for padding in ("valid", "same", "causal", "full")]
    assert lengths == [12, 16, 16, 20]
    assert [conv_input_length(32, 5, padding, 2) for padding in ("valid", "same", "full")] == [67, 63, 59]
    assert [deconv_length(32, 2, 5, padding, None) for padding in ("valid", "same", "full")] == [67, 64, 59]
    assert [deconv_length(32, 2, 5, padding, 1) for padding in ("valid", "same", "full")] == [68, 64, 60]
    assert conv_output_length(None, 5, "same", 2) is None
    assert normalize_data_format("Channels_First") == "channels_first"
    assert normalize_data_format(None) == backend.image_data_format()
    assert (normalize_tuple(2, 3, "size"), normalize_padding("SAME")) == ((2, 2, 2), "same")
    assert convert_kernel(np.arange(4.0).reshape((2, 2, 1, 1))).ravel().tolist() == [3.0, 2.0, 1.0, 0.0]
    for call in (
        lambda: normalize_tuple((2, 1), 3, "size"),
        lambda: normalize_padding("full"),
        lambda: backend.normalize_data_format("middle"),
    ):
        with pytest.raises(ValueError, match="argument must be"):
            call()


class Numbers(Sequence):
    factor = 1

    def __getitem__(self, index):
        return np.array([self.factor * index])

    def __len__(self):
        return 5

    def on_epoch_end(self):
        self.factor *= 10


def test_enqueuer_of_a_sequence():
    enqueuer = OrderedEnqueuer(Numbers())
    enqueuer.start(workers=3, max_queue_size=10)
    batches = enqueuer.get()
    assert [int(next(batches)[0]) for _ in range(10)] == [0, 1, 2, 3, 4, 0, 10, 20, 30, 40]
    enqueuer.stop()
    assert not enqueuer.is_running()


def test_enqueuer_of_a_generator_that_ends():
    enqueuer = GeneratorEnqueuer(np.array([each]) for each in range(5))
    enqueuer.start(workers=1, max_queue_size=2)
    assert [int(each[0]) for each in enqueuer.get()] == [0, 1, 2, 3, 4]
    enqueuer.stop()


def test_enqueuer_raises_what_the_sequence_raises():
    class Broken(Numbers):
        def __getitem__(self, index):
            raise IndexError(index)

    for enqueuer in (OrderedEnqueuer(Broken()), GeneratorEnqueuer(Broken()[each] for each in range(3))):
        enqueuer.start(2, 10)
        with pytest.raises(IndexError):
            next(enqueuer.get())
        assert not enqueuer.is_running()


def test_matrix_in_a_file(tmp_path):
    with h5py.File(str(tmp_path / "data.h5"), "w") as file:
        file["x"] = np.arange(12.0).reshape((6, 2))
    matrix = HDF5Matrix(str(tmp_path / "data.h5"), "x", start=1, end=5, normalizer=lambda rows: rows / 2)
    assert (len(matrix), matrix.shape, matrix.ndim, matrix.size) == (4, (4, 2), 2, 8)
    assert (matrix[0].tolist(), matrix[1:3].tolist(), matrix[[0, 3]].tolist()) == (
        [1.0, 1.5],
        [[2.0, 2.5], [3.0, 3.5]],
        [[1.0, 1.5], [4.0, 4.5]],
    )
    with pytest.raises(IndexError):
        matrix[4]


def test_binary_files():
    stream = io.BytesIO()
    save_to_binary_h5py(lambda file: file.create_dataset("x", data=[1.0, 2.0]), stream)
    stream.seek(0)
    assert load_from_binary_h5py(lambda file: file["x"][:].tolist(), stream) == [1.0, 2.0]


def test_hash_of_a_file(tmp_path):
    (tmp_path / "text").write_text("abc")
    assert validate_file(str(tmp_path / "text"), "900150983cd24fb0d6963f7d28e17f72")
    assert not validate_file(str(tmp_path / "text"), "0" * 64)


@pytest.mark.parametrize("is_file", [True, False], ids=["file", "dictionary"])
def test_dictionary_of_hdf5(is_file, tmp_path):
    path = str(tmp_path / "a.h5") if is_file else {}
    with H5Dict(path, mode="w") as file:
        file["text"] = "abc"
        file["names"] = [b"one", b"three"]
        file["group"]["inner"]["numbers"] = np.arange(6.0).reshape(2, 3)
    with H5Dict(path, mode="r") as file:
        assert file["text"] == "abc"
        assert list(file["names"]) == [b"one", b"three"]
        assert "inner" in file["group"]
        np.testing.assert_array_equal(file["group"]["inner"]["numbers"], [[0, 1, 2], [3, 4, 5]])
        assert file.get("other", 5) == 5
        with pytest.raises(ValueError, match="read-only"):
            file["more"] = 1
        with pytest.raises(ValueError, match="read-only"):
            print(file["more"])


def test_dictionary_of_hdf5_reads_pieces(tmp_path):
    with h5py.File(str(tmp_path / "a.h5"), "w") as file:
        file.attrs["names0"], file.attrs["names1"] = np.array([b"a", b"b"]), np.array([b"c"])
    with H5Dict(str(tmp_path / "a.h5"), mode="r") as file:
        assert file["names"] == ["a", "b", "c"]


def test_long_sequences():
    assert _remove_long_seq(3, [[1, 2], [1, 2, 3], []], [7, 8, 9]) == ([[1, 2], []], [7, 9])
