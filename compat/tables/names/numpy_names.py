"""Names of NumPy that the legacy releases ran with and NumPy 2 lacks.

TensorFlow 1 ran with NumPy up to 1.18, TensorFlow 2.21 runs with NumPy 2.
`tests/compat/tables/test_numpy_names.py` looks for the names in the NumPy that is installed, and compares the objects.
"""

from typing import Dict, FrozenSet

NUMPY_1_20 = "https://numpy.org/doc/stable/release/1.20.0-notes.html#deprecations"
NUMPY_2 = "https://numpy.org/doc/stable/numpy_2_0_migration_guide.html#main-namespace"

BUILTINS: Dict[str, str] = {
    "float": "float",
    "int": "int",
    "object": "object",
    "complex": "complex",
    "str": "str",
    "unicode": "str",
}
"""Aliases of Python's own types, gone in NumPy 1.24; `np.bool` and `np.long` came back in NumPy 2 as its own types."""

RENAMED: Dict[str, str] = {
    "Inf": "inf",
    "Infinity": "inf",
    "infty": "inf",
    "PINF": "inf",
    "NaN": "nan",
    "NAN": "nan",
    "float_": "float64",
    "complex_": "complex128",
    "cfloat": "complex128",
    "singlecomplex": "complex64",
    "longfloat": "longdouble",
    "clongfloat": "clongdouble",
    "longcomplex": "clongdouble",
    "string_": "bytes_",
    "unicode_": "str_",
    "product": "prod",
    "cumproduct": "cumprod",
    "alltrue": "all",
    "sometrue": "any",
    "round_": "round",
    "row_stack": "vstack",
    "mat": "asmatrix",
    "bool8": "bool_",
    "int0": "intp",
    "uint0": "uintp",
    "object0": "object_",
    "bytes0": "bytes_",
    "str0": "str_",
    "void0": "void",
}
"""The same object under a name that NumPy 1 and 2 both have."""

IN_MODULES: Dict[str, str] = {
    **{
        name: f"exceptions.{name}"
        for name in ("AxisError", "ComplexWarning", "RankWarning", "TooHardError", "VisibleDeprecationWarning")
    },
    "chararray": "char.chararray",
    "format_parser": "rec.format_parser",
}
"""The same object in a module below `numpy`; that of the exceptions came with NumPy 1.25."""

PYTHON_MODULES: FrozenSet[str] = frozenset({"math", "sys", "warnings"})
"""Modules of Python that NumPy had imported."""

WRITTEN_OUT: Dict[str, str] = {"NINF": "-{numpy}.inf", "NZERO": "-0.0", "PZERO": "0.0"}
"""Constants and what they are."""

_FINANCIAL = ("fv", "ipmt", "irr", "mirr", "nper", "npv", "pmt", "ppmt", "pv", "rate")

_LIMITS = {
    "ALLOW_THREADS": "write 1",
    "BUFSIZE": "write 8192",
    "CLIP": "use the text 'clip' for mode=",
    "FLOATING_POINT_SUPPORT": "write 1",
    "MAXDIMS": "write 32, or 64 for NumPy 2",
    "MAY_SHARE_BOUNDS": "write 0",
    "MAY_SHARE_EXACT": "write -1",
    "RAISE": "use the text 'raise' for mode=",
    "WRAP": "use the text 'wrap' for mode=",
}

GONE: Dict[str, str] = {
    **_LIMITS,
    **{name: "pip install numpy-financial, and use numpy_financial." + name for name in _FINANCIAL},
    "alen": "use len()",
    "asfarray": "use np.asarray(x, dtype=float); asfarray kept float32 as it was",
    "byte_bounds": "use np.lib.array_utils.byte_bounds",
    "cast": "use np.asarray(x).astype(type)",
    "compare_chararrays": "use np.char.compare_chararrays",
    "compat": "write for Python 3 alone",
    "DataSource": "use np.lib.npyio.DataSource",
    "deprecate": "use warnings.warn",
    "deprecate_with_doc": "use warnings.warn",
    "disp": "use print()",
    "fastCopyAndTranspose": "use x.T.copy()",
    "find_common_type": "use np.result_type",
    "get_array_wrap": "use x.__array_wrap__",
    "geterrobj": "use np.geterr",
    "in1d": "use np.isin(np.ravel(a), b)",
    "issctype": "use issubclass(x, np.generic)",
    "issubclass_": "use issubclass",
    "issubsctype": "use np.issubdtype",
    "loads": "use pickle.loads",
    "lookfor": "search the documentation",
    "MachAr": "use np.finfo",
    "mafromtxt": "use np.genfromtxt(path, usemask=True)",
    "maximum_sctype": "name the type",
    "msort": "use np.sort(a, axis=0)",
    "ndfromtxt": "use np.genfromtxt",
    "nbytes": "use np.dtype(x).itemsize",
    "obj2sctype": "use np.dtype(x).type",
    "rank": "use np.ndim",
    "recfromcsv": 'use np.genfromtxt(path, delimiter=",", names=True)',
    "recfromtxt": "use np.genfromtxt",
    "safe_eval": "use ast.literal_eval",
    "sctype2char": "use np.dtype(x).char",
    "sctypes": "name the types",
    "set_numeric_ops": "use np.ufunc on arrays of an own class",
    "set_string_function": "use np.set_printoptions",
    "seterrobj": "use np.seterr",
    "source": "use inspect.getsource",
    "trapz": "use scipy.integrate.trapezoid",
    "typeDict": "use np.dtype(name)",
    "who": "look at the arrays one by one",
}
"""Names without an equal that both NumPy 1 and 2 have."""

FROMSTRING = "fromstring"
"""The function that reads texts, and no longer bytes."""

ARRAY_METHODS: FrozenSet[str] = frozenset({"itemset", "newbyteorder", "ptp", "tostring"})
"""Methods that arrays no longer have."""

NUMPY_NAMES: FrozenSet[str] = frozenset(
    (
        *BUILTINS,
        *RENAMED,
        *IN_MODULES,
        *WRITTEN_OUT,
        *GONE,
        *ARRAY_METHODS,
        *PYTHON_MODULES,
        FROMSTRING,
        "asscalar",
    )
)
"""What to look for in a source that uses nothing else of interest."""
