"""Layers that apply a function to each number."""

from tests.behaviour.single_layers import frozen_layers, layers, masked_layers

layers(
    [
        ("layers.Activation('relu')", (4,)),
        ("layers.Activation('hard_sigmoid')", (4,)),
        ("layers.Activation('elu')", (4,)),
        ("layers.Activation('selu')", (4,)),
        ("layers.Activation('softplus')", (4,)),
        ("layers.Activation('softsign')", (4,)),
        ("layers.Activation('softmax')", (5, 4)),
        ("layers.Activation('exponential')", (4,)),
        ("layers.Activation('linear')", (4,)),
        ("layers.LeakyReLU()", (4,)),
        ("layers.LeakyReLU(0.1)", (4,)),
        ("layers.LeakyReLU(alpha=0.1)", (4,)),
        ("layers.ELU()", (4,)),
        ("layers.ELU(0.5)", (4,)),
        ("layers.ELU(alpha=0.5)", (4,)),
        ("layers.ReLU()", (4,)),
        ("layers.ReLU(0.5)", (4,)),
        ("layers.ReLU(max_value=0.5, negative_slope=0.1, threshold=0.2)", (4,)),
        ("layers.ReLU(negative_slope=0.1, threshold=0.2)", (4,)),
        ("layers.Softmax()", (5, 4)),
        ("layers.Softmax(axis=1)", (5, 4)),
        ("layers.PReLU()", (4,)),
        ("layers.PReLU(alpha_initializer='ones', alpha_regularizer='l2', alpha_constraint='non_neg')", (4,)),
        ("layers.PReLU(shared_axes=[1, 2])", (5, 4, 3)),
        ("layers.PReLU(shared_axes=[1])", (5, 4)),
    ]
)
frozen_layers([("layers.PReLU()", (4,))])
masked_layers(
    [
        ("layers.LeakyReLU(0.1)", (5, 3)),
        ("layers.PReLU()", (5, 3)),
        ("layers.Softmax()", (5, 3)),
        ("layers.Softmax(axis=1)", (5, 3)),
    ]
)
