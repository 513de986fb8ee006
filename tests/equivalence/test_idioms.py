"""What scripts of 2018 did gives the same losses today, or a finding names what does not."""

import os
import subprocess
import sys

import pytest
import tensorflow as tf

from tests.equivalence.cases import ROOT
from tests.equivalence.idioms import IDIOMS, difference, oracles, variants

CASES = [(idiom.name, variant) for idiom in IDIOMS for variant in variants(idiom, tf.__version__)]


@pytest.fixture(scope="module")
def verdicts():
    """What a process of its own says of each script: this one has computed with TensorFlow and cannot fork."""
    command = [sys.executable, "-m", "tests.equivalence.idioms"]
    environment = dict(os.environ, PYTHONPATH=str(ROOT))
    done = subprocess.run(command, cwd=str(ROOT), env=environment, capture_output=True, text=True, check=False)
    lines = [line.split(maxsplit=2) for line in done.stdout.splitlines()]
    assert len(lines) == len(CASES), done.stderr
    return {(name, variant): said for name, variant, said in lines}


@pytest.mark.parametrize(("name", "variant"), CASES)
def test_losses(verdicts, name, variant):
    said = verdicts[name, variant]
    assert not said.startswith("wrong"), said


def test_every_idiom_has_an_oracle():
    assert set(oracles()) == {idiom.name for idiom in IDIOMS}


@pytest.mark.parametrize(("losses", "apart"), [([1.0, 2.0], 0.0), ([1.0, 2.2], 0.1), ([1.0], float("inf"))])
def test_difference(losses, apart):
    assert difference([1.0, 2.0], losses) == pytest.approx(apart)
