"""Datasets of TensorFlow 2 get the iterators of TensorFlow 1 by functions; what may be anything else is left alone."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched, check_upgraded

TF = "import tensorflow as tf\n"
MADE = TF + "d = tf.data.Dataset.range(3)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("d.make_one_shot_iterator().get_next()", "tf.compat.v1.data.make_one_shot_iterator(d).get_next()"),
        ("d.batch(2).make_one_shot_iterator()", "tf.compat.v1.data.make_one_shot_iterator(d.batch(2))"),
        ("d.make_initializable_iterator()", "tf.compat.v1.data.make_initializable_iterator(d)"),
        ("d.make_initializable_iterator('n')", "tf.compat.v1.data.make_initializable_iterator(d, 'n')"),
        ("f().make_one_shot_iterator()", "tf.compat.v1.data.make_one_shot_iterator(f())"),
        ("d.output_types", "tf.compat.v1.data.get_output_types(d)"),
        ("d.batch(2).output_shapes", "tf.compat.v1.data.get_output_shapes(d.batch(2))"),
        (
            "tf.data.Iterator.from_structure(d.output_types, d.output_shapes)",
            "tf.compat.v1.data.Iterator.from_structure(tf.compat.v1.data.get_output_types(d), tf.compat.v1.data.get_output_shapes(d))",
        ),
    ],
)  # fmt: skip
def test_methods_and_properties_of_a_dataset(before: str, after: str) -> None:
    old, new = TF + "tf.trainable_variables()\n", TF + "tf.compat.v1.trainable_variables()\n"
    made = "d = tf.data.Dataset.range(3)\n"
    check_upgraded(f"{old}{made}y = {before}\n", f"{new}{made}y = {after}\n")


def test_the_properties_of_an_iterator() -> None:
    check_upgraded(
        MADE + "i = d.make_one_shot_iterator()\nprint(i.output_types)\n",
        MADE + "i = tf.compat.v1.data.make_one_shot_iterator(d)\nprint(tf.compat.v1.data.get_output_types(i))\n",
    )


def test_a_dataset_of_another_function_and_no_name_for_tensorflow() -> None:
    check_upgraded(
        """
        from tensorflow import data

        def rows(d):
            return d.make_one_shot_iterator()
        """,
        """
        import tensorflow as tf
        from tensorflow import data

        def rows(d):
            return tf.compat.v1.data.make_one_shot_iterator(d)
        """,
    )


def test_an_import_of_the_legacy_names() -> None:
    check_upgraded(
        "import tensorflow.compat.v1 as tf\n\ndef rows(d):\n    return d.make_one_shot_iterator()\n",
        "import tensorflow.compat.v1 as tf\n\ndef rows(d):\n    return tf.data.make_one_shot_iterator(d)\n",
    )


@pytest.mark.parametrize(
    "source",
    [
        "import tensorflow.compat.v1 as tf\nd = tf.data.Dataset.range(3)\ni = d.make_one_shot_iterator()\n",
        "import tensorflow.compat.v1 as tf\nd = tf.data.Dataset.range(3)\nprint(d.output_types)\n",
        "import tensorflow as tf\ndef f(d): return tf.compat.v1.data.Dataset.zip(d).map(g).make_one_shot_iterator()\n",
        "def rows(d):\n    return d.make_one_shot_iterator()\n",
        TF + "class A:\n    def make_one_shot_iterator(self): return 1\n\ny = A().make_one_shot_iterator()\n",
        "import numpy as np\nimport tensorflow as tf\ny = np.load('a').make_one_shot_iterator()\n",
        TF + "y = tf.compat.v1.data.make_one_shot_iterator(d)\n",
        TF + "def f(layer): return layer.output_shapes\n",
        TF + "class A:\n    def f(self): return self.output_types\n",
        MADE + "try:\n    i = d.make_one_shot_iterator()\nexcept AttributeError:\n    i = iter(d)\n",
        MADE + "i = d.make_one_shot_iterator() if hasattr(d, 'make_one_shot_iterator') else iter(d)\n",
        MADE + "try:\n    types = d.output_types\nexcept AttributeError:\n    types = None\n",
        TF + "y = model.fit(x)\nmake_one_shot_iterator = 1\n",
    ],
)
def test_left_alone(source: str) -> None:
    if "np.load" in source or "def f(" in source or source.startswith("def rows"):
        assert check_sound(source).changes == ()
    else:
        check_untouched(source)


def test_strategies_have_datasets_of_their_own() -> None:
    result = check_sound(
        TF
        + "s = tf.contrib.distribute.MirroredStrategy()\nd = s.distribute_dataset(f)\ni = d.make_one_shot_iterator()\n"
    )
    assert b"d.make_one_shot_iterator()" in result.after


def test_a_handler_that_gives_up_guards_nothing() -> None:
    check_upgraded(
        MADE + "try:\n    i = d.make_one_shot_iterator()\nexcept AttributeError:\n    raise SystemExit\n",
        MADE
        + "try:\n    i = tf.compat.v1.data.make_one_shot_iterator(d)\nexcept AttributeError:\n    raise SystemExit\n",
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("tf.contrib.data.batch_and_drop_remainder(3)", "batch(3, drop_remainder=True)"),
        ("tf.contrib.data.batch_and_drop_remainder(batch_size=n)", "batch(batch_size=n, drop_remainder=True)"),
        (
            "tf.contrib.data.padded_batch_and_drop_remainder(3, [None], padding_values=1)",
            "padded_batch(3, [None], padding_values=1, drop_remainder=True)",
        ),
    ],
)
def test_batches_without_the_rest(before: str, after: str) -> None:
    check_upgraded(f"{MADE}d = d.apply({before})\n", f"{MADE}d = d.{after}\n")
    check_upgraded(f"{MADE}d = d.repeat().apply({before}).apply({before})\n", f"{MADE}d = d.repeat().{after}.{after}\n")


def test_batches_by_an_import() -> None:
    check_upgraded(
        f"from tensorflow.contrib.data import batch_and_drop_remainder\n{MADE}"
        "d = d.apply(batch_and_drop_remainder(3))  # whole\n",
        f"{MADE}d = d.batch(3, drop_remainder=True)  # whole\n",
    )


@pytest.mark.parametrize(
    "source",
    [
        "f = tf.contrib.data.batch_and_drop_remainder(3)\nd.apply(f)\n",
        "d.apply(tf.contrib.data.batch_and_drop_remainder(*sizes))\n",
        "d.apply(tf.contrib.data.batch_and_drop_remainder)\n",
        "d.apply(tf.contrib.data.batch_and_drop_remainder(3), 1)\n",
        "d.map(tf.contrib.data.batch_and_drop_remainder(3))\n",
        "use(tf.contrib.data.batch_and_drop_remainder(3))\n",
        "d.apply(tf.contrib.data.sloppy_interleave(f, 3))\n",
    ],
)
def test_other_uses_of_contrib_data(source: str) -> None:
    result = check_sound(MADE + source)
    assert result.changes == ()
    assert [each.code for each in result.findings] == ["TFM190"]


def test_batches_on_the_shims() -> None:
    check_untouched(
        MADE.replace("import", "from compat import") + "d.apply(tf.contrib.data.batch_and_drop_remainder(3))\n"
    )
