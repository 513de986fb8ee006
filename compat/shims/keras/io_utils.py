"""Files of HDF5 as Keras 2 read and wrote them.

https://github.com/keras-team/keras/blob/2.3.1/keras/utils/io_utils.py
"""

import hashlib
import io
from typing import Any, Callable, Dict, Optional

import h5py
import numpy as np

_SHA256_DIGITS = 64


class HDF5Matrix:
    """The rows from `start` to `end` of a data set in a file, read where they are asked for."""

    refs: Dict[Any, Any] = {}  # noqa: RUF012 - the open files are those of all matrices

    def __init__(
        self,
        datapath: Any,
        dataset: str,
        start: int = 0,
        end: Optional[int] = None,
        normalizer: Optional[Callable[[Any], Any]] = None,
    ) -> None:
        if datapath not in self.refs:
            self.refs[datapath] = h5py.File(datapath, "r")
        self.data = self.refs[datapath][dataset]
        self.start = start
        self.end = self.data.shape[0] if end is None else end
        self.normalizer = normalizer
        first = self._normalized(self.data[0:1])
        self.dtype = first.dtype
        self._row = first.shape[1:]

    def __len__(self) -> int:
        return int(self.end - self.start)

    def __getitem__(self, key: Any) -> Any:
        """Return rows by a slice, a number, or several of them.

        Raises:
            IndexError: one of them is behind the end.

        """
        if isinstance(key, slice):
            start, stop = key.start or 0, len(self) if key.stop is None else key.stop
            places: Any = slice(start + self.start, stop + self.start)
            last = stop - 1
        else:
            places = (np.asarray(key) + self.start).tolist()
            last = int(np.max(key))
        if last + self.start >= self.end:
            raise IndexError(f"row {last} of {len(self)}")
        return self._normalized(self.data[places])

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        """Read all rows."""
        del copy
        return np.asarray(self[:], dtype)

    def _normalized(self, rows: Any) -> Any:
        return rows if self.normalizer is None else self.normalizer(rows)

    @property
    def shape(self) -> Any:
        """The shape of all rows."""
        return (len(self), *self._row)

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return int(self.data.ndim)

    @property
    def size(self) -> int:
        """The number of values."""
        return int(np.prod(self.shape))


def ask_to_proceed_with_overwrite(filepath: Any) -> bool:
    """Ask on the terminal whether a file may be replaced."""
    answer = input(f"[WARNING] {filepath} already exists - overwrite? [y/n]").strip().lower()
    while answer not in ("y", "n"):
        answer = input('Enter "y" (overwrite) or "n" (cancel).').strip().lower()
    if answer == "y":
        print("[TIP] Next time specify overwrite=True!")  # noqa: T201 - what the legacy function does
    return answer == "y"


def load_from_binary_h5py(load_function: Callable[[Any], Any], stream: Any) -> Any:
    """Call the function with the HDF5 file that the stream holds, and return its result."""
    with h5py.File(io.BytesIO(stream.read()), "r") as file:
        return load_function(file)


def save_to_binary_h5py(save_function: Callable[[Any], Any], stream: Any) -> Any:
    """Call the function with an HDF5 file, write that to the stream, and return the function's result."""
    written = io.BytesIO()
    with h5py.File(written, "w") as file:
        result = save_function(file)
    stream.write(written.getvalue())
    return result


def validate_file(fpath: Any, file_hash: Any, algorithm: str = "auto", chunk_size: int = 65535) -> bool:
    """Return whether the file has that hash, of SHA-256 or MD5."""
    is_sha256 = algorithm == "sha256" or (algorithm == "auto" and len(file_hash) == _SHA256_DIGITS)
    return _hash_file(fpath, "sha256" if is_sha256 else "md5", chunk_size) == str(file_hash)


def _hash_file(fpath: Any, algorithm: str = "sha256", chunk_size: int = 65535) -> str:
    found = hashlib.new("sha256" if algorithm == "sha256" else "md5")
    with open(fpath, "rb") as file:
        for chunk in iter(lambda: file.read(chunk_size), b""):
            found.update(chunk)
    return found.hexdigest()
