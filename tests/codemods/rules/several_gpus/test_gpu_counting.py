"""`K.tensorflow_backend._get_available_gpus()` becomes `tf.config`."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded


def test_counted() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        from keras import backend as K
        n = len(K.tensorflow_backend._get_available_gpus())
        """,
        """
        import tensorflow as tf
        from keras import backend as K
        n = len(tf.config.list_physical_devices("GPU"))
        """,
    )


def test_names_are_kept_as_they_were() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        import keras
        gpus = keras.backend.tensorflow_backend._get_available_gpus()
        """,
        """
        import tensorflow as tf
        import keras
        gpus = [device.name for device in tf.config.list_logical_devices("GPU")]
        """,
    )


def test_tensorflow_is_imported() -> None:
    check_upgraded(
        """
        '''Trains.'''
        import os
        from keras import backend as K
        n = len(K.tensorflow_backend._get_available_gpus()) or 1
        """,
        """
        '''Trains.'''
        import os
        import tensorflow as tf
        from keras import backend as K
        n = len(tf.config.list_physical_devices("GPU")) or 1
        """,
    )


def test_from_import_goes_when_nothing_uses_it() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        from keras.backend.tensorflow_backend import _get_available_gpus
        n = len(_get_available_gpus())
        """,
        """
        import tensorflow as tf
        n = len(tf.config.list_physical_devices("GPU"))
        """,
    )


def test_tensorflow_under_another_name() -> None:
    check_upgraded(
        "import tensorflow\nfrom keras import backend\nn = len(backend._get_available_gpus())\n",
        'import tensorflow\nfrom keras import backend\nn = len(tensorflow.config.list_physical_devices("GPU"))\n',
    )


def test_name_tf_is_taken() -> None:
    check_upgraded(
        """
        import textfile as tf
        from keras import backend as K
        n = len(K._get_available_gpus())
        """,
        """
        import textfile as tf
        import tensorflow
        from keras import backend as K
        n = len(tensorflow.config.list_physical_devices("GPU"))
        """,
    )


def test_parameter_takes_the_name_tf() -> None:
    text = check_sound(
        """
        from keras import backend as K
        def count(tf):
            return len(K._get_available_gpus()) + tf
        """
    ).after.decode()
    assert "tf.config" not in text.replace("tensorflow.config", "")
    assert "import tensorflow\n" in text


def test_inside_a_function_with_the_import_below_the_call() -> None:
    check_upgraded(
        """
        from keras import backend as K
        def count():
            return len(K.tensorflow_backend._get_available_gpus())
        import tensorflow as tf
        """,
        """
        from keras import backend as K
        def count():
            return len(tf.config.list_physical_devices("GPU"))
        import tensorflow as tf
        """,
    )


def test_reference_without_call_declined() -> None:
    check_declined("from keras import backend as K\nf = K._get_available_gpus\n", "TFM202", 2)


def test_arguments_declined() -> None:
    check_declined("from keras import backend as K\nf = K._get_available_gpus(1)\n", "TFM202", 2)


def test_own_len_keeps_names() -> None:
    text = check_sound(
        """
        import tensorflow as tf
        from keras import backend as K
        from lengths import len
        n = len(K._get_available_gpus())
        """
    ).after.decode()
    assert "list_logical_devices" in text


@pytest.mark.parametrize(
    "source",
    [
        "from torch import backend as K\nn = len(K.tensorflow_backend._get_available_gpus())\n",
        "import keras\nn = self.tensorflow_backend._get_available_gpus()\n",
        "from keras import backend as K\ndef f(K): return K.tensorflow_backend._get_available_gpus()\n",
        "import keras\ndef _get_available_gpus(): return []\nn = len(_get_available_gpus())\n",
        'import tensorflow as tf\nn = len(tf.config.list_physical_devices("GPU"))\n',
        "from tensorflow.python.client import device_lib\nn = len(device_lib.list_local_devices())\n",
        "from .keras import backend as K\nimport keras\nn = len(K._get_available_gpus())\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
