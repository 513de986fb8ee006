"""A GAN as it was written in 2018: the discriminator is compiled, then frozen for the combined model.

The layer before BatchNormalization has no bias: its gradient is nothing but rounding errors, which RMSprop makes large.
"""
import numpy as np
from keras.layers import BatchNormalization, Dense, Input, LeakyReLU
from keras.models import Model, Sequential
from keras.optimizers import RMSprop

LATENT, FEATURES, BATCH = 4, 6, 8


def start(model, seed):
    rng = np.random.RandomState(seed)
    model.set_weights([np.abs(rng.normal(0, 0.4, w.shape)) for w in model.get_weights()])


def build_generator():
    model = Sequential()
    model.add(Dense(8, input_dim=LATENT, use_bias=False))
    model.add(LeakyReLU(alpha=0.2))
    model.add(BatchNormalization(momentum=0.8))
    model.add(Dense(FEATURES, activation="tanh"))
    start(model, 1)
    noise = Input(shape=(LATENT,))
    return Model(noise, model(noise))


def build_discriminator():
    model = Sequential()
    model.add(Dense(8, input_dim=FEATURES))
    model.add(LeakyReLU(alpha=0.2))
    model.add(Dense(1, activation="sigmoid"))
    start(model, 2)
    sample = Input(shape=(FEATURES,))
    return Model(sample, model(sample))


optimizer = RMSprop(lr=0.002)
discriminator = build_discriminator()
discriminator.compile(loss="binary_crossentropy", optimizer=optimizer, metrics=["accuracy"])

generator = build_generator()
z = Input(shape=(LATENT,))
discriminator.trainable = False
combined = Model(z, discriminator(generator(z)))
combined.compile(loss="binary_crossentropy", optimizer=RMSprop(lr=0.002))

rng = np.random.RandomState(0)
valid, fake = np.ones((BATCH, 1)), np.zeros((BATCH, 1))
losses = []
for step in range(20):
    real = rng.normal(0, 0.5, (BATCH, FEATURES))
    made = generator.predict(rng.normal(0, 1, (BATCH, LATENT)))
    d_loss_real = discriminator.train_on_batch(real, valid)
    d_loss_fake = discriminator.train_on_batch(made, fake)
    d_loss = 0.5 * np.add(d_loss_real, d_loss_fake)
    g_loss = combined.train_on_batch(rng.normal(0, 1, (BATCH, LATENT)), valid)
    print("%d [D loss: %f, acc.: %.2f%%] [G loss: %f]" % (step, d_loss[0], 100 * d_loss[1], g_loss))
    losses += [float(d_loss[0]), float(g_loss)]
weights = discriminator.get_weights()
