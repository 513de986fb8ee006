"""Outputs that a script sets; the numbers are those of Keras 2.3.1 on TensorFlow 1.15.5."""

import numpy as np
import pytest

pytest.importorskip("tensorflow", minversion="2.16")

from compat import keras

X = np.ones((1, 4))


def two_layers():
    inputs = keras.layers.Input((4,))
    hidden = keras.layers.Dense(3)(inputs)
    model = keras.models.Model(inputs, keras.layers.Dense(2)(hidden))
    model.set_weights([np.random.RandomState(k).normal(size=w.shape) for k, w in enumerate(model.get_weights())])
    return model, hidden


def test_features_of_a_popped_model():
    model, hidden = two_layers()
    made_with = model.output
    model.layers.pop()
    model.outputs = [model.layers[-1].output]
    model.layers[-1].outbound_nodes = []
    assert model.outputs[0] is hidden
    assert model.output is made_with
    assert model.output_shape == (None, 2)
    np.testing.assert_allclose(model.predict(X), [[6.98998, 1.64865, 0.82434]], atol=1e-5)
    top = keras.layers.Dense(1, weights=[np.ones((3, 1)), np.zeros(1)])(model.layers[-1].output)
    np.testing.assert_allclose(keras.models.Model(model.input, top).predict(X), [[9.46297]], atol=1e-5)


@pytest.mark.filterwarnings("ignore:Gradients do not exist")
def test_training_to_the_outputs():
    model, hidden = two_layers()
    model.outputs = [hidden]
    model.layers.pop()
    model.compile("sgd", "mse")
    loss = model.train_on_batch(np.ones((2, 4)), np.zeros((2, 3)))
    assert loss == pytest.approx(17.41912, abs=1e-4)
    np.testing.assert_allclose(model.predict(X), [[6.75698, 1.59369, 0.79686]], atol=1e-5)


def test_fewer_and_more_outputs():
    model, hidden = two_layers()
    last = model.output
    model.outputs = [hidden, last]
    assert [each.shape for each in model.predict(X)] == [(1, 3), (1, 2)]
    both = keras.models.Model(model.input, [hidden, last])
    both.outputs = [last]
    assert both.predict(X).shape == (1, 2)


def test_a_tensor_of_another_model_is_refused():
    model, _ = two_layers()
    other, _ = two_layers()
    with pytest.raises(ValueError, match="not connected"):
        model.outputs = [other.output]
    assert model.predict(X).shape == (1, 2)


def test_saved_with_the_outputs_that_it_was_made_with(tmp_path):
    model, hidden = two_layers()
    model.outputs = [hidden]
    model.save(str(tmp_path / "model.h5"))
    assert keras.models.load_model(str(tmp_path / "model.h5")).output_shape == (None, 2)
    assert keras.models.clone_model(model).output_shape == (None, 3)
    assert model.predict(X).shape == (1, 3)
