"""Modules of standalone Keras in whose globals names were looked up: `keras.losses.own = own` made `loss="own"` known.

https://github.com/keras-team/keras/blob/2.3.1/keras/losses.py
"""

LOOKED_UP = tuple(
    "keras." + name
    for name in (
        "activations",
        "constraints",
        "initializers",
        "layers",
        "losses",
        "metrics",
        "optimizers",
        "regularizers",
    )
)
