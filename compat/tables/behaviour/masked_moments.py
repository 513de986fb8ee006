"""Batch normalization, which leaves masked steps out of its statistics since it takes a mask.

Read in TensorFlow 2.11.1 and 2.12.1, measured on Keras 2.3.1, TensorFlow 2.15.1 and Keras 3.15.1.
https://github.com/keras-team/keras/blob/v2.12.0/keras/layers/normalization/batch_normalization.py
"""

FIRST_WITH_MASKED_MOMENTS = "2.12"
"""The first TensorFlow whose layer has a `mask` argument."""
