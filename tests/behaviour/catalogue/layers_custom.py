"""Layers of one's own, as code of Keras 2 writes them."""

from tests.behaviour.probes import fill, last_name, reals, register
from tests.behaviour.single_layers import compile_model


def _trained(surface, layer, shape=(3,), rows=4):
    """What the layer gives, and its weights after a step."""
    keras = surface.keras
    inputs = keras.layers.Input(shape)
    model = keras.models.Model(inputs, layer(inputs))
    fill(model)
    compile_model(surface, model)
    x = reals(rows, *shape)
    given = model.predict_on_batch(x)
    yield "weights", [[last_name(each), [int(size) for size in each.shape]] for each in layer.weights]
    yield "trainable", [last_name(each) for each in layer.trainable_weights]
    yield "output", given
    yield "loss", float(model.train_on_batch(x, 0 * given))
    yield "weights after", model.get_weights()


_BUILDS = {
    "add_weight(name=, shape=)": """
layer.w = layer.add_weight(name="w", shape=(3, 2), initializer="uniform", trainable=True)
""",
    "add_weight('w', (3, 2))": """
layer.w = layer.add_weight("w", (3, 2), initializer="uniform")
""",
    "add_weight((3, 2), name=)": """
layer.w = layer.add_weight((3, 2), initializer="uniform", name="w")
""",
    "add_weight(shape=) with a Dimension": """
layer.w = layer.add_weight(shape=(input_shape[-1], 2), initializer="uniform", name="w")
""",
    "add_weight(shape=list)": """
layer.w = layer.add_weight(shape=[input_shape[1], 2], initializer="uniform", name="w")
""",
    "add_weight(name=, shape=), then trainable=False": """
layer.w = layer.add_weight(name="w", shape=(3, 2), initializer="uniform")
layer.still = layer.add_weight(name="still", shape=(2,), initializer="zeros", trainable=False)
""",
    "add_weight of a scalar": """
layer.w = layer.add_weight(name="w", shape=(3, 2), initializer="uniform")
layer.scalar = layer.add_weight(name="scalar", shape=(), initializer="zeros")
""",
    "add_weight(regularizer=, constraint=)": """
layer.w = layer.add_weight(
    name="w", shape=(3, 2), initializer="uniform", regularizer=regularizers.l2(0.1), constraint=constraints.NonNeg()
)
""",
    "K.variable": """
layer.w = K.variable(start, name="w")
""",
    "K.variable in trainable_weights": """
layer.w = K.variable(start, name="w")
layer.trainable_weights = [layer.w]
""",
    "K.variable in _trainable_weights": """
layer.w = K.variable(start, name="w")
layer._trainable_weights.append(layer.w)
""",
    "tf.Variable": """
layer.w = tf.Variable(start, name="w")
""",
    "add_loss(regularization)": """
layer.w = layer.add_weight(name="w", shape=(3, 2), initializer="uniform")
layer.add_loss(0.1 * K.sum(K.square(layer.w)))
""",
}


def _built(source):
    def run(surface):
        class Own(surface.keras.layers.Layer):
            def build(self, input_shape):
                surface.run(f"exec({source!r})", layer=self, input_shape=input_shape, start=reals(3, 2))
                super().build(input_shape)

            def call(self, inputs):
                return surface.K.dot(inputs, self.w)

            def compute_output_shape(self, input_shape):
                return (input_shape[0], 2)

        return _trained(surface, Own())

    return run


for _name, _source in _BUILDS.items():
    register("layers of one's own: " + _name, _built(_source))

_CALLS = {
    "K.dot and K.bias_add": "K.bias_add(K.dot(inputs, w), b)",
    "tf.matmul": "tf.matmul(inputs, w) + b",
    "K.int_shape": "(K.dot(inputs, w) + b) * K.int_shape(inputs)[-1]",
    "x.get_shape()": "(K.dot(inputs, w) + b) * int(inputs.get_shape()[-1])",
    "x.get_shape().as_list()": "(K.dot(inputs, w) + b) * inputs.get_shape().as_list()[-1]",
    "x._keras_shape": "(K.dot(inputs, w) + b) * inputs._keras_shape[-1]",
    "K.in_train_phase": "K.in_train_phase(2.0 * (K.dot(inputs, w) + b), (K.dot(inputs, w) + b))",
    "K.shape": "(K.dot(inputs, w) + b) / K.cast(K.shape(inputs)[0], 'float32')",
    "K.batch_flatten": "K.dot(K.batch_flatten(inputs), w) + b",
}


def _called(code):
    def run(surface):
        class Own(surface.keras.layers.Layer):
            def build(self, input_shape):
                self.w = self.add_weight(name="w", shape=(3, 2), initializer="uniform")
                self.b = self.add_weight(name="b", shape=(2,), initializer="zeros")
                super().build(input_shape)

            def call(self, inputs):
                return surface.run(code, inputs=inputs, w=self.w, b=self.b)

            def compute_output_shape(self, input_shape):
                return (input_shape[0], 2)

        return _trained(surface, Own())

    return run


for _name, _code in _CALLS.items():
    register("layers of one's own: call with " + _name, _called(_code))

_TENSORS = {
    "Lambda with K.sum": "layers.Lambda(lambda x: K.sum(x, axis=1, keepdims=True))",
    "Lambda with tf.reduce_sum": "layers.Lambda(lambda x: tf.reduce_sum(x, axis=1, keepdims=True))",
    "Lambda with K.l2_normalize": "layers.Lambda(lambda x: K.l2_normalize(x, axis=-1))",
    "Lambda with K.expand_dims": "layers.Lambda(lambda x: K.expand_dims(x, -1))",
    "Lambda with K.reverse": "layers.Lambda(lambda x: K.reverse(x, 1))",
    "Lambda with K.batch_dot": "layers.Lambda(lambda x: K.batch_dot(x, x, axes=1))",
    "Lambda that names output_shape": "layers.Lambda(lambda x: K.mean(x, axis=1, keepdims=True), output_shape=(1,))",
    "Lambda with mask": "layers.Lambda(lambda x, mask=None: x * 2.0, mask=lambda x, mask: mask)",
}


def _lambda(code):
    def run(surface):
        keras = surface.keras
        inputs = keras.layers.Input((3,))
        outputs = surface.run(code)(keras.layers.Dense(3)(inputs))
        model = keras.models.Model(inputs, outputs)
        fill(model)
        compile_model(surface, model)
        x = reals(4, 3)
        given = model.predict_on_batch(x)
        yield "output", given
        yield "loss", float(model.train_on_batch(x, 0 * given))
        yield "weights after", model.get_weights()

    return run


for _name, _code in _TENSORS.items():
    register("layers of one's own: " + _name, _lambda(_code))


def _losses_of_calls(surface):
    """A loss of the inputs, added in call."""

    class Own(surface.keras.layers.Layer):
        def build(self, input_shape):
            self.w = self.add_weight(name="w", shape=(3, 2), initializer="uniform")
            super().build(input_shape)

        def call(self, inputs):
            outputs = surface.K.dot(inputs, self.w)
            self.add_loss(0.1 * surface.K.sum(outputs**2), inputs=inputs)
            return outputs

        def compute_output_shape(self, input_shape):
            return (input_shape[0], 2)

    return _trained(surface, Own())


register("layers of one's own: add_loss(..., inputs=inputs) in call", _losses_of_calls)


def _training_argument(surface):
    """What `training` is in training and in prediction."""

    class Own(surface.keras.layers.Layer):
        def call(self, inputs, training=None):
            return surface.K.in_train_phase(2.0 * inputs, inputs, training=training)

    keras = surface.keras
    inputs = keras.layers.Input((3,))
    model = keras.models.Model(inputs, Own()(inputs))
    compile_model(surface, model)
    x = reals(4, 3)
    yield "predicted", model.predict_on_batch(x)
    yield "training loss", float(model.train_on_batch(x, 0 * x))
    yield "test loss", float(model.test_on_batch(x, 0 * x))


register("layers of one's own: training=None", _training_argument)


def _mask_argument(surface):
    """A mask taken, and not passed on."""

    class Own(surface.keras.layers.Layer):
        def __init__(self, **options):
            super().__init__(**options)
            self.supports_masking = True

        def call(self, inputs, mask=None):
            return inputs * surface.K.expand_dims(surface.K.cast(mask, "float32"), -1)

        def compute_mask(self, inputs, mask=None):
            return None

    keras = surface.keras
    inputs = keras.layers.Input((4, 3))
    model = keras.models.Model(inputs, keras.layers.SimpleRNN(2)(Own()(keras.layers.Masking()(inputs))))
    fill(model)
    x = reals(3, 4, 3)
    x[1, 2:] = 0
    yield "output", model.predict_on_batch(x)


register("layers of one's own: a mask taken and not passed on", _mask_argument)


def _without_masks(surface):
    """A layer that says nothing about masks, behind one that has one."""

    class Own(surface.keras.layers.Layer):
        def call(self, inputs):
            return 2.0 * inputs

    keras = surface.keras
    inputs = keras.layers.Input((4, 3))
    model = keras.models.Model(inputs, keras.layers.SimpleRNN(2)(Own()(keras.layers.Masking()(inputs))))
    fill(model)
    x = reals(3, 4, 3)
    x[1, 2:] = 0
    yield "output", model.predict_on_batch(x)


register("layers of one's own: behind a mask that it does not take", _without_masks)
