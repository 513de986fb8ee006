"""A variational autoencoder whose loss is a function that reads the encoder's tensors, as the first examples had it."""
import numpy as np
from keras import backend as K
from keras import metrics
from keras.layers import Dense, Input, Lambda
from keras.models import Model

ORIGINAL, INTERMEDIATE, LATENT = 6, 5, 2


def start(model, seed):
    rng = np.random.RandomState(seed)
    model.set_weights([rng.normal(0, 0.4, w.shape) for w in model.get_weights()])


x = Input(shape=(ORIGINAL,))
epsilon = Input(shape=(LATENT,))
h = Dense(INTERMEDIATE, activation="relu")(x)
z_mean = Dense(LATENT)(h)
z_log_var = Dense(LATENT)(h)
z = Lambda(lambda args: args[0] + K.exp(args[1] / 2) * args[2])([z_mean, z_log_var, epsilon])
x_decoded_mean = Dense(ORIGINAL, activation="sigmoid")(Dense(INTERMEDIATE, activation="relu")(z))


def vae_loss(x, x_decoded_mean):
    xent_loss = ORIGINAL * metrics.binary_crossentropy(x, x_decoded_mean)
    kl_loss = -0.5 * K.sum(1 + z_log_var - K.square(z_mean) - K.exp(z_log_var), axis=-1)
    return K.mean(xent_loss + kl_loss)


vae = Model([x, epsilon], x_decoded_mean)
start(vae, 1)
vae.compile(optimizer="rmsprop", loss=vae_loss)

rng = np.random.RandomState(0)
losses = []
for step in range(20):
    batch = rng.uniform(0, 1, (8, ORIGINAL))
    losses.append(float(vae.train_on_batch([batch, rng.normal(0, 1, (8, LATENT))], batch)))
print(losses)
weights = vae.get_weights()
