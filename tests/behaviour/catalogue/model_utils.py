"""`keras.utils`: labels, norms, custom objects, the progress bar, and what models are counted by."""

import io
from contextlib import redirect_stdout

import numpy as np

from tests.behaviour.probes import probe, reals
from tests.behaviour.small_models import sequential, with_two_outputs


@probe
def to_categorical(surface):
    make = surface.keras.utils.to_categorical
    yield "plain", make([0, 2, 1, 2])
    yield "with classes", make(np.array([0, 1]), 4)
    yield "column", make(np.array([[0], [1]]), num_classes=2)
    yield "table", list(make(np.array([[0, 1], [1, 2]])).shape)
    yield "type", str(make([0, 1]).dtype)
    yield "of floats", make(np.array([0.0, 1.0]), 2)


@probe
def to_categorical_of_another_type(surface):
    made = surface.keras.utils.to_categorical([0, 1], 2, dtype="int32")
    yield "type", str(made.dtype)


@probe
def labels_out_of_range(surface):
    try:
        yield "made", surface.keras.utils.to_categorical([0, 3], 2)
    except (AttributeError, KeyError, RuntimeError, TypeError, ValueError) as error:
        yield "error", type(error).__name__


@probe
def negative_labels(surface):
    yield "made", surface.keras.utils.to_categorical([-1, 1], 2)


@probe
def normalize(surface):
    make = surface.keras.utils.normalize
    yield "plain", make(reals(2, 3))
    yield "axis 0", make(reals(2, 3), axis=0)
    yield "order 1", make(reals(2, 3), order=1)
    yield "zeros", make(np.zeros((1, 2)))
    yield "flat", make(reals(4))


@probe
def custom_objects(surface):
    utils = surface.keras.utils

    def twice(x):
        return x * 2

    utils.get_custom_objects()["twice"] = twice
    yield "found", surface.keras.activations.get("twice") is twice
    layer = surface.keras.layers.Dense(1, activation="twice")
    yield "in a layer", layer.activation is twice
    utils.get_custom_objects().clear()
    with utils.custom_object_scope({"twice": twice}):
        yield "in a scope", surface.keras.activations.get("twice") is twice
    yield "left", "twice" in utils.get_custom_objects()


@probe
def serialized_functions(surface):
    keras = surface.keras
    yield "activation", keras.activations.serialize(keras.activations.relu)
    yield "loss", keras.losses.serialize(keras.losses.mean_squared_error)
    found = keras.utils.deserialize_keras_object("relu", module_objects={"relu": keras.activations.relu})
    yield "found", found is keras.activations.relu


@probe
def progress(surface):
    printed = io.StringIO()
    with redirect_stdout(printed):
        bar = surface.keras.utils.Progbar(4, verbose=2)
        for step in range(1, 5):
            bar.update(step, [("loss", 1.0 / step), ("acc", float(step))])
    words = printed.getvalue().split()
    yield "numbers", [word for word in words if word.replace(".", "").isdigit() and "." in word]


@probe
def parameters(surface):
    model = sequential(surface)
    yield "all", int(model.count_params())
    yield "of a layer", int(model.layers[0].count_params())
    model.layers[0].trainable = False
    yield "trainable", sum(int(np.prod(each.shape)) for each in model.trainable_weights)


@probe
def names_and_shapes(surface):
    layer = surface.keras.layers.Dense(2)
    yield "shape", [str(each) for each in layer.compute_output_shape((None, 3))]
    yield "config", sorted(layer.get_config())


@probe
def file_from_the_cache(surface):
    import hashlib
    import os
    import tempfile

    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "datasets", "a.txt")
    os.makedirs(os.path.dirname(path))
    with open(path, "w") as out:
        out.write("here")
    digest = hashlib.md5(b"here").hexdigest()
    found = surface.keras.utils.get_file("a.txt", "http://localhost:9/a.txt", md5_hash=digest, cache_dir=folder)
    with open(found) as text:
        yield "text", text.read()


@probe
def inputs_behind_a_tensor(surface):
    model = with_two_outputs(surface)
    found = surface.keras.utils.get_source_inputs(model.outputs[0])
    yield "inputs", len(found)
    yield "the same", found[0] is model.inputs[0]


@probe
def serialized_objects(surface):
    keras = surface.keras
    made = keras.utils.serialize_keras_object(keras.regularizers.l2(0.5))
    yield "class", made["class_name"]
    yield "factor", float(made["config"]["l2"])
    yield "function", keras.utils.serialize_keras_object(keras.activations.relu)


@probe
def drawn_model(surface):
    """The labels of a drawing, if pydot is there; `plot_model` without it."""
    utils = surface.keras.utils
    try:
        dot = utils.model_to_dot(sequential(surface), show_shapes=True)
        yield "nodes", len(dot.get_nodes())
    except (AssertionError, ImportError, OSError):
        pass
    try:
        utils.plot_model(sequential(surface), "/nowhere/m.png")
    except (AssertionError, ImportError, OSError):
        yield "plot", "refused"
