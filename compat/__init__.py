"""Legacy TensorFlow and Keras calls, run on today's TensorFlow and Keras 3."""

from compat.namespace.legacy_warning import LegacyAPIWarning

__all__ = ["LegacyAPIWarning"]
