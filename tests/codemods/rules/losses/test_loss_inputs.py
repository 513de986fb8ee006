"""`add_loss` in the `call` of a layer loses its inputs; the fixture `loss_inputs` compares the numbers."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_untouched, check_upgraded


def layer(statement: str, base: str = "Layer", method: str = "call") -> str:
    return f"from keras.layers import Layer\nclass Own({base}):\n    def {method}(self, x):\n        {statement}\n        return x\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("self.add_loss(loss, inputs=x)", "self.add_loss(loss)"),
        ("self.add_loss(loss, x)", "self.add_loss(loss)"),
        ("self.add_loss(losses=loss, inputs=None)", "self.add_loss(loss)"),
        ("self.add_loss([a, b], inputs=[x])", "self.add_loss([a, b])"),
        ("if x is None: self.add_loss(loss, inputs=x)", "if x is None: self.add_loss(loss)"),
    ],
)
def test_inputs_are_left_out(legacy: str, modern: str) -> None:
    check_upgraded(layer(legacy), layer(modern))


@pytest.mark.parametrize(
    "source",
    [
        layer("self.add_loss(loss)"),
        layer("self.add_loss(loss, **options)"),
        layer("other.add_loss(loss, inputs=x)"),
        layer("self.add_loss(loss, inputs=x)", base="Stranger").replace("import Layer", "import Dense as Stranger_"),
        layer("self.add_loss(loss, inputs=x)", base="object"),
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_outside_of_call_reported() -> None:
    result = upgrade(layer("self.add_loss(loss, inputs=x)", method="extra").encode(), Settings())
    assert isinstance(result, Upgraded)
    assert not result.changed
    assert [each.code for each in result.findings] == ["TFM196"]
