"""`H5Dict`: a file or group of HDF5, or a dictionary, under one set of keys, as Keras 2.3 saved models.

https://github.com/keras-team/keras/blob/2.3.1/keras/utils/io_utils.py

Known deviations:
* lists are attributes of one piece, of 64 KB at most; lists that Keras 2 wrote in pieces are read
* in a dictionary, arrays are kept as they are, where Keras 2 pickled them
"""

import os
from typing import Any, Dict, Iterator

import h5py
import numpy as np

_GROUP = "_is_group"


class H5Dict:
    """A key gives a text, a list, an array, or a group, which is made where it is missing."""

    def __init__(self, path: Any, mode: str = "a") -> None:
        self._is_file = isinstance(path, (str, os.PathLike))
        self.read_only = mode == "r"
        if self._is_file:
            self.data: Any = h5py.File(path, mode)
        elif isinstance(path, (h5py.Group, dict)):
            self.data = path
        else:
            raise TypeError(f"Required Group, str, Path or dict. Received: {type(path)}.")
        if isinstance(path, dict):
            if mode == "w":
                path.clear()
            path[_GROUP] = True

    @staticmethod
    def is_supported_type(path: Any) -> bool:
        """Return True for what an `H5Dict` can be made of."""
        return isinstance(path, (h5py.Group, dict, str, os.PathLike))

    def __setitem__(self, key: Any, value: Any) -> None:
        """Write a value.

        Raises:
            ValueError: the file was opened for reading.
            KeyError: a group has that name.

        """
        if self.read_only:
            raise ValueError("Cannot set item in read-only mode.")
        key = _text(key)
        if isinstance(self.data, dict):
            self.data[key] = value
        elif key in self.data:
            raise KeyError(f'Cannot set attribute. Group with name "{key}" exists.')
        elif isinstance(value, (np.ndarray, np.generic)):
            self.data.create_dataset(key, data=value)
        else:
            is_listed = isinstance(value, (list, tuple))
            self.data.attrs[key] = np.asarray([_bytes(each) for each in value]) if is_listed else value

    def __getitem__(self, key: Any) -> Any:
        """Return the value or the group of a key.

        Raises:
            ValueError: there is none, and a group cannot be made in a file that was opened for reading.

        """
        key = _text(key)
        if key in self:
            found = self.data[key] if isinstance(self.data, dict) or key in self.data else self.data.attrs[key]
            return self._read(found)
        first = f"{key}0"
        if not isinstance(self.data, dict) and first in self.data.attrs:
            return [_text(each) for each in self._pieces(key)]
        if self.read_only:
            raise ValueError("Cannot create group in read-only mode.")
        if not isinstance(self.data, dict):
            return H5Dict(self.data.create_group(key))
        group: Dict[str, Any] = {}
        self.data[key] = group
        return H5Dict(group)

    def _read(self, found: Any) -> Any:
        if isinstance(found, h5py.Dataset):
            return np.asarray(found)
        if isinstance(found, h5py.Group) or (isinstance(found, dict) and _GROUP in found):
            return H5Dict(found, "r" if self.read_only else "a")
        is_bytes = isinstance(found, (np.ndarray, np.generic)) and found.dtype.kind == "S"
        return found.tolist() if is_bytes else found

    def _pieces(self, key: str) -> Iterator[Any]:
        number = 0
        while f"{key}{number}" in self.data.attrs:
            yield from self.data.attrs[f"{key}{number}"]
            number += 1

    def __contains__(self, key: Any) -> bool:
        return key in self.data or (not isinstance(self.data, dict) and key in self.data.attrs)

    def __len__(self) -> int:
        return len(self.data)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.data)

    def __getattr__(self, name: str) -> Any:
        if name == "data":
            raise AttributeError(name)
        return getattr(self.data, name)

    def get(self, key: Any, default: Any = None) -> Any:
        """Return the value of a key, or the default."""
        return self[key] if key in self else default  # noqa: SIM401 - it is this very method

    def close(self) -> None:
        """Write what is not yet written, and close the file that was opened here."""
        if isinstance(self.data, h5py.Group):
            self.data.file.flush()
            if self._is_file:
                self.data.close()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *args: object) -> None:
        self.close()


def _text(value: Any) -> Any:
    return value.decode() if isinstance(value, bytes) else value


def _bytes(value: Any) -> Any:
    return value.encode() if isinstance(value, str) else value


h5dict = H5Dict
