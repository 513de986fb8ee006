"""What scripts of 2018 did gives the same losses today, or a finding names what does not."""

import pytest
import tensorflow as tf

from tests.equivalence.idioms import IDIOMS, difference, oracles, variants, verdict

CASES = [(idiom, variant) for idiom in IDIOMS for variant in variants(idiom, tf.__version__)]


@pytest.mark.parametrize(("idiom", "variant"), CASES, ids=lambda each: getattr(each, "name", each))
def test_losses(idiom, variant):
    said = verdict(idiom, variant)
    assert not said.startswith("wrong"), said


def test_every_idiom_has_an_oracle():
    assert set(oracles()) == {idiom.name for idiom in IDIOMS}


@pytest.mark.parametrize(("losses", "apart"), [([1.0, 2.0], 0.0), ([1.0, 2.2], 0.1), ([1.0], float("inf"))])
def test_difference(losses, apart):
    assert difference([1.0, 2.0], losses) == pytest.approx(apart)
