"""Models taken apart and put together: `layers.pop`, `get_layer`, nested models, clones, names, summaries, configs."""

import io
import json
from contextlib import redirect_stdout

from tests.behaviour.probes import fill, probe, reals
from tests.behaviour.small_models import compiled, rows, sequential, targets, with_two_outputs


@probe
def popped_from_layers(surface):
    model = sequential(surface)
    model.layers.pop()
    yield "layers", len(model.layers)
    yield "output", model.predict(rows(2))


@probe
def popped_from_layers_of_a_functional_model(surface):
    model = with_two_outputs(surface)
    model.layers.pop()
    yield "layers", len(model.layers)


@probe
def popped(surface):
    model = sequential(surface)
    model.pop()
    yield "layers", len(model.layers)
    yield "output", model.predict(rows(2))
    model.add(surface.keras.layers.Dense(2, name="other"))
    fill(model)
    yield "then", model.predict(rows(2))


@probe
def popped_and_compiled(surface):
    model = compiled(surface)
    model.train_on_batch(rows(), targets())
    model.pop()
    yield "output", model.predict(rows(2))


@probe
def output_of_a_layer(surface):
    model = sequential(surface)
    part = surface.keras.models.Model(inputs=model.input, outputs=model.get_layer("hidden").output)
    yield "output", part.predict(rows(2))
    by_index = surface.keras.models.Model(model.inputs, model.layers[-1].output)
    yield "by index", by_index.predict(rows(2))
    yield "shares weights", part.layers[-1] is model.layers[0]


@probe
def layer_by_index(surface):
    model = with_two_outputs(surface)
    yield "first", type(model.get_layer(index=0)).__name__
    yield "last", model.get_layer(index=-1).name
    yield "sequential", sequential(surface).get_layer(index=0).name


@probe
def layer_that_is_not_there(surface):
    try:
        sequential(surface).get_layer("none")
    except (AttributeError, KeyError, RuntimeError, TypeError, ValueError) as error:
        yield "error", type(error).__name__


@probe
def layers_listed(surface):
    yield "sequential", [each.name for each in sequential(surface).layers]
    yield "functional", [type(each).__name__ for each in with_two_outputs(surface).layers]
    keras = surface.keras
    model = keras.models.Sequential([keras.layers.InputLayer(input_shape=(2,)), keras.layers.Dense(1)])
    yield "with an input layer", [type(each).__name__ for each in model.layers]


@probe
def nested(surface):
    keras = surface.keras
    inner = sequential(surface)
    given = keras.layers.Input((2,))
    outer = keras.models.Model(given, keras.layers.Activation("relu")(inner(given)))
    yield "output", outer.predict(rows(2))
    yield "layers", [type(each).__name__ for each in outer.layers]
    yield "weights", len(outer.get_weights())


@probe
def layer_within_a_nested_model(surface):
    keras = surface.keras
    inner = sequential(surface)
    given = keras.layers.Input((2,))
    keras.models.Model(given, inner(given))
    part = keras.models.Model(inner.inputs, inner.get_layer("hidden").output)
    yield "output", part.predict(rows(2))


@probe
def output_of_a_nested_model(surface):
    keras = surface.keras
    inner = sequential(surface)
    given = keras.layers.Input((2,))
    outer = keras.models.Model(given, inner(given))
    part = keras.models.Model(outer.input, outer.layers[-1].get_output_at(-1))
    yield "output", part.predict(rows(2))


@probe
def ends_of_a_layer_used_twice(surface):
    keras = surface.keras
    layer = keras.layers.Dense(1)
    first, second = keras.layers.Input((2,)), keras.layers.Input((2,))
    left, right = layer(first), layer(second)
    fill(layer)
    try:
        yield "output", str(type(layer.output).__name__)
    except (AttributeError, KeyError, RuntimeError, TypeError, ValueError) as error:
        yield "error", type(error).__name__
    model = keras.models.Model([first, second], keras.layers.add([left, right]))
    yield "predicted", model.predict([rows(2), rows(2, start=3.0)])


@probe
def cloned(surface):
    model = sequential(surface)
    clone = surface.keras.models.clone_model(model)
    yield "shares weights", clone.layers[0] is model.layers[0]
    yield "names", [each.name for each in clone.layers]
    yield "kind", type(clone).__name__
    clone.set_weights(model.get_weights())
    yield "output", clone.predict(rows(2))
    yield "compiled", getattr(surface.keras.models.clone_model(compiled(surface)), "optimizer", None) is not None


@probe
def names_of_layers(surface):
    keras = surface.keras
    layers = [keras.layers.Dense(1), keras.layers.Dense(1), keras.layers.Conv2D(1, 1), keras.layers.LSTM(1)]
    layers += [keras.layers.BatchNormalization(), keras.layers.LeakyReLU(), keras.layers.MaxPooling2D()]
    yield "layers", [each.name for each in layers]
    yield "models", [keras.models.Sequential().name, keras.models.Sequential().name]
    given = keras.layers.Input((2,))
    yield "functional", keras.models.Model(given, keras.layers.add([given, given])).name


@probe
def names_of_inputs(surface):
    keras = surface.keras
    given = [keras.layers.Input((2,)) for _ in range(2)]
    yield "layers", [each.name for each in keras.models.Model(given, keras.layers.add(given)).layers]


@probe
def names_of_weights(surface):
    yield "names", [each.name for each in sequential(surface).weights]


@probe
def names_after_clearing(surface):
    keras = surface.keras
    keras.layers.Dense(1)
    surface.K.clear_session()
    yield "name", keras.layers.Dense(1).name


@probe
def same_name_twice(surface):
    keras = surface.keras
    try:
        model = keras.models.Sequential([keras.layers.Dense(1, name="a", input_shape=(2,))])
        model.add(keras.layers.Dense(1, name="a"))
        yield "layers", len(model.layers)
    except (AttributeError, KeyError, RuntimeError, TypeError, ValueError) as error:
        yield "error", type(error).__name__


@probe
def summary(surface):
    lines = []
    sequential(surface).summary(print_fn=lines.append)
    yield "calls of print_fn", len(lines)
    printed = io.StringIO()
    with redirect_stdout(printed):
        sequential(surface).summary()
    yield "printed", [line.split() for line in printed.getvalue().splitlines()][:8]
    yield "parameters", sequential(surface).count_params()


@probe
def config(surface):
    made = sequential(surface).get_config()
    yield "kind", type(made).__name__
    yield "keys", sorted(made) if isinstance(made, dict) else len(made)


@probe
def json_text(surface):
    made = json.loads(sequential(surface).to_json())
    yield "keys", sorted(made)
    yield "class", made["class_name"]
    again = surface.keras.models.model_from_json(sequential(surface).to_json())
    fill(again)
    yield "output", again.predict(rows(2))


@probe
def built_late(surface):
    keras = surface.keras
    model = keras.models.Sequential([keras.layers.Dense(3), keras.layers.Dense(1)])
    yield "built", bool(model.built)
    try:
        yield "weights", len(model.weights)
    except (AttributeError, KeyError, RuntimeError, TypeError, ValueError) as error:
        yield "error", type(error).__name__
    model.build((None, 2))
    fill(model)
    yield "output", model.predict(rows(2))


@probe
def built_by_training(surface):
    keras = surface.keras
    model = keras.models.Sequential([keras.layers.Dense(1, kernel_initializer="ones", use_bias=False)])
    model.compile(keras.optimizers.SGD(0.1), "mse")
    yield "loss", model.train_on_batch(rows(), targets())
    yield "weights", model.get_weights()


@probe
def shapes(surface):
    model = with_two_outputs(surface)
    yield "input", [str(each) for each in model.input_shape]
    yield "outputs", [list(map(str, each)) for each in model.output_shape]
    layer = model.get_layer("hidden")
    try:
        yield "of a layer", [list(map(str, layer.input_shape)), list(map(str, layer.output_shape))]
    except AttributeError:
        yield "of a layer", "AttributeError"


@probe
def layer_called_again(surface):
    model = sequential(surface)
    given = surface.keras.layers.Input((2,))
    again = surface.keras.models.Model(given, model(model.layers[0].__class__(2, name="first")(given)))
    fill(again)
    yield "order of weights", [list(map(int, each.shape)) for each in again.get_weights()]
    yield "output", again.predict(rows(2))


@probe
def weights_of_a_layer_set(surface):
    model = compiled(surface)
    model.train_on_batch(rows(), targets())
    model.layers[0].set_weights([reals(2, 3), reals(3)])
    yield "output", model.predict(rows(2))
    kernel = model.layers[0].kernel
    surface.K.set_value(kernel, reals(2, 3, start=4.0))
    yield "after set_value", model.predict(rows(2))
    yield "value", surface.K.get_value(kernel)
    yield "batch", surface.K.batch_get_value(model.trainable_weights)
