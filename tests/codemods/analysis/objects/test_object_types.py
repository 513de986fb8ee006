"""What is known of an object that may be of several classes."""

from __future__ import annotations

from itertools import permutations

from codemods.analysis.objects.object_types import Receiver, _join


def test_the_common_class_is_the_same_in_any_order() -> None:
    """Sets of classes have another order in each process, and two names of a class are bases of each other."""
    names = ("tensorflow.keras.models.Model", "tensorflow.keras.Model", "tensorflow.keras.Sequential")
    found = {_join(each, each) for each in permutations(map(Receiver, names))}
    assert found == {Receiver("tensorflow.keras.Model")}
