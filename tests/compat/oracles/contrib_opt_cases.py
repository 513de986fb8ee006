"""Training of a dense and a sparse variable by optimizers of `tf.contrib.opt`, the same on both releases."""

STEPS = 5
CASES = {
    "LazyAdamOptimizer": {"learning_rate": 0.05},
    "NadamOptimizer": {"learning_rate": 0.05},
    "NadamOptimizer slow": {"learning_rate": 0.1, "beta1": 0.5, "beta2": 0.9, "epsilon": 0.1},
    "AdaMaxOptimizer": {"learning_rate": 0.05},
    "AdaMaxOptimizer slow": {"learning_rate": 0.1, "beta1": 0.5, "beta2": 0.9, "epsilon": 0.1},
    "LARSOptimizer": {"learning_rate": 2.0, "weight_decay": 0.01, "eeta": 0.1},
    "LARSOptimizer nesterov": {"learning_rate": 2.0, "momentum": 0.5, "use_nesterov": True, "epsilon": 0.1},
    "LARSOptimizer skipped": {"learning_rate": 0.1, "skip_list": ["dense"]},
    "AdamWOptimizer": {"weight_decay": 0.01, "learning_rate": 0.05},
    "MomentumWOptimizer": {"weight_decay": 0.01, "learning_rate": 0.01, "momentum": 0.9},
    "MomentumWOptimizer nesterov": {
        "weight_decay": 0.02,
        "learning_rate": 0.01,
        "momentum": 0.5,
        "use_nesterov": True,
    },
}
DENSE = [[1.0, -2.0], [0.5, 0.0]]
ROWS = [[0.5, 1.0], [1.5, -1.0], [2.0, 0.25], [-1.0, 3.0]]


def trained(v1, opt, name, *, use_resource, with_list=False):
    """Return the variables after `STEPS` steps; the gradient of the rows is sparse, with one row twice.

    No gradient depends on a variable: whether TensorFlow reads one before or after it is decayed is left to chance.
    """
    optimizer = getattr(opt, name.partition(" ")[0])(**CASES[name])
    dense = v1.get_variable("dense", initializer=v1.constant(DENSE), use_resource=use_resource)
    rows = v1.get_variable("rows", initializer=v1.constant(ROWS), use_resource=use_resource)
    factor = v1.placeholder(v1.float32, [])
    loss = v1.reduce_sum(factor * dense * [[1.0, -0.5], [2.0, 3.0]])
    loss += v1.reduce_sum(factor * v1.gather(rows, [0, 2, 0]) * [[1.0, 0.25]])
    variables = [dense, rows]
    if with_list:
        step = optimizer.apply_gradients(optimizer.compute_gradients(loss, variables), decay_var_list=[dense])
    else:
        step = optimizer.minimize(loss, var_list=variables)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        for index in range(STEPS):
            session.run(step, {factor: 1.5 - 0.4 * index})
        return [each.tolist() for each in session.run([dense, rows])]


def every_run():
    """The name of each run, and the keywords of `trained`."""
    for name in CASES:
        for use_resource in (False, True):
            given = {"use_resource": use_resource}
            yield f"{name} {use_resource}", name, given
            if "WO" in name:
                yield f"{name} {use_resource} list", name, {**given, "with_list": True}
