"""Critical sections come from TensorFlow where `execute` means the same."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

TF = "import tensorflow as tf\n"
LEGACY, MODERN = "s = tf.contrib.framework.CriticalSection(", "s = tf.CriticalSection("


@pytest.mark.parametrize(
    "use",
    [
        "",
        "y = s.execute(f)\n",
        "y = s.execute(lambda: f(x), name='n')\n",
        "y = s.execute(fn=f, exclusive_resource_access=False)\n",
    ],
)
def test_sections(use: str) -> None:
    check_upgraded(f"{TF}{LEGACY}shared_name='a')\n{use}", f"{TF}{MODERN}shared_name='a')\n{use}")


@pytest.mark.parametrize(
    "head",
    [
        "from tensorflow.contrib.framework import CriticalSection\ns = CriticalSection()\n",
        "from tensorflow.contrib import framework\ns = framework.CriticalSection()\n",
    ],
)
def test_imports(head: str) -> None:
    check_upgraded(head, f"{TF}{MODERN})\n")


@pytest.mark.parametrize(
    "use", ["s.execute(f, x)", "s.execute(f, x=1)", "s.execute(*a)", "s.execute(f, **k)", "cursor.execute(a, b)"]
)
def test_arguments_of_the_function_are_left_to_a_person(use: str) -> None:
    check_declined(f"{TF}{LEGACY})\ny = {use}\n", "TFM190", 2)


def test_a_class_that_is_handed_on_is_reported() -> None:
    check_declined(f"{TF}f(tf.contrib.framework.CriticalSection)\n", "TFM190", 2)


@pytest.mark.parametrize(
    "source",
    [
        TF + "s = tf.CriticalSection()\ny = s.execute(f)\n",
        "from project.framework import CriticalSection\ns = CriticalSection()\ns.execute(f, x)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
