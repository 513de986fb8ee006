import inspect
import json

import pytest

from compat import keras
from tests.compat.paths import ORACLES

RECORDED = json.loads((ORACLES / "signatures.json").read_text())


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_legacy_signature(name):
    found = keras
    for part in name.split(".")[1:]:
        found = getattr(found, part)
    listed = inspect.signature(found.__init__ if inspect.isclass(found) else found).parameters.values()
    ours = [
        [p.name, None if p.default is p.empty else p.default]
        for p in listed
        if p.name != "self" and p.kind is p.POSITIONAL_OR_KEYWORD
    ]
    assert ours == RECORDED[name]
