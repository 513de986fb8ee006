"""Parts of the data sets of `tensorflow_datasets`."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "import tensorflow_datasets as tfds\nT, V = tfds.Split.TRAIN, tfds.Split.TEST\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("tfds.Split.TRAIN.subsplit(tfds.percent[:80])", '"train[:80%]"'),
        ("tfds.Split.TEST.subsplit(tfds.percent[-20:])", '"test[-20%:]"'),
        ("tfds.Split.VALIDATION.subsplit(percent=tfds.percent[10:50])", '"validation[10%:50%]"'),
        ("tfds.Split.TRAIN.subsplit([6, 4])", '("train[:60%]", "train[60%:100%]")'),
        ("tfds.Split.TRAIN.subsplit(weighted=(8, 1, 1))", '("train[:80%]", "train[80%:90%]", "train[90%:100%]")'),
        ("tfds.Split.TRAIN.subsplit([2, 2, 1, 1])[3]", None),
        ("tfds.Split.TRAIN.subsplit(k=3)", '("train[:33%]", "train[33%:66%]", "train[66%:100%]")'),
        ("tfds.Split.TRAIN + tfds.Split.TEST", '"train+test"'),
        ("tfds.Split.TRAIN + tfds.Split.TEST.subsplit(tfds.percent[:50])", '"train+test[:50%]"'),
        ("[tfds.Split.TRAIN + tfds.Split.TEST + tfds.Split.VALIDATION]", '["train+test+validation"]'),
    ],
)
def test_upgraded(before: str, after: str | None) -> None:
    parts = '("train[:33%]", "train[33%:66%]", "train[66%:82%]", "train[82%:100%]")[3]'
    check_upgraded(
        f"{HEAD}d = tfds.load('mnist', split={before})\n", f"{HEAD}d = tfds.load('mnist', split={after or parts})\n"
    )


@pytest.mark.parametrize(
    "code",
    [
        "tfds.Split.TRAIN.subsplit(sizes)",
        "tfds.Split.TRAIN.subsplit(tfds.percent[:n])",
        "T.subsplit([6, 4])",
        "T + tfds.Split.TRAIN.subsplit(tfds.percent[:50])",
        "tfds.Split.ALL.subsplit(tfds.percent[:80])",
    ],
)
def test_reported(code: str) -> None:
    check_declined(f"{HEAD}d = tfds.load('mnist', split={code})\n", "TFM511", 3)


@pytest.mark.parametrize(
    "code",
    [
        "tfds.load('mnist', split='train[:80%]')",
        "tfds.load('mnist', split=tfds.Split.TRAIN)",
        "tfds.load('mnist', split=[tfds.Split.TRAIN, tfds.Split.TEST])",
        "'train' + '+test'",
        "tfds.Split.TRAIN + '[:80%]'",
        "T == tfds.Split.TRAIN",
        "a.b + c.d",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(f"{HEAD}d = {code}\n")


def test_other_files() -> None:
    check_untouched("import groups\nd = groups.Split.TRAIN.subsplit([6, 4])\n")


def test_encoders_of_texts() -> None:
    """Release 3 had them in both places, release 4 has them in the second one alone."""
    before = "import tensorflow_datasets as tfds\ne = tfds.features.text.SubwordTextEncoder.load_from_file(p)\n"
    check_upgraded(before, before.replace("features", "deprecated"))


def test_encoders_in_place() -> None:
    check_untouched(
        "import tensorflow_datasets as tfds\ne = tfds.features.Text()\nf = tfds.deprecated.text.Tokenizer()\n"
    )
