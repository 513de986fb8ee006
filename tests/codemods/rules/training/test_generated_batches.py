"""Iterators become generators, and lists of batches tuples."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "import itertools\nimport numpy as np\nfrom keras.models import Sequential\nm = Sequential()\n"
LOCKED = """\
class Locked:
    def __init__(self, batches): self.batches = batches
    def __iter__(self): return self
    def __next__(self): return next(self.batches)
"""


def generator(batch: str, decorator: str = "") -> str:
    return f"{decorator}def batches(n=3):\n    while True:\n        yield {batch}\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("m.fit(zip(a, b))", "m.fit((batch for batch in zip(a, b)))"),
        ("m.fit(x=zip(a, b), epochs=2)", "m.fit(x=(batch for batch in zip(a, b)), epochs=2)"),
        ("m.fit(itertools.cycle(a))", "m.fit((batch for batch in itertools.cycle(a)))"),
        ("m.evaluate(iter(a), steps=3)", "m.evaluate((batch for batch in iter(a)), steps=3)"),
        ("m.predict(map(f, a), steps=3)", "m.predict((batch for batch in map(f, a)), steps=3)"),
        ("data = zip(a, b)\nm.fit(data)", "data = zip(a, b)\nm.fit((batch for batch in data))"),
        (
            "m.fit(x, y, validation_data=zip(a, b), validation_steps=2)",
            "m.fit(x, y, validation_data=(batch for batch in zip(a, b)), validation_steps=2)",
        ),
        (LOCKED + "m.fit(Locked(g))", LOCKED + "m.fit((batch for batch in Locked(g)))"),
        (
            "class T:\n    def run(self):\n        self.data = zip(a, b)\n        self.m.fit(self.data, epochs=2)",
            "class T:\n    def run(self):\n        self.data = zip(a, b)\n        self.m.fit((batch for batch in self.data), epochs=2)",
        ),
        (
            generator("x, y", "@locked\n") + "m.fit(batches())",
            generator("x, y", "@locked\n") + "m.fit((batch for batch in batches()))",
        ),
    ],
)
def test_iterators(legacy: str, modern: str) -> None:
    check_upgraded(f"{HEAD}{legacy}\n", f"{HEAD}{modern}\n")


@pytest.mark.parametrize(
    ("batch", "modern", "call"),
    [
        ("[x, y]", "(x, y)", "m.fit(batches())"),
        ("[x, z], y", "(x, z), y", "m.fit(batches(3))"),
        ("[[x, z], y]", "((x, z), y)", "m.fit(batches())"),
        ("[x], [y]", "x, y", "m.fit(batches())"),
        ("x, [y, z], [v, w]", "x, (y, z), (v, w)", "m.fit(batches())"),
        ("([x, z], y)", "((x, z), y)", "g = batches()\nm.fit(g)"),
        ("[a for a in b], y", "tuple([a for a in b]), y", "m.evaluate(batches())"),
        ("[x, z], y", "(x, z), y", "m.fit(x, y, validation_data=batches())"),
        ("[x, z]", "((x, z),)", "m.predict(batches())"),
        ("[f(a) for a in b]", "(tuple([f(a) for a in b]),)", "m.predict(batches())"),
        ("[x]", "(x,)", "m.predict(batches())"),
        ("np.ones(3)", "(np.ones(3),)", "m.predict(batches())"),
        ("np.ones(3).astype('f4') / 255", "(np.ones(3).astype('f4') / 255,)", "m.predict(batches())"),
        ("np.ones(3)[i:]", "(np.ones(3)[i:],)", "m.predict(batches())"),
        ("[x, z], y", "(x, z), y", "m.predict(batches())"),
        ("[x, *z], y", "(x, *z), y", "m.fit(batches())"),
        ("[*z], y", "(*z,), y", "m.fit(batches())"),
    ],
)
def test_generators(batch: str, modern: str, call: str) -> None:
    check_upgraded(f"{HEAD}{generator(batch)}{call}\n", f"{HEAD}{generator(modern)}{call}\n")


def test_layout_stays() -> None:
    check_upgraded(
        """
        from keras.models import Sequential
        m = Sequential()
        def batches():
            while True:
                inputs = [a, b]  # two
                yield [
                    x,  # left
                    z,
                ], inputs
        m.fit(batches())
        """,
        """
        from keras.models import Sequential
        m = Sequential()
        def batches():
            while True:
                inputs = [a, b]  # two
                yield (
                    x,  # left
                    z,
                ), tuple(inputs)
        m.fit(batches())
        """,
    )


def test_sequences() -> None:
    head = "from keras.models import Sequential\nfrom keras.utils import Sequence\nm = Sequential()\n"
    data = "class Data(Sequence):\n    def __len__(self): return 3\n    def __getitem__(self, i):\n        return {}, y[i]\n"
    check_upgraded(
        f"{head}{data.format('[a[i], b[i]]')}m.fit(Data())\n", f"{head}{data.format('(a[i], b[i])')}m.fit(Data())\n"
    )


@pytest.mark.parametrize("batch", ["[a[i], b[i]], y[i]", "a[i], [y[i], z[i]], w[i]"])
def test_sequences_that_another_file_trains_on(batch: str) -> None:
    head = "from keras.utils import Sequence\n"
    data = "class Data(Sequence):\n    def __len__(self): return 3\n    def __getitem__(self, i):\n        return {}\n"
    check_upgraded(
        head + data.format(batch),
        head + data.format(batch.replace("[a[i], b[i]]", "(a[i], b[i])").replace("[y[i], z[i]]", "(y[i], z[i])")),
    )
    check_untouched("from torch.utils.data import Dataset as Sequence\n" + data.format(batch))
    check_untouched(head + data.format("[a[i], b[i]]"))


MADE = """\
from keras.utils import Sequence
class Data(Sequence):
    def __getitem__(self, i):
        inputs, targets = self.made(i)
        return {inputs}, {targets}
    def made(self, i):
        inputs = self.inputs(i)
        return inputs, {target}
    def inputs(self, i):
        return [a[i], b[i]]
"""


def test_what_other_methods_make() -> None:
    check_upgraded(
        MADE.format(inputs="inputs", targets="targets", target="y[i]"),
        MADE.format(inputs="tuple(inputs)", targets="targets", target="y[i]"),
    )
    check_upgraded(
        MADE.format(inputs="inputs", targets="targets", target="[y[i], z[i]]"),
        MADE.format(inputs="tuple(inputs)", targets="tuple(targets)", target="[y[i], z[i]]"),
    )
    nothing = "        if i: return None, None\n        return inputs, y\n"
    check_upgraded(
        MADE.format(inputs="inputs", targets="targets", target="y").replace("        return inputs, y\n", nothing),
        MADE.format(inputs="tuple(inputs)", targets="targets", target="y").replace(
            "        return inputs, y\n", nothing
        ),
    )
    for made in ("list(parts(i))", "[each(i) for each in parts]"):
        check_upgraded(
            MADE.format(inputs="inputs", targets="targets", target=made),
            MADE.format(inputs="tuple(inputs)", targets="tuple(targets)", target=made),
        )
    check_upgraded(
        MADE.format(inputs="self.inputs(i)", targets="targets", target="y[i]"),
        MADE.format(inputs="tuple(self.inputs(i))", targets="targets", target="y[i]"),
    )


@pytest.mark.parametrize(
    ("legacy", "other"),
    [
        ("return [a[i], b[i]]", "return a[i]"),
        ("return [a[i], b[i]]", "if i: return a[i]\n        return [a[i], b[i]]"),
        ("return [a[i], b[i]]", "yield [a[i], b[i]]"),
        ("return inputs, y", "return (inputs, y) if i else other"),
        ("    def inputs", "    @property\n    def inputs"),
        ("def inputs", "def others"),
    ],
)
def test_what_other_methods_may_make(legacy: str, other: str) -> None:
    source = MADE.format(inputs="inputs", targets="targets", target="y")
    assert legacy in source
    check_untouched(source.replace(legacy, other))


def test_a_generator_or_none() -> None:
    wrapper = "def some(n):\n    if n == 0: return None\n    return batches(n)\n"
    check_upgraded(
        f"{HEAD}{generator('[x, z], y')}{wrapper}m.fit(some(3))\n",
        f"{HEAD}{generator('(x, z), y')}{wrapper}m.fit(some(3))\n",
    )


def test_methods() -> None:
    data = "class Data:\n    def batches(self):\n        while True:\n            yield {}\n"
    use = "d = Data()\nm.fit(d.batches())\n"
    check_upgraded(HEAD + data.format("[x, z], y") + use, HEAD + data.format("(x, z), y") + use)


@pytest.mark.parametrize(
    ("source", "line", "said"),
    [
        (HEAD + generator("[x, z], y") + "m.fit(batches())\nprint(next(batches()))\n", 7, "used elsewhere"),
        (HEAD + generator("[x, z], y") + "m.fit(batches())\nmake = batches\n", 7, "used elsewhere"),
        (HEAD + generator("x, y") + "m.fit(batches(), class_weight={0: 1})\n", 8, "refuses class_weight="),
    ],
)
def test_reported(source: str, line: int, said: str) -> None:
    assert said in check_declined(source, "TFM133", line).message


_LOOP = "for g in (batches(), batches(2)):\n    m.fit(g)\n"
_ATTRIBUTE = """
class Trainer:
    def __init__(self, data):
        self.data = data
    def run(self):
        m.fit(self.data)
Trainer(batches()).run()
"""


@pytest.mark.parametrize("use", [_LOOP, _ATTRIBUTE])
def test_generators_are_found_where_they_arrive(use: str) -> None:
    check_upgraded(HEAD + generator("[x, z], y") + use, HEAD + generator("(x, z), y") + use)


_GROWN = "def augment(a, b):\n    out = []\n    out.append(a)\n    out.append(b)\n    return out\n"
_LISTED = "def augment(a, b):\n    return [a, b]\n"
_PAIRED = "def augment(a, b):\n    return {}, b\n"


@pytest.mark.parametrize(
    ("made", "batch", "modern"),
    [
        (_GROWN, "augment(x, y)", "tuple(augment(x, y))"),
        (_LISTED, "augment(x, y)", "tuple(augment(x, y))"),
        ("", "list(pair)", "tuple(list(pair))"),
    ],
)
def test_batches_that_functions_make(made: str, batch: str, modern: str) -> None:
    use = "m.fit(batches())\n"
    check_upgraded(HEAD + made + generator(batch) + use, HEAD + made + generator(modern) + use)


def test_the_parts_of_batches_that_functions_make() -> None:
    use = generator("augment(x, y)") + "m.fit(batches())\n"
    check_upgraded(HEAD + _PAIRED.format("[a, a]") + use, HEAD + _PAIRED.format("(a, a)") + use)
    check_untouched(HEAD + _PAIRED.format("a") + use)
    assert (
        "used elsewhere"
        in check_declined(HEAD + _PAIRED.format("[a, a]") + use + "augment(1, 2)\n", "TFM133", 6).message
    )


_ITERATOR = """
class Base(object):
    def __iter__(self):
        return self
    def __next__(self):
        return {}
class Own(Base):
    pass
"""


@pytest.mark.parametrize("made", ["Own()", "Base()", "KINDS[kind]()", "make()"])
def test_iterators_of_own_classes(made: str) -> None:
    head = HEAD + _ITERATOR + 'KINDS = {"a": Own, "b": Base}\ndef make():\n    return Own()\n'
    check_upgraded(
        head.replace("{}", "[x, y]") + f"m.fit({made})\n",
        head.replace("{}", "(x, y)") + f"m.fit((batch for batch in {made}))\n",
    )


@pytest.mark.parametrize(
    ("data", "batch"),
    [
        ("itertools.cycle([[x, y], [x, z]])", "tuple(batch)"),
        ("itertools.cycle([(x, y), (x, z)])", "batch"),
        ("itertools.repeat([x, y])", "tuple(batch)"),
        ("iter([[x, y]])", "tuple(batch)"),
        ("map(lambda b: [b, y], data)", "tuple(batch)"),
        ("map(lambda b: (b, y), [[x], [z]])", "batch"),
    ],
)
def test_lists_in_iterators(data: str, batch: str) -> None:
    check_upgraded(f"{HEAD}m.fit({data})\n", f"{HEAD}m.fit(({batch} for batch in {data}))\n")


def test_lists_in_batches_of_iterators_are_reported() -> None:
    check_declined(f"{HEAD}m.fit(itertools.cycle([[[x, z], y]]))\n", "TFM133", 5)


@pytest.mark.parametrize("batch", ["made", "load(i)", "np.split(x, 2)", "files[i]"])
def test_batches_that_may_be_arrays_are_reported(batch: str) -> None:
    check_declined(HEAD + generator(batch) + "m.predict(batches())\n", "TFM133", 7)


@pytest.mark.parametrize(
    "source",
    [
        HEAD + "m.fit(x, y)\n",
        HEAD + "m.fit([x, z], [y])\n",
        HEAD + "m.fit(data)\n",
        HEAD + "m.fit(make())\n",
        HEAD + "m.fit((batch for batch in zip(a, b)))\n",
        HEAD + "m.fit(x, y, class_weight={0: 1})\n",
        HEAD + "def f(data): m.fit(data)\n",
        HEAD + "data = zip(a, b)\ndata = other\nm.fit(data)\n",
        HEAD + generator("x, y") + "m.fit(batches())\n",
        HEAD + generator("(x, z), y") + "m.fit(batches())\n",
        HEAD + generator("made") + "m.fit(batches())\n",
        HEAD + generator("[x, *z]") + "m.fit(batches())\n",
        HEAD
        + generator("[x, z], y")
        + "def some(n):\n    if n: return batches()\n    return other()\nm.fit(some(3))\n",
        HEAD + generator("tuple(made)") + "m.predict(batches())\n",
        HEAD + "pair = (a, b)\n" + generator("pair") + "m.predict(batches())\n",
        HEAD + generator("(x,)") + "m.predict(batches())\n",
        HEAD + generator("[x, z], y") + "for each in batches(): print(each)\n",
        HEAD + generator("[x, z], y") + "other.run(batches())\n",
        "import keras\nfrom sklearn.svm import SVC\nSVC().fit(zip(a, b), y)\n",
        "import tensorflow as tf\nm = tf.keras.Sequential()\nm.fit(tf.data.Dataset.range(3))\n",
        HEAD + "class Own:\n    def __next__(self): return 1\nOwn().fit(zip(a, b))\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
