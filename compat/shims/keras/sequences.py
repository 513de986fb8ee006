"""What `keras.preprocessing.sequence` had besides public names.

https://github.com/keras-team/keras-preprocessing/blob/1.1.2/keras_preprocessing/sequence.py
"""

from typing import Any, List, Sequence, Tuple


def _remove_long_seq(maxlen: int, seq: Sequence[Any], label: Sequence[Any]) -> Tuple[List[Any], List[Any]]:
    """Return the sequences that are shorter than `maxlen`, and their labels."""
    kept = [pair for pair in zip(seq, label) if len(pair[0]) < maxlen]
    return [each for each, _ in kept], [each for _, each in kept]
