"""Arguments, keywords, methods and aliases of frequencies that pandas 0.24 and 1.1 had, and pandas 3 has not.

By the signatures of pandas 0.24.2 and 1.1.5, as far as their places agree, and of 3.1.1 behind its decorators, which
take some places with a warning: those are left out. `tests/compat/tables/test_pandas_calls.py` asks what is installed.
"""

from typing import Dict, FrozenSet, NamedTuple, Tuple

from compat.tables.names.places import Places, places

URL_2 = "https://pandas.pydata.org/docs/whatsnew/v2.0.0.html#removal-of-prior-version-deprecations-changes"
URL_3 = "https://pandas.pydata.org/docs/whatsnew/v3.0.0.html"


def _names(text: str) -> FrozenSet[str]:
    return frozenset(text.split())


# --- places

_READ_CSV = places(
    "filepath_or_buffer",
    "sep delimiter header names index_col usecols squeeze prefix mangle_dupe_cols dtype engine converters true_values "
    "false_values skipinitialspace skiprows skipfooter nrows na_values keep_default_na na_filter verbose "
    "skip_blank_lines parse_dates infer_datetime_format keep_date_col date_parser dayfirst",
)

FUNCTIONS: Dict[str, Places] = {
    "pandas.concat": places("objs", "axis join"),
    "pandas.read_csv": _READ_CSV,
    "pandas.read_table": _READ_CSV,
    "pandas.read_excel": places("io sheet_name", "header names index_col"),
    "pandas.read_fwf": places("filepath_or_buffer", "colspecs widths infer_nrows"),
    "pandas.read_html": places("io", "match flavor header index_col skiprows attrs parse_dates"),
    "pandas.read_json": places("path_or_buf", "orient typ dtype convert_axes convert_dates keep_default_dates"),
    "pandas.pivot": places("data", "index columns values"),
}
"""Functions of pandas, by their import paths."""

NUMERIC_OF_FRAMES: FrozenSet[str] = _names("corr cov kurt kurtosis mean median prod product quantile sem skew std var")
NUMERIC_OF_GROUPS: FrozenSet[str] = _names("cumsum mean median prod quantile sem std sum var")
"""Reductions of frames, and of groups of their rows, that left out columns of texts up to pandas 1."""

_FILL = places("", "axis inplace limit downcast")
_INTERPOLATE = places("method", "axis limit inplace limit_direction limit_area downcast")
_REPLACE = places("to_replace value", "inplace limit regex method")
_SEEN = places("axis skipna", "level numeric_only")
_SPREAD = places("axis skipna", "level ddof numeric_only")
_WHERE = places("cond other", "inplace axis level errors try_cast")
_GROUPS = places("by", "axis level as_index sort group_keys squeeze observed")
_TO_CSV = places("path_or_buf", "sep na_rep float_format columns header index index_label mode encoding compression")
_TO_EXCEL = places(
    "excel_writer", "sheet_name na_rep float_format columns header index index_label startrow startcol engine"
)
_TO_JSON = places("path_or_buf", "orient date_format double_precision force_ascii date_unit default_handler lines")

_OF_BOTH: Dict[str, Places] = {
    "backfill": _FILL,
    "bfill": _FILL,
    "clip": places("lower upper", "axis inplace"),
    "drop": places("labels", "axis index columns level inplace errors"),
    "ewm": places("com span halflife alpha min_periods adjust ignore_na", "axis"),
    "expanding": places("min_periods", "center axis"),
    "ffill": _FILL,
    "fillna": places("value", "method axis inplace limit downcast"),
    "groupby": _GROUPS,
    "interpolate": _INTERPOLATE,
    "mask": _WHERE,
    "max": _SEEN,
    "mean": _SEEN,
    "median": _SEEN,
    "min": _SEEN,
    "pad": _FILL,
    "replace": _REPLACE,
    "rolling": places("window min_periods center win_type on", "axis closed"),
    "set_axis": places("labels", "axis inplace"),
    "skew": _SEEN,
    "sort_index": places("", "axis level ascending inplace kind na_position sort_remaining"),
    "std": _SPREAD,
    "sum": places("axis skipna", "level numeric_only min_count"),
    "to_csv": _TO_CSV,
    "to_excel": _TO_EXCEL,
    "to_hdf": places("path_or_buf", "key mode complevel complib append format"),
    "to_json": _TO_JSON,
    "to_pickle": places("path", "compression protocol"),
    "to_sql": places("name con", "schema if_exists index index_label chunksize dtype method"),
    "var": _SPREAD,
    "where": _WHERE,
}

FRAMES: Dict[str, Places] = {
    **_OF_BOTH,
    "all": places("axis bool_only skipna", "level"),
    "any": places("", "axis bool_only skipna level"),
    "count": places("axis", "level numeric_only"),
    "drop_duplicates": places("subset", "keep inplace"),
    "dropna": places("", "axis how thresh subset inplace"),
    "eval": places("expr", "inplace"),
    "pivot": places("", "index columns values"),
    "query": places("expr", "inplace"),
    "reset_index": places("level", "drop inplace col_level col_fill"),
    "set_index": places("keys", "drop append inplace verify_integrity"),
    "sort_values": places("by", "axis ascending inplace kind na_position"),
    "to_dict": places("orient", "into"),
    "to_html": places("buf", "columns col_space header index na_rep formatters float_format sparsify index_names"),
    "to_string": places("buf", "columns col_space header index na_rep formatters float_format sparsify index_names"),
}
"""Methods of frames."""

SERIES: Dict[str, Places] = {
    **_OF_BOTH,
    "any": places("", "axis bool_only skipna level"),
    "apply": places("func", "convert_dtype args"),
    "count": places("", "level"),
    "drop_duplicates": places("", "keep inplace"),
    "dropna": places("", "axis inplace"),
    "reset_index": places("level", "drop name inplace"),
    "sort_values": places("", "axis ascending inplace kind na_position"),
}
"""Methods of series."""

TEXTS: Dict[str, Places] = {
    "rsplit": places("pat", "n expand"),
    "split": places("pat", "n expand"),
}
"""Methods of the texts of a series, `series.str`."""

TELLING: FrozenSet[str] = _names(
    "drop_duplicates dropna ewm fillna groupby reset_index resample set_index sort_index sort_values to_csv to_excel "
    "to_hdf to_json to_pickle to_sql"
)
"""Names that no other object of a file that imports pandas is likely to have."""

AXES: FrozenSet[object] = frozenset({0, 1, "index", "columns", "rows"})
"""The values that tell `frame.drop("label", 1)` from other methods of the name."""

# --- keywords


class Ended(NamedTuple):
    """What becomes of a keyword that is gone.

    With `idle` values it is left out, as it did nothing or is so always; `successor` is its new name; all other uses
    are reported with `advice`.
    """

    advice: str = ""
    idle: Tuple[object, ...] = ()
    successor: str = ""
    is_always_idle: bool = False


_IDLE = Ended(is_always_idle=True)
_AXIS = Ended(f"turn the frame: frame.T ({URL_3})", idle=(0, "index", "rows"))
_DOWNCAST = Ended("downcast with pandas.to_numeric", idle=(None, False))
_LEVEL = Ended("group by the level first: frame.groupby(level=...)", idle=(None,))
_DATES = (
    "read the column as text, and parse it behind: frame[column] = pandas.to_datetime(frame[column], format=...), or "
    f"frame.index = pandas.to_datetime(frame.index, format=...) ({URL_3})"
)
_READER: Dict[str, Ended] = {
    "convert_float": Ended("convert the column with astype(int)", idle=(True,)),
    "date_parser": Ended(_DATES, idle=(None,)),
    "infer_datetime_format": _IDLE,
    "keep_date_col": Ended(_DATES, idle=(False,)),
    "mangle_dupe_cols": Ended("give the columns names of their own", idle=(True,)),
    "tupleize_cols": Ended("set the columns behind", idle=(False,)),
}
_CSV: Dict[str, Ended] = {
    **_READER,
    "as_recarray": Ended("take .to_records(index=False) of the result", idle=(False,)),
    "skip_footer": Ended(successor="skipfooter"),
    "verbose": _IDLE,
}
# those of read_csv that read_excel took up to pandas 1.0, and did nothing with: run on 0.25.3
_SWALLOWED = (
    "cache_dates columns compression delim_whitespace delimiter dialect doublequote encoding error_bad_lines "
    "escapechar index index_label inplace lineterminator memory_map quotechar quoting sep skipinitialspace "
    "warn_bad_lines"
)
_EXCEL: Dict[str, Ended] = {
    **_READER,
    **dict.fromkeys(_SWALLOWED.split(), _IDLE),
    "parse_cols": Ended(successor="usecols"),
    "sheetname": Ended(successor="sheet_name"),
    "skip_footer": Ended(successor="skipfooter"),
}
_ENDS = Ended(f"use inclusive=, which is 'both', 'left', 'right' or 'neither' ({URL_2})")
_LAST = Ended('write keep="last"', idle=(False,))
_SENTINEL = "missing values are -1; use_na_sentinel=False gives them a number of their own"
_RANGE: Dict[str, Ended] = {"closed": Ended("write inclusive=", idle=(None,), successor="inclusive")}

FUNCTION_KEYWORDS: Dict[str, Dict[str, Ended]] = {
    "pandas.MultiIndex": {"labels": Ended(successor="codes")},
    "pandas.bdate_range": _RANGE,
    "pandas.concat": {"join_axes": Ended("take .reindex(axis) of the result", idle=(None,))},
    "pandas.date_range": _RANGE,
    "pandas.factorize": {"na_sentinel": Ended(_SENTINEL, idle=(-1,))},
    "pandas.read_csv": _CSV,
    "pandas.read_excel": _EXCEL,
    "pandas.read_json": {"numpy": Ended("leave it out", idle=(False,))},
    "pandas.read_table": _CSV,
    "pandas.to_datetime": {
        "coerce": Ended('write errors="coerce"', idle=(False,)),
        "box": Ended("take .values of the result", idle=(True,)),
        "infer_datetime_format": _IDLE,
    },
}
"""Keywords of functions."""

METHOD_KEYWORDS: Dict[str, Dict[str, Ended]] = {
    "apply": {
        "broadcast": Ended('write result_type="broadcast"', idle=(None, False)),
        "convert_dtype": Ended("convert with astype(object)", idle=(True,)),
        "reduce": Ended(idle=(None, True, False)),
    },
    "between_time": {"include_end": _ENDS, "include_start": _ENDS},
    "bfill": {"downcast": _DOWNCAST},
    "count": {"level": _LEVEL},
    "describe": {"datetime_is_numeric": _IDLE},
    "drop_duplicates": {"take_last": _LAST},
    "duplicated": {"take_last": _LAST},
    "ewm": {"axis": _AXIS},
    "expanding": {"axis": _AXIS, "center": Ended("leave it out", idle=(None, False))},
    "factorize": {"na_sentinel": Ended(_SENTINEL, idle=(-1,))},
    "ffill": {"downcast": _DOWNCAST},
    "fillna": {"downcast": _DOWNCAST},
    "groupby": {"axis": _AXIS, "squeeze": Ended("take .squeeze() of the result", idle=(False,))},
    "info": {"null_counts": Ended(successor="show_counts")},
    "interpolate": {"downcast": _DOWNCAST},
    "max": {"level": _LEVEL},
    "mean": {"level": _LEVEL},
    "median": {"level": _LEVEL},
    "min": {"level": _LEVEL},
    "pct_change": {"limit": Ended("fill first: series.ffill(limit=...)", idle=(None,))},
    "plot": {"sort_columns": Ended("sort the columns first: frame.sort_index(axis=1)", idle=(False,))},
    "replace": {"method": Ended("replace by missing values, and fill these: .mask(condition).ffill()", idle=(None,))},
    "rolling": {"axis": _AXIS},
    "resample": {
        "axis": _AXIS,
        "base": Ended(f'use offset=, a difference of time such as "8h" ({URL_2})', idle=(0,)),
        "fill_method": Ended("call .ffill() or .bfill() of the result"),
        "how": Ended('call the method of the result: .resample("D").mean()'),
        "kind": Ended("use .to_period() of the result", idle=(None,)),
        "loffset": Ended("add the offset to the index of the result", idle=(None,)),
    },
    "set_axis": {"inplace": Ended("assign the result to the frame", idle=(False,))},
    "std": {"level": _LEVEL},
    "sum": {"level": _LEVEL},
    "to_csv": {"line_terminator": Ended(successor="lineterminator"), "tupleize_cols": _IDLE},
    "to_excel": {"encoding": _IDLE, "verbose": _IDLE},
}
"""Keywords of methods of frames and series. Those that name one of `TELLING` are taken for one of any object."""

FILLS: Dict[str, str] = {"backfill": "bfill", "bfill": "bfill", "ffill": "ffill", "pad": "ffill"}
"""The values of `fillna(method=)`, and the methods that do so today."""

FILLED_BY = f"write .ffill() or .bfill() ({URL_3})"

# --- functions that are methods today

COUNTING = "pandas.value_counts"
COUNTING_PLACES: Tuple[str, ...] = ("values", "sort", "ascending", "normalize", "bins", "dropna")
"""The function that counted values, and its places; the method of a series has them in another order."""

_REDUCTIONS = "count kurt max mean median min skew std sum var"

WINDOWS: Dict[str, Tuple[str, str]] = {
    f"pandas.{kind}_{name}": (kind, name) for kind in ("rolling", "expanding") for name in _REDUCTIONS.split()
}
"""Functions of windows, gone since pandas 0.23, and the two methods that do the same."""

WEIGHING: Dict[str, str] = {"pandas.ewma": "mean", "pandas.ewmstd": "std", "pandas.ewmvar": "var"}
ROLLING_PLACES: Tuple[str, ...] = ("arg", "window", "min_periods")
EXPANDING_PLACES: Tuple[str, ...] = ("arg", "min_periods")
WEIGHING_PLACES: Tuple[str, ...] = ("arg", "com", "span", "halflife", "min_periods")
WINDOW_KEYWORDS: FrozenSet[str] = _names("adjust center ignore_na")

INDICES: Dict[str, str] = {
    "pandas.Float64Index": "float64",
    "pandas.Int64Index": "int64",
    "pandas.UInt64Index": "uint64",
}
"""Classes of indices, and the type that an index of today has for them."""

WRITER = "pandas.ExcelWriter"
"""The class whose `save()` is `close()` since pandas 2."""

TABLES: FrozenSet[str] = frozenset({"mean", "median", "std", "sum", "var"})
"""Values of `aggfunc=`, with which `pivot_table` left out columns of texts up to pandas 1."""

OF_COLUMNS: FrozenSet[str] = frozenset(
    f"numpy.{name}" for name in ("amax", "amin", "max", "mean", "min", "prod", "std", "sum", "var")
)
"""Functions of NumPy that gave a number for each column of a frame, and give one for all of it since pandas 3."""

NUMPY_REDUCTIONS: Dict[str, str] = {"numpy.median": "median", "numpy.std": "std", "numpy.var": "var"}
"""Functions that `agg` took for methods of the name until pandas 2.

The deviations of NumPy divide by another number, and its median is no number where one value is none.
"""

FORMS: Dict[str, str] = {
    "d": "dict",
    "i": "index",
    "l": "list",
    "r": "records",
    "record": "records",
    "rows": "records",
    "s": "series",
    "sp": "split",
}
"""Values of `to_dict(orient=)` that were taken for others up to pandas 1."""

IGNORING: FrozenSet[str] = frozenset({"pandas.to_datetime", "pandas.to_numeric", "pandas.to_timedelta"})
"""Functions that took `errors="ignore"` up to pandas 2."""

LISTED: FrozenSet[str] = frozenset({"pandas.factorize", "pandas.unique"})
"""Functions that took lists up to pandas 2."""

# --- aliases of frequencies

_OF_CLOCKS: Dict[str, str] = {"H": "h", "T": "min", "t": "min", "S": "s", "L": "ms", "U": "us", "N": "ns"}

OFFSETS: Dict[str, str] = {
    **_OF_CLOCKS,
    "A": "YE",
    "AS": "YS",
    "BA": "BYE",
    "BAS": "BYS",
    "BH": "bh",
    "BM": "BME",
    "BQ": "BQE",
    "CBH": "cbh",
    "CBM": "CBME",
    "M": "ME",
    "Q": "QE",
    "SM": "SME",
    "Y": "YE",
    "m": "ME",
    "q": "QE",
    "y": "YE",
}
"""Aliases of offsets, as `resample` and `date_range` take them, that are gone, and what is the same today."""

PERIODS: Dict[str, str] = {**_OF_CLOCKS, "A": "Y"}
"""Aliases of periods, as `to_period` takes them."""

UNITS: Dict[str, str] = {"T": "min", "L": "ms", "U": "us", "N": "ns"}
"""Units of differences, as `Timedelta` takes them."""

# --- methods


class Renamed(NamedTuple):
    """A method or attribute with another name today.

    `keyword` is what its only argument is called there; `is_told` says that nothing else has the name in a file that
    imports pandas; `of` says whether a frame, a series or both had it.
    """

    successor: str
    keyword: str = ""
    is_told: bool = True
    is_called: bool = True
    of: str = "both"


RENAMED: Dict[str, Renamed] = {
    "applymap": Renamed("map", of="frame"),
    "backfill": Renamed("bfill", is_told=False),
    "clip_lower": Renamed("clip", keyword="lower"),
    "clip_upper": Renamed("clip", keyword="upper"),
    "is_monotonic": Renamed("is_monotonic_increasing", is_called=False),
    "iteritems": Renamed("items"),
    "nonzero": Renamed("to_numpy().nonzero", is_told=False, of="series"),
    "pad": Renamed("ffill", is_told=False),
    "reshape": Renamed("to_numpy().reshape", is_told=False, of="series"),
    "ravel": Renamed("to_numpy().ravel", is_told=False, of="series"),
    "valid": Renamed("dropna", is_told=False, of="series"),
    "weekday_name": Renamed("day_name()", is_called=False),
}

REPORTED: Dict[str, Tuple[str, bool]] = {
    "as_blocks": ("use .dtypes, and select_dtypes()", True),
    "bool": ("use .item() of a series", False),
    "compound": ("write (1 + x).prod() - 1", False),
    "compress": ("index with the condition", False),
    "first": ("select by the index: frame.loc[: frame.index[0] + offset]", False),
    "last": ("select by the index: frame.loc[frame.index[-1] - offset :]", False),
    "put": ("assign to .iloc[positions]", False),
    "slice_shift": ("use .shift(n)", True),
    "to_dense": ("leave it out", False),
    "to_gbq": ("use the package pandas-gbq", True),
    "to_msgpack": ("use .to_parquet() or .to_pickle()", True),
    "to_panel": ("use a frame with several levels in its index", True),
    "to_sparse": ("use .astype(pandas.SparseDtype(...))", False),
    "view": ("use .to_numpy().view(...), or .astype(...)", False),
    "get_dtype_counts": ("use .dtypes.value_counts()", True),
    "get_ftype_counts": ("use .dtypes.value_counts()", True),
    "mad": ("write (x - x.mean()).abs().mean()", False),
    "order": ("use .sort_values()", False),
    "ptp": ("write x.max() - x.min()", False),
    "icol": ("use .iloc[:, n]", False),
    "irow": ("use .iloc[n]", False),
    "reindex_axis": ("use .reindex(labels, axis=...)", True),
    "sort": ("use .sort_values(by)", False),
    "swapaxes": ("use .T", False),
    "tshift": ("use .shift(n, freq=...)", True),
}
"""Methods that are gone: what to do, and whether nothing else has the name."""

GONE_OF_SERIES: FrozenSet[str] = _names("asobject base blocks data ftype imag itemsize real strides")
"""Attributes of series that are gone; a column of a frame may have such a name."""
