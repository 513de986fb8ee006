"""The names of curves and sums that `keras.metrics.AUC` has, in Keras 2.3 in `keras.utils.metrics_utils`.

https://github.com/keras-team/keras/blob/2.3.1/keras/utils/metrics_utils.py
"""

from keras.src.metrics.metrics_utils import AUCCurve, AUCSummationMethod

__all__ = ["AUCCurve", "AUCSummationMethod"]
