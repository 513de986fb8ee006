"""Models and weights in files, and back: HDF5, by name, in another order, optimizers, custom objects."""

import os
import shutil
import tempfile

from tests.behaviour.probes import fill, probe, reals
from tests.behaviour.small_models import compiled, rows, sequential, targets, with_two_outputs


class Folder:
    """A folder that is there for one probe."""

    def __enter__(self):
        self.path = tempfile.mkdtemp()
        return lambda name: os.path.join(self.path, name)

    def __exit__(self, *error):
        shutil.rmtree(self.path)


@probe
def model_in_hdf5(surface):
    with Folder() as path:
        model = compiled(surface)
        model.train_on_batch(rows(), targets())
        model.save(path("m.h5"))
        again = surface.keras.models.load_model(path("m.h5"))
        yield "output", again.predict(rows(2))
        yield "compiled", getattr(again, "optimizer", None) is not None
        yield "names", [each.name for each in again.layers]


@probe
def optimizer_in_hdf5(surface):
    with Folder() as path:
        model = sequential(surface)
        model.compile(surface.keras.optimizers.Adam(0.1), "mean_squared_error")
        for _ in range(3):
            model.train_on_batch(rows(), targets())
        model.save(path("m.h5"))
        again = surface.keras.models.load_model(path("m.h5"))
        yield "losses", [again.train_on_batch(rows(), targets()) for _ in range(2)]
        yield "weights", again.get_weights()


@probe
def optimizer_left_out(surface):
    with Folder() as path:
        model = sequential(surface)
        model.compile(surface.keras.optimizers.Adam(0.1), "mean_squared_error")
        for _ in range(3):
            model.train_on_batch(rows(), targets())
        model.save(path("m.h5"), include_optimizer=False)
        again = surface.keras.models.load_model(path("m.h5"))
        yield "compiled", getattr(again, "optimizer", None) is not None


@probe
def short_names_of_losses(surface):
    with Folder() as path:
        model = compiled(surface, ["mae"])
        model.train_on_batch(rows(), targets())
        model.save(path("m.h5"))
        again = surface.keras.models.load_model(path("m.h5"))
        yield "evaluated", again.evaluate(rows(), targets(), verbose=0)


@probe
def trainable_in_a_file(surface):
    with Folder() as path:
        model = sequential(surface)
        model.layers[0].trainable = False
        model.compile(surface.keras.optimizers.SGD(0.1), "mean_squared_error")
        model.save(path("m.h5"))
        again = surface.keras.models.load_model(path("m.h5"))
        yield "trainable", [each.trainable for each in again.layers]


@probe
def weights_in_hdf5(surface):
    with Folder() as path:
        model = sequential(surface)
        model.save_weights(path("w.weights.h5"))
        other = sequential(surface)
        other.set_weights([0 * each for each in other.get_weights()])
        other.load_weights(path("w.weights.h5"))
        yield "output", other.predict(rows(2))


def _two(surface, first, second):
    keras = surface.keras
    return keras.models.Sequential(
        [keras.layers.Dense(3, input_shape=(2,), name=first), keras.layers.Dense(1, name=second)]
    )


@probe
def weights_by_order(surface):
    with Folder() as path:
        model = _two(surface, "b", "a")
        fill(model)
        model.save_weights(path("w.weights.h5"))
        other = _two(surface, "other", "names")
        other.load_weights(path("w.weights.h5"))
        yield "output", other.predict(rows(2))


@probe
def weights_by_name(surface):
    with Folder() as path:
        model = _two(surface, "b", "a")
        fill(model)
        model.save_weights(path("w.h5"))
        other = _two(surface, "b", "new")
        other.set_weights([0 * each for each in other.get_weights()])
        other.load_weights(path("w.h5"), by_name=True)
        yield "weights", other.get_weights()


@probe
def weights_that_do_not_fit(surface):
    with Folder() as path:
        sequential(surface).save_weights(path("w.weights.h5"))
        try:
            sequential(surface, units=2).load_weights(path("w.weights.h5"))
            yield "loaded", True
        except (AttributeError, KeyError, RuntimeError, TypeError, ValueError) as error:
            yield "error", type(error).__name__


@probe
def own_layer_in_a_file(surface):
    keras = surface.keras

    class Scale(keras.layers.Layer):
        def __init__(self, factor=1.0, **options):
            super().__init__(**options)
            self.factor = factor

        def call(self, inputs):
            return inputs * self.factor

        def compute_output_shape(self, input_shape):
            return input_shape

        def get_config(self):
            return dict(super().get_config(), factor=self.factor)

    with Folder() as path:
        model = keras.models.Sequential([keras.layers.Dense(1, input_shape=(2,)), Scale(3.0)])
        fill(model)
        model.save(path("m.h5"))
        again = keras.models.load_model(path("m.h5"), custom_objects={"Scale": Scale})
        yield "output", again.predict(rows(2))
        with keras.utils.CustomObjectScope({"Scale": Scale}):
            yield "in a scope", keras.models.load_model(path("m.h5")).predict(rows(2))


@probe
def own_loss_in_a_file(surface):
    def loss(y_true, y_pred):
        return surface.K.mean(surface.K.abs(y_true - y_pred), axis=-1)

    with Folder() as path:
        compiled(surface, loss=loss).save(path("m.h5"))
        again = surface.keras.models.load_model(path("m.h5"), custom_objects={"loss": loss})
        yield "tested", again.test_on_batch(rows(), targets())
        without = surface.keras.models.load_model(path("m.h5"), compile=False)
        yield "output", without.predict(rows(2))


@probe
def lambda_in_a_file(surface):
    keras = surface.keras
    with Folder() as path:
        model = keras.models.Sequential([keras.layers.Lambda(lambda x: x * 2, input_shape=(2,))])
        model.save(path("m.h5"))
        yield "output", keras.models.load_model(path("m.h5")).predict(rows(2))


@probe
def functional_in_a_file(surface):
    with Folder() as path:
        model = with_two_outputs(surface, loss="mean_squared_error", loss_weights=[1.0, 0.5])
        model.save(path("m.h5"))
        again = surface.keras.models.load_model(path("m.h5"))
        y = [reals(10, 1), reals(10, 2)]
        yield "tested", again.test_on_batch(rows(), y)
        yield "names", [each.name for each in again.layers]


@probe
def recurrent_in_a_file(surface):
    keras = surface.keras
    with Folder() as path:
        model = keras.models.Sequential(
            [keras.layers.LSTM(2, input_shape=(3, 2), recurrent_activation="sigmoid"), keras.layers.Dense(1)]
        )
        fill(model)
        model.save(path("m.h5"))
        yield "output", keras.models.load_model(path("m.h5")).predict(reals(2, 3, 2))


@probe
def configs(surface):
    keras = surface.keras
    model = sequential(surface)
    again = keras.models.Sequential.from_config(model.get_config())
    again.set_weights(model.get_weights())
    yield "output", again.predict(rows(2))
    layer = keras.layers.deserialize(keras.layers.serialize(model.layers[0]))
    yield "layer", [layer.name, layer.units]
    functional = with_two_outputs(surface)
    copy = keras.models.Model.from_config(functional.get_config())
    copy.set_weights(functional.get_weights())
    yield "functional", copy.predict(rows(2))


@probe
def save_model_of_a_module(surface):
    """`keras.models.save_model`, with and without the optimizer, and onto a file that is there."""
    models = surface.keras.models
    with Folder() as path:
        model = compiled(surface, loss="mean_squared_error")
        models.save_model(model, path("m.h5"))
        yield "output", models.load_model(path("m.h5")).predict(rows(2))
        models.save_model(model, path("n.h5"), include_optimizer=False)
        yield "compiled", getattr(models.load_model(path("n.h5")), "optimizer", None) is not None
        models.save_model(model, path("m.h5"), overwrite=True)
        yield "again", models.load_model(path("m.h5")).predict(rows(2))
