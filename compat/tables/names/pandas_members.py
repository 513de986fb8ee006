"""What pandas makes, and what its frames and series have: all else after the dot of a frame is a column."""

from typing import Dict, FrozenSet


def _names(text: str) -> FrozenSet[str]:
    return frozenset(text.split())


MAKERS: Dict[str, str] = {
    "pandas.DataFrame": "frame",
    "pandas.DataFrame.from_dict": "frame",
    "pandas.DataFrame.from_records": "frame",
    "pandas.Series": "series",
    "pandas.concat": "either",
    "pandas.crosstab": "frame",
    "pandas.get_dummies": "frame",
    "pandas.melt": "frame",
    "pandas.merge": "frame",
    "pandas.pivot_table": "frame",
    "pandas.read_csv": "frame",
    "pandas.read_excel": "frame",
    "pandas.read_fwf": "frame",
    "pandas.read_hdf": "frame",
    "pandas.read_json": "frame",
    "pandas.read_parquet": "frame",
    "pandas.read_pickle": "either",
    "pandas.read_sql": "frame",
    "pandas.read_sql_query": "frame",
    "pandas.read_table": "frame",
}
"""Functions of pandas, and whether they give a frame, a series, or one of both."""

ELEMENTWISE: FrozenSet[str] = frozenset(
    {
        *(f"numpy.{name}" for name in _names("abs absolute exp log log10 log1p log2 round sqrt square")),
        *(f"pandas.{name}" for name in _names("isna isnull notna notnull to_datetime to_numeric to_timedelta")),
    }
)
"""Functions that give what they are given: a frame for a frame, and a series for a series."""

MOVING: FrozenSet[str] = _names(
    "drop drop_duplicates dropna nlargest nsmallest query sample sort_index sort_values tail"
)
"""Methods behind which the labels of rows need not be their positions."""

ALIKE: FrozenSet[str] = _names(
    "abs add_prefix add_suffix align append asfreq assign astype backfill bfill clip clip_lower clip_upper "
    "convert_objects copy cummax cummin cumprod cumsum diff div drop drop_duplicates dropna explode ffill fillna "
    "head infer_objects interpolate isin isna isnull map mask mul nlargest notna notnull nsmallest pad pct_change "
    "query rank reindex rename rename_axis replace reset_index round sample set_axis set_index shift sort_index "
    "sort_values sub tail truncate tz_convert tz_localize where"
)
"""Methods of a frame that give a frame, and of a series a series."""

REDUCING: FrozenSet[str] = _names(
    "all any count idxmax idxmin kurt mad max mean median min nunique prod quantile sem skew std sum var"
)
"""Methods that make a series of a frame, and a number of a series."""

FRAMES_FROM: FrozenSet[str] = _names(
    "applymap join melt merge pivot pivot_table select_dtypes to_frame transpose unstack"
)
"""Methods that give a frame."""

SERIES_FROM: FrozenSet[str] = _names("between duplicated stack value_counts")
"""Methods that give a series."""

FRAME_IDIOMS: FrozenSet[str] = _names(
    "applymap columns corr dtypes groupby iterrows itertuples merge select_dtypes set_index"
)
"""What only frames are asked for in a file that imports pandas."""

IDIOMS: FrozenSet[str] = _names(
    "describe drop_duplicates dropna fillna iloc isna isnull ix loc notna notnull reset_index sort_index sort_values "
    "to_csv value_counts"
)
"""What frames and series are asked for."""

MEMBERS: FrozenSet[str] = _names(
    "T abs add add_prefix add_suffix agg aggregate align all any append apply applymap argmax argmin argsort array "
    "as_blocks as_matrix asfreq asobject asof assign astype at at_time attrs autocorr axes backfill base between "
    "between_time bfill blocks bool boxplot case_when cat clip clip_lower clip_upper columns combine combine_first "
    "compare compound compress convert_dtypes convert_objects copy corr corrwith count cov cummax cummin cumprod "
    "cumsum data describe diff div divide divmod dot drop drop_duplicates droplevel dropna dt dtype dtypes "
    "duplicated empty eq equals eval ewm expanding explode factorize ffill fillna filter first first_valid_index "
    "flags floordiv from_array from_arrow from_csv from_dict from_items from_records ftype ftypes ge get "
    "get_dtype_counts get_ftype_counts get_value get_values groupby gt hasnans head hist iat idxmax idxmin iloc imag "
    "index infer_objects info insert interpolate is_copy is_monotonic is_monotonic_decreasing "
    "is_monotonic_increasing is_unique isetitem isin isna isnull item items itemsize iteritems iterrows itertuples "
    "ix join keys kurt kurtosis last last_valid_index le list loc lookup lt mad map mask max mean median melt "
    "memory_usage merge min mod mode mul multiply name nbytes ndim ne nlargest nonzero notna notnull nsmallest "
    "nunique pad pct_change pipe pivot pivot_table plot pop pow prod product ptp put quantile query radd rank ravel "
    "rdiv rdivmod real reindex reindex_axis reindex_like rename rename_axis reorder_levels repeat replace resample "
    "reset_index rfloordiv rmod rmul rolling round rpow rsub rtruediv sample searchsorted select select_dtypes sem "
    "set_axis set_flags set_index set_value shape shift size skew slice_shift sort_index sort_values sparse squeeze "
    "stack std str strides struct style sub subtract sum swapaxes swaplevel tail take timetuple to_clipboard to_csv "
    "to_dense to_dict to_excel to_feather to_frame to_gbq to_hdf to_html to_iceberg to_json to_latex to_list "
    "to_markdown to_msgpack to_numpy to_orc to_panel to_parquet to_period to_pickle to_records to_sparse to_sql "
    "to_stata to_string to_timestamp to_xarray to_xml tolist transform transpose truediv truncate tshift tz_convert "
    "tz_localize unique unstack update valid value_counts values var view where xs"
)
"""All names of frames and series of pandas 0.24.2, 1.1.5 and 3.1.1."""
