"""Names of TensorFlow Addons that Keras 3 has, with the same numbers.

They are measured on TensorFlow Addons 0.11, 0.20 and 0.23 and on Keras 3.15 by `tests/compat/oracles/addons_cases.py`.
"""

from typing import Dict, NamedTuple, Tuple

PACKAGE = "tensorflow_addons"


class Addon(NamedTuple):
    """What Keras calls it: a path below `keras`.

    `added` are keywords that say what the name said, and `dropped` are the first parameters, which Keras does not have.
    A call has to give the keywords in `needed`, whose defaults differ or changed, each with its place, and not as None.
    """

    path: str
    added: Tuple[Tuple[str, str], ...] = ()
    dropped: Tuple[str, ...] = ()
    needed: Tuple[Tuple[str, int], ...] = ()


_INSTANCE = Addon("layers.GroupNormalization", added=(("groups", "-1"),))
_GROUP = Addon("layers.GroupNormalization", needed=(("groups", 0),))
_SPECTRAL = Addon("layers.SpectralNormalization")
_F1 = Addon("metrics.F1Score", dropped=("num_classes",), needed=(("average", 1),))

ADDONS: Dict[str, Addon] = {
    **{f"{PACKAGE}.{module}.InstanceNormalization": _INSTANCE for module in ("layers", "layers.normalizations")},
    **{f"{PACKAGE}.{module}.GroupNormalization": _GROUP for module in ("layers", "layers.normalizations")},
    **{
        f"{PACKAGE}.{module}.SpectralNormalization": _SPECTRAL for module in ("layers", "layers.spectral_normalization")
    },
    **{
        f"{PACKAGE}.layers.AdaptiveAveragePooling{axes}D": Addon(f"layers.AdaptiveAveragePooling{axes}D")
        for axes in (1, 2, 3)
    },
    f"{PACKAGE}.metrics.F1Score": _F1,
    f"{PACKAGE}.metrics.f_scores.F1Score": _F1,
}

IMAGE_SHIMS = "compat.addon_images"
"""The module of the shims that has functions of `tfa.image`."""

ADDON_IMAGES: Dict[str, str] = {
    f"{PACKAGE}.image.{module}{name}": name
    for module, names in {
        "": ("rotate", "transform", "translate"),
        "transform_ops.": ("rotate", "transform"),
        "translate_ops.": ("translate",),
    }.items()
    for name in names
}
"""Those functions; behind the third place, releases had other parameters."""

_DECAY = "give weight_decay / learning_rate to the optimizer of Keras, which multiplies the two"
_UPDATE = "write its update as a keras.optimizers.Optimizer"
_PROJECTED = "take it from compat.addon_images, with keywords behind the third argument"
_CRF = "write the forward algorithm with tf.scan and tf.reduce_logsumexp"

LEFT: Dict[str, str] = {
    "AdamW": _DECAY,
    "SGDW": _DECAY,
    "F1Score": "keras.metrics.F1Score is the same, and gives one number for each class unless average= is given",
    "LAMB": "use keras.optimizers.Lamb",
    "RectifiedAdam": f"{_UPDATE}, or use Adam with a warm-up",
    "Lookahead": _UPDATE,
    "rotate": _PROJECTED,
    "transform": _PROJECTED,
    "translate": _PROJECTED,
    "crf_decode": _CRF,
    "crf_log_likelihood": _CRF,
    "viterbi_decode": "write it with NumPy: it takes the best predecessor of each tag, and goes back along them",
    "WeightNormalization": "write a layer whose kernel is g * v / the norm of v",
    "InstanceNormalization": "keras.layers.GroupNormalization(groups=-1) is the same",
    "GroupNormalization": "keras.layers.GroupNormalization is the same; its groups were 2, later 32",
}
"""What to do about names that Keras does not have, or has otherwise, and about uses that are no plain calls."""
