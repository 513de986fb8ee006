"""Mocks come from the standard library."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded

TF = "import tensorflow as tf\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (TF + "m = tf.test.mock.Mock()\n", "import unittest.mock as mock\n" + TF + "m = mock.Mock()\n"),
        (
            "from unittest import mock\n" + TF + "with tf.test.mock.patch.object(a, 'b'):\n    pass\n",
            "from unittest import mock\n" + TF + "with mock.patch.object(a, 'b'):\n    pass\n",
        ),
        (
            TF + "@tf.test.mock.patch('a')\ndef f(mock):\n    return mock, tf.test.mock.ANY\n",
            "import unittest.mock\nimport unittest.mock as mock\n"
            + TF
            + "@mock.patch('a')\ndef f(mock):\n    return mock, unittest.mock.ANY\n",
        ),
        (TF + "mock = tf.test.mock\n", "import unittest.mock\n" + TF + "mock = unittest.mock\n"),
    ],
)
def test_mocks(before: str, after: str) -> None:
    check_upgraded(before, after)


@pytest.mark.parametrize(
    "source",
    [
        TF + "m = tf.compat.v1.test.mock.Mock()\n",
        "from unittest import mock\nm = mock.Mock()\n",
        "import project as tf\nm = tf.test.mock.Mock()\n",
        TF + "tf.test.main()\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
