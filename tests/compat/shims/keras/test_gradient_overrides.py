"""Models are not made where a graph names other gradients for their operations: Keras 3 would ignore it."""

import pytest

from compat import keras, tensorflow


def _model():
    return keras.models.Sequential([keras.layers.Activation("relu", input_shape=(2,))])


def test_models_that_would_have_other_gradients(tmp_path):
    model = _model()
    model.save(str(tmp_path / "model.h5"))
    with tensorflow.get_default_graph().gradient_override_map({"Relu": "Guided"}):
        for make in (_model, lambda: keras.models.load_model(str(tmp_path / "model.h5"))):
            with pytest.raises(RuntimeError, match="custom_gradient"):
                make()
    assert _model().output_shape == (None, 2)
