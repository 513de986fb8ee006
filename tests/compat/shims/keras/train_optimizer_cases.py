"""Optimizers of `tf.train` as they are called, and the gradients that each of them is fed for 25 steps."""

import numpy as np

STEPS = 25
FIRST = np.array([0.5, -0.25, 0.125, 1.0, -1.0, 0.0], "float32")
CASES = {
    "gradient_descent": ("GradientDescentOptimizer", (0.1,), {}),
    "momentum": ("MomentumOptimizer", (0.1, 0.9), {}),
    "momentum_zero": ("MomentumOptimizer", (0.1, 0.0), {}),
    "nesterov": ("MomentumOptimizer", (0.1, 0.9), {"use_nesterov": True}),
    "adam": ("AdamOptimizer", (), {}),
    "adam_options": ("AdamOptimizer", (0.01, 0.8, 0.95, 0.1), {}),
    "adagrad": ("AdagradOptimizer", (0.1,), {}),
    "adagrad_options": ("AdagradOptimizer", (0.1, 0.5), {}),
    "rms_prop": ("RMSPropOptimizer", (0.01,), {}),
    "rms_prop_momentum": ("RMSPropOptimizer", (0.01, 0.8, 0.9, 0.01), {}),
    "rms_prop_centered": ("RMSPropOptimizer", (0.01,), {"momentum": 0.5, "centered": True}),
    "ftrl": ("FtrlOptimizer", (0.1,), {}),
    "ftrl_options": (
        "FtrlOptimizer",
        (0.1, -0.6, 0.2),
        {
            "l1_regularization_strength": 0.01,
            "l2_regularization_strength": 0.02,
            "l2_shrinkage_regularization_strength": 0.05,
        },
    ),
    "adadelta": ("AdadeltaOptimizer", (), {}),
    "adadelta_options": ("AdadeltaOptimizer", (1.0, 0.9, 1e-6), {}),
}


def gradients():
    """Large and small ones, of both signs, with zeros among them; shape `(STEPS, 6)`."""
    random = np.random.RandomState(0)
    scales = np.array([1e-4, 1e-2, 1.0, 1.0, 10.0, 1.0])
    values = random.normal(0.2, 1.0, (STEPS, len(FIRST))) * scales
    values[::4, 5] = 0.0
    return values.astype("float32")
