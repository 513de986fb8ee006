"""Custom training: `add_loss`, `add_metric`, learning phases, `K.function`, own layers, own models, updates."""

import numpy as np

from tests.behaviour.probes import fill, probe, reals
from tests.behaviour.small_models import compiled, rows, sequential, targets


def scale_of(surface, **options):
    """A layer with one own weight, that may add a loss or a metric when it is called."""

    class Scale(surface.keras.layers.Layer):
        def build(self, input_shape):
            self.scale = self.add_weight(
                name="scale", shape=(int(input_shape[-1]),), initializer="ones", trainable=options.get("trained", True)
            )
            super().build(input_shape)

        def call(self, inputs):
            outputs = inputs * self.scale
            if options.get("loss"):
                self.add_loss(surface.K.sum(surface.K.square(self.scale)) * 0.1)
            if options.get("activity"):
                self.add_loss(surface.K.sum(surface.K.abs(outputs)) * 0.01)
            return outputs

        def compute_output_shape(self, input_shape):
            return input_shape

    return Scale()


def with_layer(surface, layer):
    """The model of the layer and one output, compiled."""
    keras = surface.keras
    given = keras.layers.Input((2,))
    model = keras.models.Model(given, keras.layers.Dense(1, name="out")(layer(given)))
    model.get_layer("out").set_weights([reals(2, 1), reals(1)])
    model.compile(keras.optimizers.SGD(0.1), "mse")
    return model


@probe
def own_layer(surface):
    model = with_layer(surface, scale_of(surface))
    yield "losses", [model.train_on_batch(rows(), targets()) for _ in range(2)]
    yield "weights", model.get_weights()


@probe
def own_layer_not_trained(surface):
    model = with_layer(surface, scale_of(surface, trained=False))
    model.train_on_batch(rows(), targets())
    yield "weights", model.get_weights()


@probe
def loss_added_in_call(surface):
    model = with_layer(surface, scale_of(surface, loss=True))
    yield "losses", [model.train_on_batch(rows(), targets()) for _ in range(2)]
    yield "weights", model.get_weights()
    yield "evaluated", model.evaluate(rows(), targets(), batch_size=4, verbose=0)


@probe
def loss_of_activities_added_in_call(surface):
    model = with_layer(surface, scale_of(surface, activity=True))
    yield "losses", [model.train_on_batch(rows(), targets()) for _ in range(2)]
    yield "evaluated", model.evaluate(rows(), targets(), batch_size=4, verbose=0)


@probe
def regularized(surface):
    keras = surface.keras
    layers = [keras.layers.Dense(3, input_shape=(2,), kernel_regularizer=keras.regularizers.l2(0.1))]
    layers += [keras.layers.Dense(1, activity_regularizer=keras.regularizers.l1(0.1))]
    model = keras.models.Sequential(layers)
    fill(model)
    model.compile(keras.optimizers.SGD(0.1), "mse", metrics=["mse"])
    yield "trained", model.train_on_batch(rows(), targets())
    yield "evaluated", model.evaluate(rows(), targets(), batch_size=4, verbose=0)
    yield "losses", len(model.losses)


@probe
def symbolic_loss(surface):
    keras = surface.keras
    model = sequential(surface)
    model.add_loss(surface.K.mean(model.outputs[0]))
    model.compile(keras.optimizers.SGD(0.1), "mse")
    yield "loss", model.train_on_batch(rows(), targets())


@probe
def symbolic_metric(surface):
    model = sequential(surface)
    model.add_metric(surface.K.mean(model.outputs[0]), name="mean", aggregation="mean")
    model.compile(surface.keras.optimizers.SGD(0.1), "mse")
    yield "tested", model.test_on_batch(rows(), targets())


@probe
def no_loss_but_an_added_one(surface):
    keras = surface.keras
    given = keras.layers.Input((2,))
    model = keras.models.Model(given, scale_of(surface, loss=True)(given))
    model.compile(keras.optimizers.SGD(0.1))
    yield "loss", model.train_on_batch(rows(), None)
    yield "weights", model.get_weights()


def dropping(surface):
    """A model of one dropout layer that leaves nearly nothing."""
    keras = surface.keras
    given = keras.layers.Input((50,))
    return keras.models.Model(given, keras.layers.Dropout(0.5)(given))


@probe
def learning_phase_set_to_training(surface):
    surface.K.set_learning_phase(1)
    try:
        predicted = dropping(surface).predict(np.ones((4, 50), "float32"))
    finally:
        surface.K.set_learning_phase(0)
    yield "some dropped", bool((predicted == 0).any())


@probe
def learning_phase_set_to_inference(surface):
    surface.K.set_learning_phase(0)
    model = dropping(surface)
    model.compile(surface.keras.optimizers.SGD(0.1), "mse")
    yield "loss", model.train_on_batch(np.ones((4, 50), "float32"), np.ones((4, 50), "float32"))


@probe
def learning_phase_in_a_lambda(surface):
    keras, choose = surface.keras, surface.K.in_train_phase
    given = keras.layers.Input((2,))
    phase = keras.layers.Lambda(lambda x: choose(x * 2, x))(given)
    model = keras.models.Model(given, phase)
    model.compile(keras.optimizers.SGD(0.1), "mse")
    yield "predicted", model.predict(rows(2))
    yield "tested", model.test_on_batch(rows(), 0 * rows())


@probe
def function_of_a_layer(surface):
    model = sequential(surface)
    run = surface.K.function([model.input], [model.layers[0].output])
    yield "output", run([rows(2)])
    yield "kind", type(run([rows(2)])).__name__


@probe
def gradients_of_an_input(surface):
    model, make = sequential(surface), surface.K.function
    gradient = surface.K.gradients(model.outputs[0], model.inputs)
    yield "value", make(model.inputs, gradient)([rows(2)])


@probe
def lambdas(surface):
    keras, backend = surface.keras, surface.K
    given = keras.layers.Input((4,))
    for name, code in (
        ("sum", lambda x: backend.sum(x, axis=1, keepdims=True)),
        ("slice", lambda x: x[:, 1:3]),
        ("expand", lambda x: backend.expand_dims(x, 1)),
        ("normalize", lambda x: backend.l2_normalize(x, axis=-1)),
        ("two steps", lambda x: backend.reshape(x, (-1, 2, 2))),
    ):
        yield name, keras.models.Model(given, keras.layers.Lambda(code)(given)).predict(reals(2, 4))


@probe
def own_model(surface):
    keras = surface.keras

    class Own(keras.models.Model):
        def __init__(self):
            super().__init__()
            self.hidden = keras.layers.Dense(3, activation="tanh", kernel_initializer="ones")
            self.out = keras.layers.Dense(1, kernel_initializer="ones")

        def call(self, inputs):
            return self.out(self.hidden(inputs))

    model = Own()
    model.compile(keras.optimizers.SGD(0.1), "mse")
    history = model.fit(rows(), targets(), batch_size=5, epochs=2, shuffle=False, verbose=0)
    yield "history", history.history
    yield "weights", model.get_weights()
    yield "predicted", model.predict(rows(2))
    yield "layers", len(model.layers)


@probe
def own_model_with_a_list_of_layers(surface):
    keras = surface.keras

    class Own(keras.models.Model):
        def __init__(self):
            super().__init__()
            self.parts = [keras.layers.Dense(1, kernel_initializer="ones"), keras.layers.Dense(1)]

        def call(self, inputs):
            return self.parts[0](inputs)

    model = Own()
    model.compile(keras.optimizers.SGD(0.1), "mse")
    yield "loss", model.train_on_batch(rows(), targets())
    yield "weights", len(model.trainable_weights)


@probe
def training_argument(surface):
    keras, choose = surface.keras, surface.K.in_train_phase

    class Doubling(keras.layers.Layer):
        def call(self, inputs, training=None):
            return choose(inputs * 2, inputs, training=training)

        def compute_output_shape(self, input_shape):
            return input_shape

    given = keras.layers.Input((2,))
    model = keras.models.Model(given, Doubling()(given))
    yield "predicted", model.predict(rows(2))


@probe
def dropout_with_training_given(surface):
    keras = surface.keras
    given = keras.layers.Input((2,))
    always = keras.models.Model(given, keras.layers.Dropout(0.5)(given, training=True))
    yield "dropout in predict", bool((always.predict(np.ones((9, 2), "float32")) == 0).any())


@probe
def classes(surface):
    model = sequential(surface, units=3, activation="softmax")
    yield "classes", model.predict_classes(rows(4))
    yield "probabilities", model.predict_proba(rows(4))


@probe
def counted_steps(surface):
    model = compiled(surface)
    model.fit(rows(), targets(), batch_size=4, epochs=2, verbose=0)
    yield "iterations", int(surface.K.get_value(model.optimizer.iterations))
