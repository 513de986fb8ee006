"""Minimizations by `tf.contrib.opt.ScipyOptimizerInterface`, the same on both releases."""

import numpy as np

CASES = {
    "default": {},
    "iterations": {"options": {"maxiter": 3}},
    "CG": {"method": "CG"},
    "bounds": {"bounded": True},
    "constraints": {"constrained": True, "method": "SLSQP"},
    "feeds": {"target": 2.5},
}


def minimized(v1, opt, *, bounded=False, constrained=False, target=1.0, use_resource=False, **given):
    """The variables at the end, the values that `loss_callback` got first, and whether the steps were told."""
    point = v1.get_variable("point", initializer=v1.constant([3.0, -2.0]), use_resource=use_resource)
    factor = v1.get_variable("factor", initializer=v1.constant([[0.5, 2.0]]), use_resource=use_resource)
    goal = v1.placeholder(v1.float32, [])
    loss = v1.reduce_sum((point - goal) ** 4) + v1.reduce_sum((factor + point) ** 2) + v1.reduce_sum(factor**2)
    if bounded:
        given["var_to_bounds"] = {point: ([2.0, -1.5], np.inf)}
    if constrained:
        given.update(equalities=[point[1] - 1.5], inequalities=[point[0] - 2.0])
    optimizer = opt.ScipyOptimizerInterface(loss, **given)
    losses, steps = [], []
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        optimizer.minimize(
            session,
            feed_dict={goal: target},
            fetches=[loss],
            loss_callback=losses.append,
            step_callback=lambda x: steps.append(len(x)),
        )
        values = session.run([point, factor])
    return [each.tolist() for each in values], float(losses[0]), sorted(set(steps))
