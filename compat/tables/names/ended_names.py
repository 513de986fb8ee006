"""Names outside of TensorFlow that scripts of 2016 to 2019 used, and that the packages of today no longer have.

Measured: SciPy 1.2.3 and scikit-learn 0.19.2 have them; SciPy 1.18.1 and scikit-learn 1.9.1 do not.
`tests/compat/tables/test_ended_names.py` looks for them in the packages that are installed.
"""

from typing import Dict

SCIPY_IMAGES = "https://docs.scipy.org/doc/scipy/release/1.3.0-notes.html#scipy-misc-changes"
SKLEARN = "https://scikit-learn.org/stable/whats_new/v0.20.html"

_IMAGES = {
    "imread": "use imageio.v2.imread, or numpy.asarray(PIL.Image.open(path))",
    "imsave": "use imageio.v2.imwrite; imsave scaled the values of floats to 0 ... 255",
    "imresize": "use PIL.Image.fromarray(x).resize((width, height)); imresize scaled the values of floats to 0 ... 255",
    "imrotate": "use PIL.Image.fromarray(x).rotate(angle); imrotate scaled the values of floats to 0 ... 255",
    "imfilter": "use PIL.Image.fromarray(x).filter(...)",
    "imshow": "use matplotlib.pyplot.imshow",
    "toimage": "use PIL.Image.fromarray; toimage scaled the values of floats to 0 ... 255",
    "fromimage": "use numpy.asarray",
    "bytescale": "scale with NumPy, and take .astype(numpy.uint8)",
}

GONE: Dict[str, str] = {
    **{f"scipy.misc.{name}": f"{advice} ({SCIPY_IMAGES})" for name, advice in _IMAGES.items()},
    **{f"scipy.misc.pilutil.{name}": f"{advice} ({SCIPY_IMAGES})" for name, advice in _IMAGES.items()},
    "scipy.misc.logsumexp": f"use scipy.special.logsumexp ({SCIPY_IMAGES})",
    "scipy.misc.comb": f"use scipy.special.comb ({SCIPY_IMAGES})",
    "scipy.misc.factorial": f"use scipy.special.factorial ({SCIPY_IMAGES})",
    "sklearn.externals.joblib": f"pip install joblib, and import joblib ({SKLEARN})",
    "sklearn.cross_validation": f"use sklearn.model_selection ({SKLEARN})",
    "sklearn.grid_search": f"use sklearn.model_selection ({SKLEARN})",
    "sklearn.learning_curve": f"use sklearn.model_selection ({SKLEARN})",
}
"""Names and modules, with what takes their place."""
