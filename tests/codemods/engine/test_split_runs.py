"""No result depends on the history of edits: what one run leaves to the next is the same, or the next one says so."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codemods.engine import requests
from codemods.engine.engine import check, upgrade
from codemods.releases.origin import Origin, parse_origin
from codemods.rules import all_rules, rules
from codemods.types import Finding, Rule, Settings, Severity, Stage, Upgraded
from tests.codemods.test_properties import parses, scripts
from tests.quick import only

FOLDER = Path(__file__).parents[1] / "fixtures"
FIXTURES = {f"{path.parent.name}/{path.name}": path.read_bytes() for path in sorted(FOLDER.rglob("*.py"))}
SOURCES = {
    "defaults": b"from keras.layers.core import Dense\nfrom keras.layers import GRU\nfrom keras.optimizers import Adagrad\n"
    b"x = GRU(3)\no = Adagrad()\n",
    "keywords": b"import keras\nm = keras.Model(input=a, output=b)\nm.compile(keras.optimizers.Nadam(lr=0.1), 'mse')\n"
    b"x = keras.layers.GRUCell(3)\n",
    "methods": b"from keras.optimizers import Adadelta\no = Adadelta()\nm.fit_generator(g, steps_per_epoch=3, epochs=2)\n",
    "decay": b"from keras.optimizers import SGD, Adamax\no = SGD(0.1, decay=1e-4)\np = Adamax()\n",
    "dropout": b"import tensorflow as tf\nx = tf.log(y)\nz = tf.nn.dropout(x, 0.5)\n",
    "module": b"import tensorflow as tf\ndef f(x, keep_prob):\n    return tf.nn.dropout(x, keep_prob), tf.argmax(x, 0, 'a')\n",
    "weights": b"import sys\nfrom keras.layers.core import Dense\nm.save_weights(sys.argv[1])\nm.save_weights('best')\n",
    "values": b"from keras.models import Sequential\nfrom keras.layers.core import Dense\nm = Sequential()\n"
    b"m.compile('adagrad', 'mse')\n",
}
TWICE_REPORTED = {
    "method": b"from keras.models import Sequential\nm = Sequential()\nm.predict_proba(x)\nm.fit(x, workers=3)\n",
    "keyword": b"from keras.layers import Dense, LSTM\nDense(3, weights=w)\nLSTM(3, time_major=True)\n",
    "star": b"from keras.layers import *\nx = [CuDNNLSTM(3)]\n",
    "strategy": b"import tensorflow as tf\ns = tf.distribute.MirroredStrategy()\ns.experimental_run_v2(f)\n",
}
"""Places of which more than one rule has something to say."""
ALL = {**FIXTURES, **SOURCES}
QUICK_AND_FULL = only([*SOURCES, *[*FIXTURES][::12]], ALL)
ORIGIN = parse_origin("keras==2.3,tensorflow==1.15")
CODES = sorted(rule.code for rule in all_rules() if rule.stage is not Stage.SHIMS)

DECIDES = {
    "TFM170": "`tf` comes from the shims as a whole: names that were respelled before it stay below tf.compat.v1",
    "TFM172": "the same",
    "TFM123": "`model.layers[0].input` in a call of `K.function` was respelled before it, and stays one",
    "TFM278": "what of TensorFlow 0 was respelled before it no longer tells that the rest is, too",
    "TFM311": "`tfe.enable_eager_execution` was respelled as `tf.compat.v1` before it, and stays so",
    "TFM154": "`tf.disable_v2_behavior()` stands behind the imports that were there before it",
}
"""Rules without which nothing else may run first: others respell what they would have left as it is."""

LATER = {
    ("estimators/model_to_estimator.in.py", "TFM173"),
    ("estimators/steps_and_seed.in.py", "TFM173"),
    ("contrib_layers/training.in.py", "TFM160"),
    ("contrib_eager/line.in.py", "TFM103"),
    ("hard_sigmoids/distant_layers.in.py", "TFM103"),
    ("hard_sigmoids/lstm.in.py", "TFM103"),
    ("tensorflow_0/graph.in.py", "TFM160"),
    ("loss_names/texts.in.py", "TFM101"),
    ("multi_gpu_model/layers_before_the_branch.in.py", "TFM201"),
    ("objects_on_modules/known_by_name.in.py", "TFM101"),
    ("random_seeds/numpy.in.py", "TFM101"),
    ("tensorflow_1_names/own_loss.in.py", "TFM105"),
    ("untracked_layers/eager.in.py", "TFM312"),
}
"""Rules whose edits depend on those that others have made: the two of TFM173 put names of TensorFlow 2 in the place of all
that was TensorFlow 1, and TFM160 writes `tf.disable_v2_behavior()` below the imports that it finds. TFM103 leaves nothing
that shows TensorFlow 1, and with it the defaults that layers had there, and spells `tfe.enable_eager_execution` as
`tf.compat.v1`. After TFM160 no name is left that only TensorFlow 0 had under `tf`. After TFM101 nothing shows
standalone Keras, and with it the sign of `cosine_proximity`, which is reported then, what a seed of NumPy did, and
that `keras.losses.own = own` made a name known; nor does anything show TensorFlow 1, and what its seed did, after TFM105.
Without TFM201 two models share an optimizer, and TFM207 gives the second one a copy.
Without TFM312 the layers of `tf.layers` come from the shims."""


PRINTS = ("TFM450",)
"""A rule that says nothing where nothing shows the release any more: what hangs on it is a progress bar."""


def run(source: bytes, origin: Origin | None = None, **chosen: tuple[str, ...]) -> Upgraded:
    result = upgrade(source, Settings(origin=origin, **chosen))
    assert isinstance(result, Upgraded), result
    return result


def as_meant(source: bytes) -> str:
    """The code without its layout, and with the keywords of calls in one order: each rule adds its own at the end."""
    tree = ast.parse(source)
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            call.keywords.sort(key=lambda keyword: keyword.arg or "")
    return ast.dump(tree)


def names_from(result: Upgraded) -> bool:
    return any("--from" in each.advice for each in (*result.notes, *result.findings))


def codes_of(result: Upgraded) -> list[str]:
    return sorted({change.code for change in result.changes})


@pytest.mark.parametrize("name", QUICK_AND_FULL)
def test_one_rule_first_or_last(name: str) -> None:
    """With `--from` two runs give the code of one."""
    whole = run(ALL[name], ORIGIN)
    expected = as_meant(whole.after)
    for code in [code for code in codes_of(whole) if (name, code) not in LATER]:
        assert as_meant(run(run(ALL[name], ORIGIN, select=(code,)).after, ORIGIN).after) == expected, code
        if code not in DECIDES:
            assert as_meant(run(run(ALL[name], ORIGIN, ignore=(code,)).after, ORIGIN).after) == expected, code


@pytest.mark.parametrize("name", QUICK_AND_FULL)
def test_one_rule_first_where_nobody_says_what_it_was_written_for(name: str) -> None:
    whole = run(ALL[name], ignore=PRINTS)
    for code in codes_of(whole):
        done = run(run(ALL[name], select=(code,)).after, ignore=PRINTS)
        if (name, code) not in LATER and not names_from(done):
            assert as_meant(done.after) == as_meant(whole.after), code


@settings(max_examples=40)
@given(scripts().filter(parses), st.sets(st.sampled_from(CODES)))
def test_any_rules_first(script: str, chosen: set[str]) -> None:
    source = script.encode()
    if chosen:
        whole = run(source, ORIGIN)
        assert run(run(source, ORIGIN, select=tuple(chosen)).after, ORIGIN).after == whole.after
        done = run(run(source, select=tuple(chosen)).after)
        assert names_from(done) or done.after == run(source).after


@pytest.mark.full
@pytest.mark.parametrize("seed", [0, 1])
def test_order_inside_a_stage_makes_no_difference(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    examples = {rule.name: rule.example.encode() for rule in all_rules() if rule.stage is not Stage.PYTHON_2}
    sources = {**ALL, **examples, **TWICE_REPORTED}
    expected = {name: run(source, ORIGIN) for name, source in sources.items()}

    def shuffled(stage: Stage) -> tuple[Rule, ...]:
        return tuple(random.Random(seed).sample(rules(stage), len(rules(stage))))

    monkeypatch.setattr(requests, "rules", shuffled)
    monkeypatch.setattr(requests, "_taken", requests._taken.__wrapped__)
    for name, source in sources.items():
        found = run(source, ORIGIN)
        assert as_meant(found.after) == as_meant(expected[name].after), name
        assert found.findings == expected[name].findings, name
        assert codes_of(found) == codes_of(expected[name]), name


def _check_findings(source: bytes) -> None:
    done = run(source)
    fresh = check(done.after)
    assert isinstance(fresh, Upgraded)
    assert _of_the_text(fresh.findings) == _of_the_text(done.findings)


def _of_the_text(findings: tuple[Finding, ...]) -> list[Finding]:
    """Without those about numbers, or that ask for a release: the result no longer shows for which Keras it was written."""
    return [each for each in findings if each.severity != Severity.NUMBERS.value and "--from" not in each.advice]


@pytest.mark.parametrize("name", QUICK_AND_FULL)
def test_findings_are_those_of_the_result(name: str) -> None:
    _check_findings(ALL[name])


@settings(max_examples=40)
@given(scripts().filter(parses))
def test_findings_of_any_script_are_those_of_the_result(script: str) -> None:
    _check_findings(script.encode())
