"""A layer of TensorFlow 1.15 with its own tf.Variable, and one with add_weight, as they were written in 2019."""
import numpy as np
import tensorflow as tf

layers = tf.keras.layers


def start(model, seed):
    rng = np.random.RandomState(seed)
    model.set_weights([rng.normal(0, 0.4, w.shape) for w in model.get_weights()])


class Scale(layers.Layer):
    def __init__(self, units, **kwargs):
        super(Scale, self).__init__(**kwargs)
        self.scale = tf.Variable(tf.constant(0.5, shape=(units,)), trainable=True, name="scale")

    def call(self, inputs):
        return inputs * self.scale


class Linear(layers.Layer):
    def __init__(self, units, **kwargs):
        super(Linear, self).__init__(**kwargs)
        self.units = units

    def build(self, input_shape):
        self.kernel = self.add_weight("kernel", (int(input_shape[-1]), self.units), initializer="glorot_uniform")
        self.bias = self.add_weight("bias", shape=[self.units], initializer="zeros")
        super(Linear, self).build(input_shape)

    def call(self, inputs):
        return tf.nn.relu(tf.matmul(inputs, self.kernel) + self.bias)


model = tf.keras.Sequential([Linear(6, input_shape=(4,)), Scale(6), layers.Dense(1)])
start(model, 1)
model.compile(optimizer=tf.keras.optimizers.Adam(lr=0.01), loss="mse")

rng = np.random.RandomState(0)
x = rng.normal(0, 1, (40, 4)).astype("float32")
y = x[:, :1] * 2 - x[:, 1:2]
history = model.fit(x, y, batch_size=8, epochs=4, shuffle=False, verbose=2)
losses = [float(loss) for loss in history.history["loss"]]
weights = model.get_weights()
