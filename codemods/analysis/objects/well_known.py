"""Legacy names of methods that nothing but objects of Keras and TensorFlow has."""

from __future__ import annotations

from compat.tables.methods.gone_methods import GONE_METHODS
from compat.tables.methods.renamed_methods import RENAMED_METHODS

WELL_KNOWN = frozenset(
    {
        *(row.legacy for row in RENAMED_METHODS if row.well_known),
        *(name for row in GONE_METHODS if row.well_known for name in row.names),
    }
)
