"""Models of a dictionary of inputs, whose data may have other keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = "import tensorflow as tf\nfrom tensorflow.keras import Input, Model\n"
TABLE = "data = tf.data.experimental.make_csv_dataset('a.csv', 32)\n"
MADE = "model = Model(inputs=inputs, outputs=outputs)\nmodel.fit(data)\n"
LISTED = "inputs=[inputs[key] for key in sorted(inputs)]"
NAMED = "inputs = {'a': Input((1,), name='a'), 'b': Input((1,), name='b')}\n"


def run(code: str, origin: str = "tensorflow==2.3", script: Path | None = None) -> Upgraded:
    settings = Settings(select=("TFM395",), origin=parse_origin(origin))
    result = upgrade(code.encode(), settings, *([project_of(script)] if script is not None else []))
    assert isinstance(result, Upgraded)
    return result


@pytest.mark.parametrize(
    "inputs",
    [
        NAMED,
        "inputs = {each: Input((1,), name=each) for each in names}\n",
        "inputs = {}\nfor each in names:\n    inputs[each] = Input((1,), name=each)\n",
        "inputs = dict()\na = Input((1,), name='a')\ninputs['a'] = a\n",
        "inputs = {}\nfor each in names:\n    one = tf.keras.Input(shape=(1,), name=each)\n    inputs[each] = one\n",
    ],
)
def test_listed(inputs: str) -> None:
    result = run(HEAD + TABLE + inputs + MADE)
    assert LISTED in result.after.decode()
    assert not result.findings


@pytest.mark.parametrize(
    "table",
    [
        "data = dict(frame)\n",
        "data = frame.to_dict('list')\n",
        "data = tf.io.parse_single_example(row, spec)\n",
        "data = tf.io.parse_example(row, spec)\n",
    ],
)
def test_sources_of_dictionaries(table: str) -> None:
    assert LISTED in run(HEAD + table + NAMED + MADE).after.decode()


def test_a_model_that_nothing_is_fed_to() -> None:
    result = run(HEAD + TABLE + NAMED + MADE.replace(".fit(data)", ".summary()"))
    assert (result.after, result.findings, [each.code for each in result.notes]) == (result.before, (), ["TFM395"])


def test_a_model_that_an_importer_feeds(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "train.py").write_text("import net\nnet.model.fit(data)\n")
    code = HEAD + TABLE + NAMED + MADE.replace(".fit(data)", ".summary()")
    (tmp_path / "net.py").write_text(code)
    assert LISTED in run(code, script=tmp_path / "net.py").after.decode()


def test_a_source_in_another_module(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "data.py").write_text(HEAD + TABLE)
    code = HEAD + "import data\n" + NAMED + MADE
    assert LISTED in run(code, script=tmp_path / "train.py").after.decode()
    assert LISTED not in run(code.replace("import data", "import rows"), script=tmp_path / "train.py").after.decode()


@pytest.mark.parametrize(
    "inputs",
    [
        NAMED.replace("name='a'", "name='b'"),
        NAMED.replace(", name='a'", ""),
        "inputs = {each: Input((1,)) for each in names}\n",
        "inputs = {'a': made('a')}\n",
        "inputs = {}\ninputs.update(others)\n",
        NAMED + "inputs.update(others)\n",
        NAMED + "inputs.pop('a')\n",
    ],
)
def test_names_that_are_not_the_keys_are_reported(inputs: str) -> None:
    result = run(HEAD + TABLE + inputs + MADE)
    assert result.before == result.after
    assert [each.code for each in result.findings] == ["TFM395"]


@pytest.mark.parametrize("inputs", [NAMED, NAMED.replace("name='a'", "name='b'")])
def test_without_such_data_it_is_a_note(inputs: str) -> None:
    result = run(HEAD + inputs + MADE)
    assert result.before == result.after
    assert (len(result.findings), [each.code for each in result.notes]) == (0, ["TFM395"])


@pytest.mark.parametrize(
    "code",
    [
        HEAD + TABLE + "inputs = [Input((1,), name='a')]\n" + MADE,
        HEAD + TABLE + "inputs = Input((1,), name='a')\n" + MADE,
        HEAD + TABLE + "def made(inputs, outputs):\n    return Model(inputs, outputs)\n",
        HEAD + TABLE + NAMED + "model = Model(inputs=list(inputs.values()), outputs=outputs)\n",
        TABLE + NAMED + "from mine import Input, Model\n" + MADE,
        HEAD + "data = dict(a=1)\ninputs = []\n" + MADE,
    ],
)
def test_left_alone(code: str) -> None:
    result = run(code)
    assert (result.after, result.findings, result.notes) == (result.before, (), ())


def test_code_for_keras_3_left_alone() -> None:
    assert not run(HEAD + TABLE + NAMED + MADE, origin="tensorflow==2.18").changes
