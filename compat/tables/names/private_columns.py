"""The private classes of feature columns until TensorFlow 1.12, and those that `tf.feature_column` makes since.

`tests/compat/tables/test_private_columns.py` makes a column of each on the releases.
https://github.com/tensorflow/tensorflow/blob/v1.13.1/tensorflow/python/feature_column/feature_column_v2.py
"""

from typing import Dict

OLD_COLUMNS = "tensorflow.python.feature_column.feature_column"
NEW_COLUMNS = "tensorflow.python.feature_column.feature_column_v2"

PRIVATE_COLUMNS: Dict[str, str] = {
    f"{OLD_COLUMNS}._{name}": name
    for name in (
        "BucketizedColumn",
        "CrossedColumn",
        "EmbeddingColumn",
        "HashedCategoricalColumn",
        "IdentityCategoricalColumn",
        "IndicatorColumn",
        "NumericColumn",
        "VocabularyFileCategoricalColumn",
        "VocabularyListCategoricalColumn",
        "WeightedCategoricalColumn",
    )
}
"""Their bases, `_DenseColumn` and `_CategoricalColumn`, are those of the new classes as well."""
