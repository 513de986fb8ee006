"""The row types of the tables: one row is one fact about a legacy name.

Names are canonical: standalone Keras and `tf.keras` share the root `keras`, TensorFlow has the root `tensorflow`.
A modern name that starts with `tensorflow.keras` exists in `tf.keras` only, and no longer in standalone `keras`.
"""

from typing import Mapping, NamedTuple, Tuple


class MovedModule(NamedTuple):
    """Names of the module `legacy` that live on, unchanged, in the module `modern`."""

    legacy: str
    modern: str
    names: Tuple[str, ...]
    gone_in: str
    url: str


class MovedSymbol(NamedTuple):
    """One symbol that lives on, with the same meaning, as `modern`."""

    legacy: str
    modern: str
    gone_in: str
    url: str


class RenamedKeywords(NamedTuple):
    """Keywords of `symbols` that take the same values under another name."""

    symbols: Tuple[str, ...]
    keywords: Mapping[str, str]
    gone_in: str
    url: str


class Removed(NamedTuple):
    """A symbol or module with no equal in modern releases; `advice` says what a person does instead."""

    legacy: str
    gone_in: str
    advice: str
    url: str


class TrainOptimizer(NamedTuple):
    """An optimizer of `tf.train` with the same update rule in Keras 3, as long as the learning rate is constant.

    `parameters` are the legacy ones in their order; `keywords` says what those that Keras 3 has are called there, and
    `defaults` what the legacy default is, as Python source, where Keras 3 has another. `constants` are keywords of
    Keras 3 that must be given. `follows_schedule`: the rule stays the same while the learning rate changes.
    `initial_velocity` is what the slot of mean squares starts from: Keras 3 always starts from 0, so that a row with
    another value needs the shim.
    """

    legacy: str
    modern: str
    parameters: Tuple[str, ...]
    keywords: Mapping[str, str]
    defaults: Mapping[str, str]
    constants: Mapping[str, str]
    url: str
    follows_schedule: bool = True
    initial_velocity: float = 0.0
