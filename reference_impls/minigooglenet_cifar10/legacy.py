# usage: python legacy.py --output multi_gpu.png --gpus 4 --data cifar10

# set the matplotlib backend so that the figure can be saved on a headless server
import matplotlib

matplotlib.use("Agg")

import argparse

import matplotlib.pyplot as plt
import numpy as np
import tensorflow as tf
from keras import backend as K
from keras.callbacks import LearningRateScheduler
from keras.layers import Flatten, Input, concatenate
from keras.layers.convolutional import AveragePooling2D, Conv2D, MaxPooling2D
from keras.layers.core import Activation, Dense, Dropout
from keras.layers.normalization import BatchNormalization
from keras.models import Model
from keras.optimizers import SGD
from keras.preprocessing.image import ImageDataGenerator
from keras.utils import np_utils

try:
    from keras.utils.training_utils import multi_gpu_model
except ImportError:  # Keras 2.3
    from keras.utils import multi_gpu_model

from reference_impls.minigooglenet_cifar10.data import load_data

INIT_LR = 5e-3


class MiniGoogLeNet:
    @staticmethod
    def conv_module(x, filters, size, stride, chan_dim, padding="same"):
        # CONV => BN => RELU
        x = Conv2D(filters, size, strides=stride, padding=padding)(x)
        x = BatchNormalization(axis=chan_dim)(x)
        return Activation("relu")(x)

    @staticmethod
    def inception_module(x, filters_1x1, filters_3x3, chan_dim):
        # two CONV modules side by side, concatenated along the channels
        conv_1x1 = MiniGoogLeNet.conv_module(x, filters_1x1, (1, 1), (1, 1), chan_dim)
        conv_3x3 = MiniGoogLeNet.conv_module(x, filters_3x3, (3, 3), (1, 1), chan_dim)
        return concatenate([conv_1x1, conv_3x3], axis=chan_dim)

    @staticmethod
    def downsample_module(x, filters, chan_dim):
        # a strided CONV module beside a POOL
        conv_3x3 = MiniGoogLeNet.conv_module(x, filters, (3, 3), (2, 2), chan_dim, padding="valid")
        pool = MaxPooling2D((3, 3), strides=(2, 2))(x)
        return concatenate([conv_3x3, pool], axis=chan_dim)

    @staticmethod
    def build(width, height, depth, classes):
        input_shape = (height, width, depth)
        chan_dim = -1
        if K.image_data_format() == "channels_first":
            input_shape = (depth, height, width)
            chan_dim = 1

        inputs = Input(shape=input_shape)
        x = MiniGoogLeNet.conv_module(inputs, 96, (3, 3), (1, 1), chan_dim)

        # two inception modules, then downsample
        x = MiniGoogLeNet.inception_module(x, 32, 32, chan_dim)
        x = MiniGoogLeNet.inception_module(x, 32, 48, chan_dim)
        x = MiniGoogLeNet.downsample_module(x, 80, chan_dim)

        # four inception modules, then downsample
        x = MiniGoogLeNet.inception_module(x, 112, 48, chan_dim)
        x = MiniGoogLeNet.inception_module(x, 96, 64, chan_dim)
        x = MiniGoogLeNet.inception_module(x, 80, 80, chan_dim)
        x = MiniGoogLeNet.inception_module(x, 48, 96, chan_dim)
        x = MiniGoogLeNet.downsample_module(x, 96, chan_dim)

        # two inception modules, then the classifier
        x = MiniGoogLeNet.inception_module(x, 176, 160, chan_dim)
        x = MiniGoogLeNet.inception_module(x, 176, 160, chan_dim)
        x = AveragePooling2D((7, 7))(x)
        x = Dropout(0.5)(x)
        x = Flatten()(x)
        x = Dense(classes)(x)
        x = Activation("softmax")(x)

        return Model(inputs, x, name="googlenet")


# parse the arguments
ap = argparse.ArgumentParser()
ap.add_argument("-o", "--output", required=True, help="path to the output plot")
ap.add_argument("-g", "--gpus", type=int, default=1, help="number of GPUs")
ap.add_argument("-e", "--epochs", type=int, default=70, help="number of epochs")
ap.add_argument("-b", "--batch-size", type=int, default=64, help="images per GPU and step")
ap.add_argument("-d", "--data", choices=["digits", "cifar10"], default="digits", help="what to train on")
args = vars(ap.parse_args())

G = args["gpus"]
EPOCHS = args["epochs"]
BATCH = args["batch_size"] * G


def poly_decay(epoch):
    # the learning rate falls to zero along a polynomial
    power = 1.0
    return INIT_LR * (1 - epoch / float(EPOCHS)) ** power


# load the images, subtract the mean image, one-hot encode the labels
print("[INFO] loading {}...".format(args["data"]))
(trainX, trainY), (testX, testY) = load_data(args["data"])
trainX = trainX.astype("float")
testX = testX.astype("float")
mean = np.mean(trainX, axis=0)
trainX -= mean
testX -= mean
trainY = np_utils.to_categorical(trainY, 10)
testY = np_utils.to_categorical(testY, 10)

aug = ImageDataGenerator(width_shift_range=0.1, height_shift_range=0.1, horizontal_flip=True, fill_mode="nearest")
callbacks = [LearningRateScheduler(poly_decay)]

if G <= 1:
    print("[INFO] training with 1 GPU...")
    model = MiniGoogLeNet.build(width=32, height=32, depth=3, classes=10)
else:
    print("[INFO] training with {} GPUs...".format(G))
    # the weights live on the CPU, every GPU works on its slice of the batch
    with tf.device("/cpu:0"):
        model = MiniGoogLeNet.build(width=32, height=32, depth=3, classes=10)
    model = multi_gpu_model(model, gpus=G)

print("[INFO] compiling model...")
opt = SGD(lr=INIT_LR, momentum=0.9)
model.compile(loss="categorical_crossentropy", optimizer=opt, metrics=["acc"])

print("[INFO] training network...")
H = model.fit_generator(
    aug.flow(trainX, trainY, batch_size=BATCH),
    validation_data=(testX, testY),
    steps_per_epoch=len(trainX) // BATCH,
    epochs=EPOCHS,
    callbacks=callbacks,
    verbose=2,
)
H = H.history

# plot the loss and accuracy
N = np.arange(0, len(H["loss"]))
plt.style.use("ggplot")
plt.figure()
plt.plot(N, H["loss"], label="train_loss")
plt.plot(N, H["val_loss"], label="test_loss")
plt.plot(N, H["acc"], label="train_acc")
plt.plot(N, H["val_acc"], label="test_acc")
plt.title("MiniGoogLeNet on {}".format(args["data"]))
plt.xlabel("Epoch #")
plt.ylabel("Loss/Accuracy")
plt.legend()
plt.savefig(args["output"])
plt.close()
