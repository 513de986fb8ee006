"""What layers tell of their calls is what those of Keras 2.3.1 told."""

import keras as modern
import numpy as np
import pytest
from compat.keras.layers import Add, Dense, Flatten, Input, MaxPooling2D
from compat.keras.models import Model, Sequential

from compat import keras, tensorflow
from compat.keras import backend


def grown():
    model = Sequential()
    model.add(Dense(3, input_shape=(4,)))
    model.add(Dense(2))
    model.add(keras.layers.Reshape((1, 2)))
    return model


def test_shapes_of_a_sequential():
    model = grown()
    assert [layer.input_shape for layer in model.layers] == [(None, 4), (None, 3), (None, 2)]
    assert [layer.output_shape for layer in model.layers] == [(None, 3), (None, 2), (None, 1, 2)]
    assert model.get_layer(index=2).get_output_shape_at(0) == (None, 1, 2)
    assert model.get_layer(model.layers[1].name).get_input_shape_at(-1) == (None, 3)


def test_tensors_of_a_sequential_belong_to_the_whole_model():
    model = grown()
    cut = Model(model.input, model.layers[1].get_output_at(0))
    x = np.ones((2, 4), "float32")
    found = backend.function([model.input], [model.layers[1].output])([x])[0]
    np.testing.assert_allclose(cut.predict(x), found, rtol=1e-5)


def test_several_inputs_and_calls():
    left, right, wide = Input((4,)), Input((4,)), Input((2, 4))
    shared = Dense(3)
    added = Add()([shared(left), shared(right)])
    model = Model([left, right], added)
    assert model.layers[-1].input_shape == [(None, 3), (None, 3)]
    assert shared.output_shape == (None, 3)
    assert shared.get_input_at(0) is left
    assert shared.get_input_at(1) is right
    shared(wide)
    assert shared.get_output_shape_at(2) == (None, 2, 3)
    with pytest.raises(AttributeError, match="multiple inbound nodes"):
        print(shared.output_shape)


def test_no_call():
    with pytest.raises(AttributeError, match="never been called"):
        print(Dense(3).output_shape)


@pytest.mark.parametrize("module", [keras, tensorflow.keras])
def test_layers_of_keras_3_in_a_model_of_the_shims(tmp_path, module):
    inputs = modern.layers.Input((4, 4, 2))
    outputs = modern.layers.Flatten()(modern.layers.MaxPooling2D(2)(inputs))
    model = module.models.Model(inputs, outputs)
    assert [layer.output_shape for layer in model.layers] == [(None, 4, 4, 2), (None, 2, 2, 2), (None, 8)]
    assert isinstance(model.layers[2], (modern.layers.Flatten, Flatten))
    assert isinstance(model.layers[1], MaxPooling2D)
    model.save(str(tmp_path / "model.keras"))
    loaded = modern.models.load_model(str(tmp_path / "model.keras"))
    assert type(loaded.layers[2]) is modern.layers.Flatten
    assert module.models.clone_model(model).layers[2].output_shape == (None, 8)


def test_layers_that_no_model_has_handed_out():
    layer = keras.layers.ReLU()
    layer(keras.layers.Input((3,)))
    assert layer.output_shape == (None, 3)


def test_configuration_with_the_shape_of_a_batch():
    for made in (keras.layers.ReLU(), keras.layers.Dense(2), keras.layers.Softmax(), keras.layers.Highway()):
        config = {**made.get_config(), "batch_input_shape": (5, 3)}
        again = keras.models.Sequential([type(made).from_config(config)])
        assert again.input_shape == (5, 3)


def test_an_own_layer_ends_a_mask():
    class Own(keras.layers.Layer):
        def call(self, inputs):
            return 2.0 * inputs

    class Passing(Own):
        def compute_mask(self, inputs, mask=None):
            return mask

    masked = keras.layers.Masking()(keras.layers.Input((4, 3)))
    own = Own()
    assert not own.supports_masking
    assert getattr(own(masked), "_keras_mask", None) is None
    assert getattr(Passing()(masked), "_keras_mask", None) is not None
    assert getattr(keras.layers.Dropout(0.5)(masked), "_keras_mask", None) is not None
    assert own.compute_mask(masked) is None


def test_several_outputs_are_a_list():
    inputs = Input((3, 2))
    outputs = keras.layers.LSTM(2, return_state=True)(inputs)
    assert isinstance(outputs, list)
    both = keras.layers.Bidirectional(keras.layers.GRU(2, return_state=True))(inputs)
    model = Model(inputs, [inputs] + outputs[1:] + both[1:])  # noqa: RUF005 - takes no tuples
    assert [each.shape for each in model.predict(np.ones((1, 3, 2)))] == [(1, 3, 2)] + [(1, 2)] * 4
