import inspect
import json
import os

import pytest

from compat import keras

PATH = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "oracles", "signatures.json")
with open(PATH) as _file:
    RECORDED = json.load(_file)


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
