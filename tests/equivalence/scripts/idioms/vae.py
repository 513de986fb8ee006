"""A variational autoencoder as it was written in 2018: sampled in a Lambda, its loss added to the model."""
import numpy as np
from keras import backend as K
from keras.layers import Dense, Input, Lambda
from keras.losses import mse
from keras.models import Model

ORIGINAL, INTERMEDIATE, LATENT = 6, 5, 2


def start(model, seed):
    rng = np.random.RandomState(seed)
    model.set_weights([rng.normal(0, 0.4, w.shape) for w in model.get_weights()])


def sampling(args):
    z_mean, z_log_var, epsilon = args
    return z_mean + K.exp(0.5 * z_log_var) * epsilon


inputs = Input(shape=(ORIGINAL,), name="encoder_input")
noise = Input(shape=(LATENT,), name="noise")
x = Dense(INTERMEDIATE, activation="relu")(inputs)
z_mean = Dense(LATENT, name="z_mean")(x)
z_log_var = Dense(LATENT, name="z_log_var")(x)
z = Lambda(sampling, output_shape=(LATENT,), name="z")([z_mean, z_log_var, noise])
encoder = Model([inputs, noise], [z_mean, z_log_var, z], name="encoder")

latent_inputs = Input(shape=(LATENT,), name="z_sampling")
x = Dense(INTERMEDIATE, activation="relu")(latent_inputs)
outputs = Dense(ORIGINAL, activation="sigmoid")(x)
decoder = Model(latent_inputs, outputs, name="decoder")

outputs = decoder(encoder([inputs, noise])[2])
vae = Model([inputs, noise], outputs, name="vae_mlp")
start(vae, 1)

reconstruction_loss = mse(inputs, outputs)
reconstruction_loss *= ORIGINAL
kl_loss = 1 + z_log_var - K.square(z_mean) - K.exp(z_log_var)
kl_loss = K.sum(kl_loss, axis=-1)
kl_loss *= -0.5
vae_loss = K.mean(reconstruction_loss + kl_loss)
vae.add_loss(vae_loss)
vae.compile(optimizer="rmsprop")

rng = np.random.RandomState(0)
losses = []
for step in range(20):
    losses.append(float(vae.train_on_batch([rng.uniform(0, 1, (8, ORIGINAL)), rng.normal(0, 1, (8, LATENT))], None)))
print(losses)
weights = vae.get_weights()
