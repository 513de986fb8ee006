"""What trains a model on batches that do not divide by the replicas, and a callback, in a module of their own."""

from keras.callbacks import Callback
from keras.optimizers import SGD


class Check(Callback):
    def __init__(self, x):
        super(Check, self).__init__()
        self.x = x
        self.found = []

    def on_epoch_end(self, epoch, logs=None):
        self.found.append(self.model.predict_on_batch(self.x).tolist())


class Trainer:
    def __init__(self, model):
        self.model = model

    def compile_model(self, rate):
        optimizer = SGD(rate, momentum=0.9)
        self.model.compile(optimizer, "mse")

    def fit(self, x, y):
        check = Check(x[:3])
        losses = self.model.fit(x, y, batch_size=5, epochs=2, verbose=0, shuffle=False, callbacks=[check]).history["loss"]
        return losses, check.found[-1][0], [self.model.train_on_batch(x[i : i + 3], y[i : i + 3]) for i in (0, 3, 6)]
