"""Orderings of dimensions become data formats."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_upgraded

START = "from keras import backend as K\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("K.set_image_dim_ordering('th')", "K.set_image_data_format('channels_first')"),
        ('K.set_image_dim_ordering("tf")', 'K.set_image_data_format("channels_last")'),
        ("if K.image_dim_ordering() == 'th': pass", "if K.image_data_format() == 'channels_first': pass"),
        ("x = 1 if 'tf' != K.image_dim_ordering() else 3", "x = 1 if 'channels_last' != K.image_data_format() else 3"),
        (
            "assert K.image_dim_ordering() in {'tf', 'th'}",
            "assert K.image_data_format() in {'channels_last', 'channels_first'}",
        ),
    ],
)
def test_upgraded(before: str, after: str) -> None:
    check_upgraded(f"{START}{before}\n", f"{START}{after}\n")


@pytest.mark.parametrize(
    "code",
    [
        "K.set_image_dim_ordering(order)",
        "K.set_image_dim_ordering('tensorflow')",
        "K.set_image_dim_ordering(dim_ordering='tf')",
        "x = K.image_dim_ordering()",
        "x = K.image_dim_ordering() == order",
        "x = K.image_dim_ordering() == 'TF'",
        "x = K.image_dim_ordering",
    ],
)
def test_left_to_a_person(code: str) -> None:
    source = f"{START}{code}\n".encode()
    result = upgrade(source, Settings())
    assert isinstance(result, Upgraded)
    assert result.after is source
    assert [finding.code for finding in result.findings] == ["TFM190"]
