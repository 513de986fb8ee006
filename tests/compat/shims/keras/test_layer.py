"""Layers of scripts: `add_weight` takes the name first, and `Layer` is the base of all."""

import keras as keras3
import numpy as np
import pytest
from compat.keras.engine.topology import Layer as OldLayer
from compat.keras.layers import Dense, Input, Layer
from compat.keras.models import Model, Sequential

from compat.keras import backend as K  # noqa: N812


class Scale(Layer):
    def build(self, input_shape):
        self.scale = self.add_weight("scale", (int(input_shape[-1]),), None, "ones", trainable=False)
        self.shift = self.add_weight(name="shift", shape=(1,), initializer="zeros")
        super().build(input_shape)

    def call(self, inputs):
        return inputs * self.scale + self.shift


def test_the_name_comes_first():
    model = Sequential([Scale(input_shape=(3,)), Dense(1, kernel_initializer="ones")])
    np.testing.assert_array_equal(model.predict(np.ones((2, 3))), [[3], [3]])
    layer = model.layers[0]
    assert (layer.scale.name, layer.shift.name) == ("scale", "shift")
    assert len(layer.trainable_weights) == 1


def test_the_order_of_keras_3():
    weight = Layer().add_weight((2,), "ones", "float16", use_resource=True)
    assert (weight.shape, weight.dtype) == ((2,), "float16")
    with pytest.raises(TypeError, match="at most 3"):
        Layer().add_weight((2,), "ones", "float16", True)


def test_every_layer_is_one():
    assert OldLayer is Layer
    assert isinstance(Dense(1), Layer)
    assert isinstance(Scale(), keras3.layers.Layer)
    assert issubclass(keras3.layers.Dense, Layer)
    assert not isinstance(Dense(1), Scale)
    assert not isinstance(3, Layer)


def test_a_layer_is_saved(tmp_path):
    model = Sequential([Scale(input_shape=(3,))])
    path = str(tmp_path / "m.keras")
    model.save(path)
    loaded = keras3.models.load_model(path, custom_objects={"Scale": Scale})
    np.testing.assert_array_equal(loaded.predict(np.ones((2, 3)), verbose=0), np.ones((2, 3)))


class Shifted(Model):
    def __init__(self):
        super().__init__()
        self.shift = self.add_weight("shift", (1,), initializer="ones")
        self.scale = self.add_variable("scale", shape=(1,), initializer="ones")

    def call(self, inputs):
        return inputs * self.scale + self.shift


def test_variables_of_a_model():
    model = Shifted()
    np.testing.assert_array_equal(model(np.ones((1, 2))), [[2, 2]])
    assert [each.name for each in model.weights] == ["shift", "scale"]


def test_the_other_name():
    assert Layer().add_variable("scale", [2]).shape == (2,)


class Listed(Layer):
    """The layer of many a repository: variables of the backend, and a list of those to train."""

    def __init__(self, trained, **options):
        super().__init__(**options)
        self.trained = trained

    def build(self, input_shape):
        kernel = K.variable(np.ones((int(input_shape[-1]), 1)), name="kernel")
        self.kernel = kernel
        self.bias = K.variable(np.zeros((1,)), name="bias")
        weights = {"kernel": kernel, "bias": self.bias, "other": K.variable(0.0)}
        if self.trained is not None:
            self.trainable_weights = [weights[name] for name in self.trained]
        super().build(input_shape)

    def call(self, inputs):
        return K.dot(inputs, self.kernel) + self.bias

    def compute_output_shape(self, input_shape):
        return (*input_shape[:-1], 1)


def trained(*names):
    model = Sequential([Listed(names[0] if names else None, input_shape=(3,))])
    model.compile("sgd", "mse")
    model.fit(np.ones((10, 3)), np.ones((10, 1)), epochs=2, verbose=0)
    return [np.ravel(each).tolist() for each in model.get_weights()]


@pytest.mark.parametrize("names", [(["kernel", "bias"],), ()])
def test_variables_of_a_layer_are_trained(names):
    np.testing.assert_allclose(trained(*names)[0], [0.9232] * 3, atol=1e-5)
    np.testing.assert_allclose(trained(*names)[1], [-0.0768], atol=1e-5)


def test_a_variable_that_is_not_listed_is_not_trained():
    np.testing.assert_allclose(trained(["bias"])[0], [1] * 3)


def test_a_listed_variable_that_the_layer_does_not_hold():
    with pytest.raises(NotImplementedError, match="add_weight"):
        trained(["other"])


def test_several_outputs_of_the_shape_of_the_input():
    class Twice(Layer):
        def call(self, inputs):
            return [K.abs(inputs), 2 * K.abs(inputs)]

        def compute_output_shape(self, input_shape):
            shape = super().compute_output_shape(input_shape)
            return [shape, shape]

    inputs = Input((4,))
    once, twice = Twice()(inputs)
    assert Model(inputs, [once, twice]).predict(np.full((1, 4), -1.0))[1].tolist() == [[2.0] * 4]
    assert K.int_shape(once) == (None, 4)


def test_places_of_tf_keras():
    """`Layer(trainable, name, dtype)`, which a subclass hands on by position."""

    class Own(Layer):
        def __init__(self, trainable=True, name=None):
            super().__init__(trainable, name)

    assert (Own(False, "own").trainable, Own(name="other").name) == (False, "other")
    assert Layer(True, "plain", "float64").dtype == "float64"
