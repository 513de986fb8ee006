"""The pairs of scripts that the tests upgrade and run, as the gallery shows them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from codemods.explain.examples import Example, example_of

FIXTURES = Path(__file__).parents[2] / "tests" / "codemods" / "fixtures"
_EXACT = "with_exact"
"""The folder whose pairs are upgraded with `--exact`."""
_NAMES = ("multi_gpu_model",)
_SPELLED = {
    "gan": "GAN",
    "gpus": "GPUs",
    "jit": "JIT",
    "keras": "Keras",
    "lstm": "LSTM",
    "tensorflow": "TensorFlow",
    "xor": "XOR",
}


class Pair(NamedTuple):
    """A script before and after the upgrade; `name` is its folder and its name."""

    name: str

    @property
    def topic(self) -> str:
        """The folder of the pair."""
        return self.name.partition("/")[0]

    @property
    def title(self) -> str:
        """The name of the pair, in words."""
        return words(self.name.partition("/")[2])

    @property
    def label(self) -> str:
        """Its topic and its name, for a link from elsewhere."""
        return f"{words(self.topic)}: {_spelled(self.name.partition('/')[2])}"

    @property
    def is_exact(self) -> bool:
        """True if it is upgraded with `--exact`."""
        return self.topic == _EXACT

    @property
    def before(self) -> str:
        return self._side("in")

    @property
    def after(self) -> str:
        return self._side("out")

    @property
    def description(self) -> str:
        """What its docstring or its first comment says; "" if it has none."""
        said = ast.get_docstring(ast.parse(self.before))
        if said is None:
            first = self.before.partition("\n")[0]
            said = first.removeprefix("#").strip() if first.startswith("#") else ""
        said = said.partition("\n\n")[0].replace("\n", " ").removesuffix(".")
        return f"{said[0].upper()}{said[1:]}." if said else ""

    @property
    def example(self) -> Example:
        """The upgrade of the pair, with the report."""
        return _upgraded(self.before, exact=self.is_exact)

    def _side(self, side: str) -> str:
        return (FIXTURES / f"{self.name}.{side}.py").read_text(encoding="utf-8")


def pair_of(name: str) -> Pair:
    """The pair of a folder and a name. Raises ValueError if there is none."""
    if not (FIXTURES / f"{name}.in.py").exists():
        raise ValueError(f"there is no pair of fixtures {name!r}")
    return Pair(name)


def topics() -> dict[str, list[Pair]]:
    """All pairs, by their folders."""
    found: dict[str, list[Pair]] = {}
    for pair in _pairs():
        found.setdefault(pair.topic, []).append(pair)
    return found


def words(name: str) -> str:
    """A name of a folder or file as a title: `shim_train_on_batch` is "Shim train on batch"."""
    if name in _NAMES:
        return name
    spaced = _spelled(name)
    return spaced[:1].upper() + spaced[1:]


def _spelled(name: str) -> str:
    return " ".join(_SPELLED.get(word, word) for word in name.split("_"))


def _pairs() -> Iterator[Pair]:
    for path in sorted(FIXTURES.rglob("*.in.py")):
        yield Pair(path.relative_to(FIXTURES).as_posix().removesuffix(".in.py"))


@cache
def _upgraded(source: str, *, exact: bool) -> Example:
    return example_of(source, exact=exact)
