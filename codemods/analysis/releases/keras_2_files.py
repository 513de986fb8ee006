"""Files that were not written for Keras 3, and are to run on it."""

from __future__ import annotations

from codemods.analysis.calls.api_calls import since
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.file import File


def goes_to_keras_3(file: File) -> bool:
    """True unless the target has Keras 2, the file keeps to Keras 2, or was written for Keras 3."""
    is_on_keras_3 = since(file.target, "keras 3.0") and not has_keras_2_only(file)
    return is_on_keras_3 and written_for(file).keras is not KerasLine.KERAS_3
