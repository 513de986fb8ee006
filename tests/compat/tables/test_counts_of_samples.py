"""What Keras 2 made of the counts of samples of Keras 1: steps, over the `batch_size` that a generator may have."""

import numpy as np
import pytest

interfaces = pytest.importorskip("keras.legacy.interfaces")
keras = pytest.importorskip("keras")


class Batches(keras.utils.Sequence):  # type: ignore[misc]
    """Seven batches of four rows."""

    batch_size = 4

    def __len__(self):  # type: ignore[no-untyped-def]
        return 7

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        return np.ones((4, 2)), np.ones(4)


def endless():  # type: ignore[no-untyped-def]
    """Yield the same batches, of no known size."""
    while True:
        yield np.ones((4, 2)), np.ones(4)


class Steps(keras.callbacks.Callback):  # type: ignore[misc]
    """Notes how many steps an epoch has."""

    def on_train_begin(self, logs=None):  # type: ignore[no-untyped-def]
        """Note the number that Keras passes to callbacks."""
        self.found = self.params["steps"]


@pytest.mark.parametrize(("data", "steps"), [(Batches, 2), (endless, 10)])
@pytest.mark.filterwarnings("ignore")
def test_steps_of_an_epoch(data, steps):  # type: ignore[no-untyped-def]
    """Ten samples are ten steps, or two of four rows."""
    model = keras.models.Sequential([keras.layers.Dense(1, input_shape=(2,))])
    model.compile("sgd", "mse")
    seen = Steps()
    model.fit_generator(data(), samples_per_epoch=10, nb_epoch=1, verbose=0, callbacks=[seen])
    assert seen.found == steps
    converted = interfaces.generator_methods_args_preprocessor((model, data()), {"nb_val_samples": 10})
    assert converted[1] == {"nb_val_samples": 10}
