"""Functions of `keras.utils.generic_utils`, and one beside them, that Keras 3 has no name for.

https://github.com/keras-team/keras/blob/2.3.1/keras/utils/generic_utils.py
"""

import base64
import inspect
import marshal
from types import CellType, FunctionType
from typing import Any, Dict, List, Optional, Sequence, Tuple


def has_arg(fn: Any, name: str, accept_all: bool = False) -> bool:
    """Return whether a callable takes the keyword `name`; with `accept_all` also if it takes any."""
    parameters = inspect.signature(fn).parameters
    if name not in parameters:
        return accept_all and any(each.kind is each.VAR_KEYWORD for each in parameters.values())
    return parameters[name].kind in (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def to_list(x: Any, allow_tuple: bool = False) -> List[Any]:
    """Return a list as it is, with `allow_tuple` a tuple as a list, and anything else in a list."""
    if isinstance(x, list):
        return x
    return list(x) if allow_tuple and isinstance(x, tuple) else [x]


def unpack_singleton(x: Any) -> Any:
    """Return the only element of a sequence, or the sequence."""
    return x[0] if len(x) == 1 else x


def object_list_uid(object_list: Any) -> str:
    """Return a text that tells the objects from others."""
    return ", ".join(str(abs(id(each))) for each in to_list(object_list))


def is_all_none(iterable_or_element: Any) -> bool:
    """Return whether there is nothing but None."""
    return all(each is None for each in to_list(iterable_or_element, allow_tuple=True))


def slice_arrays(arrays: Any, start: Any = None, stop: Optional[int] = None) -> Any:
    """Return the rows from `start` to `stop`, or those that `start` lists, of an array or of each of several."""
    if arrays is None:
        return [None]
    if isinstance(arrays, list):
        return [None if each is None else _rows(each, start, stop) for each in arrays]
    return _rows(arrays, start, stop) if hasattr(start, "__len__") else [None]


def _rows(array: Any, start: Any, stop: Optional[int]) -> Any:
    if not hasattr(start, "__len__"):
        return array[start:stop]
    return array[start.tolist() if hasattr(start, "shape") else start]


def make_batches(size: int, batch_size: int) -> List[Tuple[int, int]]:
    """Return where each batch of `size` rows begins and ends."""
    return [(start, min(size, start + batch_size)) for start in range(0, size, batch_size)]


def transpose_shape(shape: Sequence[Any], target_format: str, spatial_axes: Sequence[int]) -> Tuple[Any, ...]:
    """Return a `channels_last` shape in the order of `target_format`; its type stays."""
    if target_format == "channels_last":
        return tuple(shape)
    if target_format != "channels_first":
        raise ValueError(
            'The `data_format` argument must be one of "channels_first", "channels_last". Received: '
            + str(target_format)
        )
    places = (*(axis for axis in range(len(shape)) if axis < spatial_axes[0]), len(shape) - 1, *spatial_axes)
    return tuple(shape[place] for place in places)


def func_dump(func: Any) -> Tuple[str, Any, Any]:
    """Return the bytecode of a function as text, its defaults, and the values that it closes over."""
    closure = tuple(cell.cell_contents for cell in func.__closure__) if func.__closure__ else None
    return base64.encodebytes(marshal.dumps(func.__code__)).decode("ascii"), func.__defaults__, closure


def func_load(code: Any, defaults: Any = None, closure: Any = None, globs: Optional[Dict[str, Any]] = None) -> Any:
    """Return the function that `func_dump` described, on the Python that described it.

    Raises:
        ValueError: the bytecode is that of another Python.

    """
    if isinstance(code, (tuple, list)):
        code, defaults, closure = code
    cells = (
        None if closure is None else tuple(each if isinstance(each, CellType) else CellType(each) for each in closure)
    )
    try:
        read = marshal.loads(_bytecode(code))  # noqa: S302 - the script asks for it
    except (EOFError, TypeError, ValueError) as error:
        raise ValueError("the function was saved by another release of Python, which alone can read it") from error
    defaults = tuple(defaults) if isinstance(defaults, list) else defaults
    return FunctionType(read, globals() if globs is None else globs, read.co_name, defaults, cells)


def _bytecode(code: str) -> bytes:
    """The bytes in a text of `func_dump`, or of Keras before 2.1.2."""
    try:
        found = base64.b64decode("".join(code.split()), validate=True)
    except ValueError:
        return code.encode("raw_unicode_escape")
    return found
