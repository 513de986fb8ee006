"""`tf.contrib.training.HParams` as in TensorFlow 1.15.5, where every expectation was run."""

import json

import pytest

from tests.compat.releases import TENSORFLOW


@pytest.fixture
def hparams(tf):
    return tf.contrib.training.HParams(rate=0.1, units=3, name="a", flag=True, sizes=[1, 2], empty=None)


def test_attributes(hparams):
    assert (hparams.rate, hparams.units, hparams.sizes) == (0.1, 3, [1, 2])
    assert hparams.values() == {"rate": 0.1, "units": 3, "name": "a", "flag": True, "sizes": [1, 2], "empty": None}
    assert "rate" in hparams
    assert "other" not in hparams
    assert str(hparams) == "rate=0.1,units=3,name=a,flag=True,sizes=[1, 2],empty=None"
    assert repr(hparams).startswith("HParams([('empty', None), ('flag', True)")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rate=2,units=4", {"rate": 2.0, "units": 4}),
        ("rate = 1e-3, name=relu", {"rate": 1e-3, "name": "relu"}),
        ("flag=false", {"flag": False}),
        ("flag=1", {"flag": True}),
        ("sizes=[3,4,5]", {"sizes": [3, 4, 5]}),
        ("sizes=[3 4]", {"sizes": [3, 4]}),
        ("name=", {"name": ""}),
        ("", {}),
    ],
)
def test_parse(hparams, text, expected):
    before = hparams.values()
    assert hparams.parse(text) is hparams
    assert hparams.values() == {**before, **expected}
    assert type(hparams.rate) is float


@pytest.mark.parametrize(
    "text",
    ["units=a", "units=1.5", "other=1", "rate", "units=1,units=2", "sizes=3", "units=[1]", "sizes[0]=1", "flag=maybe"],
)
def test_parse_refuses(hparams, text):
    with pytest.raises(ValueError, match=r"hparam|parameter|variable|Must"):
        hparams.parse(text)


def test_set(hparams):
    hparams.set_hparam("rate", 2)
    assert type(hparams.rate) is float
    hparams.set_hparam("empty", "anything")
    for name, value in [("units", 1.5), ("name", 3), ("flag", 1), ("sizes", 3), ("units", [1]), ("rate", True)]:
        with pytest.raises(ValueError, match=r"hparam|parameter"):
            hparams.set_hparam(name, value)
    with pytest.raises(KeyError):
        hparams.set_hparam("other", 1)


def test_add_and_delete(hparams):
    hparams.add_hparam("more", (1.5, 2))
    assert hparams.more == (1.5, 2)
    with pytest.raises(ValueError, match="reserved"):
        hparams.add_hparam("rate", 1)
    with pytest.raises(ValueError, match="reserved"):
        hparams.add_hparam("values", 1)
    with pytest.raises(ValueError, match="empty"):
        hparams.add_hparam("nothing", [])
    hparams.del_hparam("more")
    hparams.del_hparam("more")
    assert not hasattr(hparams, "more")


def test_json(hparams):
    assert json.loads(hparams.to_json()) == hparams.values()
    assert hparams.to_json(sort_keys=True, separators=(",", ":")).startswith('{"empty":null,"flag":true')
    hparams.parse_json('{"rate": 1, "sizes": [9]}')
    assert (hparams.rate, hparams.sizes) == (1.0, [9])


def test_get(hparams):
    assert hparams.get("units", 1) == 3
    assert hparams.get("other", 1) == 1
    assert hparams.get("other") is None
    for name, default in [("units", "a"), ("units", [1]), ("sizes", 1), ("sizes", ["a"])]:
        with pytest.raises(ValueError, match=r"default|cast"):
            hparams.get(name, default)


def test_from_dictionaries(hparams):
    assert hparams.override_from_dict({"units": 7}).units == 7
    assert hparams.set_from_map({"units": 8}).units == 8
    hparams.set_model_structure("structure")
    assert hparams.get_model_structure() == "structure"


def test_parse_values(tf):
    parse = tf.contrib.training.parse_values
    assert parse("a=1,b[2]=3,b[0]=1", {"a": float, "b": int}) == {"a": 1.0, "b": {2: 3, 0: 1}}
    assert parse("a=1,c=2", {"a": int}, ignore_unknown=True) == {"a": 1}
    with pytest.raises(ValueError, match="list index"):
        parse("b[0]=[1]", {"b": int})
    with pytest.raises(ValueError, match="Unknown"):
        parse("c=2", {"a": int})


@pytest.mark.skipif(TENSORFLOW < (2, 0), reason="TensorFlow 1.15 has them")
def test_no_protocol_buffers(tf, hparams):
    with pytest.raises(NotImplementedError):
        hparams.to_proto()
    with pytest.raises(NotImplementedError):
        tf.contrib.training.HParams(hparam_def=object())
