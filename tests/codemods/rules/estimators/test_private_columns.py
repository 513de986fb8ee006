"""Classes of feature columns are those of TensorFlow 1.13 and later."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched

HEAD = "from tensorflow.python.feature_column import feature_column as fc\n"
IMPORT = "import tensorflow.python.feature_column.feature_column_v2 as feature_column_v2\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("isinstance(c, fc._NumericColumn)", "isinstance(c, feature_column_v2.NumericColumn)"),
        (
            "isinstance(c, (fc._CrossedColumn, fc._HashedCategoricalColumn))",
            "isinstance(c, (feature_column_v2.CrossedColumn, feature_column_v2.HashedCategoricalColumn))",
        ),
        ("type(c) == fc._EmbeddingColumn", "type(c) == feature_column_v2.EmbeddingColumn"),
        ("type(c) in [fc._IndicatorColumn]", "type(c) in [feature_column_v2.IndicatorColumn]"),
    ],
)
def test_asked_for(legacy: str, modern: str) -> None:
    after = check_sound(f"{HEAD}x = {legacy}\n").after.decode()
    assert f"x = {modern}\n" in after
    assert IMPORT in after


@pytest.mark.parametrize(
    ("imported", "name"),
    [
        ("from tensorflow.python.feature_column.feature_column import _NumericColumn", "_NumericColumn"),
        ("from tensorflow.python.feature_column import feature_column", "feature_column._NumericColumn"),
        (
            "import tensorflow.python.feature_column.feature_column",
            "tensorflow.python.feature_column.feature_column._NumericColumn",
        ),
    ],
)
def test_spellings(imported: str, name: str) -> None:
    after = check_sound(f"{imported}\nx = isinstance(c, {name})\n").after.decode()
    assert "x = isinstance(c, feature_column_v2.NumericColumn)\n" in after


@pytest.mark.parametrize(
    "source",
    [
        HEAD + "class Own(fc._NumericColumn):\n    pass\n",
        HEAD + "x = isinstance(c, fc._DenseColumn)\n",
        HEAD + "x = isinstance(c, (fc._CategoricalColumn, fc._FeatureColumn))\n",
        HEAD + "x = fc._NumericColumn\n",
        "from mine import feature_column as fc\nx = isinstance(c, fc._NumericColumn)\n",
        HEAD + "def isinstance(a, b): return a\nx = isinstance(c, fc._NumericColumn)\n",
        IMPORT + "x = isinstance(c, feature_column_v2.NumericColumn)\n",
        HEAD + "x = made(c) == fc._NumericColumn\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
