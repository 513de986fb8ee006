"""What trains a model, in a module of its own."""

from keras.optimizers import SGD


class Trainer:
    def __init__(self, model):
        self.model = model

    def compile_model(self, rate, **kwargs):
        optimizer = SGD(rate, momentum=0.9)
        self.model.compile(optimizer, kwargs["loss"], metrics=["mae"])

    def fit(self, x, y):
        return self.model.fit(x, y, batch_size=4, epochs=3, verbose=0, shuffle=False).history["loss"]


def ask(rows, net):
    return net.predict(rows, batch_size=3)
