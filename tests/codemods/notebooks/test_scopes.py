"""A scope over several cells becomes one in each; nothing else is taken apart."""

from __future__ import annotations

import pytest

from codemods.notebooks.scopes import divided

WHOLE = """
"cell 1"
strategy = make()
# the model
with strategy.scope():  # here
    a = 1
    # ends

    "cell 2"
    "cell 2.0"
    get_ipython().system('pip install x', 'cell 2.1')
    # begins
    b = 2
    "cell 2.2"
    "cell 3"
    "cell 4"
    c = 3
    # last
"cell 5"
"""
DIVIDED = """
"cell 1"
strategy = make()
# the model
with strategy.scope():  # here
    a = 1
# ends

"cell 2"
"cell 2.0"
get_ipython().system('pip install x', 'cell 2.1')
with strategy.scope():  # here
    # begins
    b = 2
    "cell 2.2"
"cell 3"
"cell 4"
with strategy.scope():  # here
    c = 3
    # last
"cell 5"
"""


def test_a_scope_is_opened_again() -> None:
    assert divided(WHOLE, "cell") == DIVIDED


@pytest.mark.parametrize(
    "source",
    [
        DIVIDED,
        WHOLE.replace("strategy.scope()", "open(x)"),
        WHOLE.replace("strategy.scope()", "strategy.scope() as s"),
        WHOLE.replace("strategy.scope()", "make().scope()"),
        WHOLE.replace("strategy.scope()", "strategy.scope(1)"),
        WHOLE.replace("strategy.scope()", "strategy.scope(), x"),
        WHOLE.replace("with strategy.scope()", "if strategy.scope()"),
        'if x:\n    with strategy.scope():\n        a = 1\n        "cell 2"\n        b = 2\n',
        "with strategy.scope(): a = 1\n",
    ],
)
def test_left_as_it_is(source: str) -> None:
    assert divided(source, "cell") == source
