"""What `tf.feature_column` makes is of the classes of the table, and of no private one."""

from importlib import import_module

import pytest

from compat.tables.names.private_columns import NEW_COLUMNS, OLD_COLUMNS, PRIVATE_COLUMNS


def test_columns():
    columns = pytest.importorskip("tensorflow").feature_column
    number = columns.numeric_column("a")
    words = columns.categorical_column_with_vocabulary_list("b", ["x"])
    made = [
        number,
        words,
        columns.bucketized_column(number, [1.0]),
        columns.categorical_column_with_hash_bucket("c", 2),
        columns.categorical_column_with_identity("d", 2),
        columns.categorical_column_with_vocabulary_file("e", __file__, 1),
        columns.crossed_column(["b", "c"], 2),
        columns.embedding_column(words, 2),
        columns.indicator_column(words),
        columns.weighted_categorical_column(words, "f"),
    ]
    names = {type(each).__name__ for each in made}
    assert names == set(PRIVATE_COLUMNS.values())
    new, old = import_module(NEW_COLUMNS), import_module(OLD_COLUMNS)
    for each in made:
        name = type(each).__name__
        assert type(each) is getattr(new, name)
        assert not isinstance(each, getattr(old, "_" + name))
        assert isinstance(each, (old._DenseColumn, old._CategoricalColumn))
