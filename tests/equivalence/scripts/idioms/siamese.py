"""A Siamese network as it was written in 2018: one base for both sides, a distance in a Lambda, contrastive loss."""
import numpy as np
from keras import backend as K
from keras.layers import Dense, Flatten, Input, Lambda
from keras.models import Model
from keras.optimizers import RMSprop

SHAPE = (3, 4)


def start(model, seed):
    rng = np.random.RandomState(seed)
    model.set_weights([rng.normal(0, 0.4, w.shape) for w in model.get_weights()])


def euclidean_distance(vects):
    x, y = vects
    sum_square = K.sum(K.square(x - y), axis=1, keepdims=True)
    return K.sqrt(K.maximum(sum_square, K.epsilon()))


def eucl_dist_output_shape(shapes):
    shape1, shape2 = shapes
    return (shape1[0], 1)


def contrastive_loss(y_true, y_pred):
    margin = 1
    square_pred = K.square(y_pred)
    margin_square = K.square(K.maximum(margin - y_pred, 0))
    return K.mean(y_true * square_pred + (1 - y_true) * margin_square)


def accuracy(y_true, y_pred):
    return K.mean(K.equal(y_true, K.cast(y_pred < 0.5, y_true.dtype)))


def create_base_network(input_shape):
    input = Input(shape=input_shape)
    x = Flatten()(input)
    x = Dense(8, activation="relu")(x)
    x = Dense(4, activation="relu")(x)
    return Model(input, x)


base_network = create_base_network(SHAPE)
start(base_network, 1)
input_a = Input(shape=SHAPE)
input_b = Input(shape=SHAPE)
distance = Lambda(euclidean_distance, output_shape=eucl_dist_output_shape)(
    [base_network(input_a), base_network(input_b)]
)
model = Model([input_a, input_b], distance)
rms = RMSprop()
model.compile(loss=contrastive_loss, optimizer=rms, metrics=[accuracy])

rng = np.random.RandomState(0)
left, right = rng.uniform(0, 1, (40,) + SHAPE), rng.uniform(0, 1, (40,) + SHAPE)
same = rng.randint(0, 2, 40).astype("float32")
history = model.fit([left, right], same, batch_size=8, epochs=4, shuffle=False, verbose=2)
losses = [float(loss) for loss in history.history["loss"]]
losses += [float(value) for value in model.evaluate([left, right], same, verbose=0)]
weights = model.get_weights()
