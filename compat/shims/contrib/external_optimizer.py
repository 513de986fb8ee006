"""`tf.contrib.opt.ScipyOptimizerInterface`: the minimizers of SciPy on the variables of a graph.

https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/contrib/opt/python/training/external_optimizer.py

Known deviations:
* the minimizer is that of the installed SciPy, whose iterations may differ from those of another SciPy
* resource variables are assigned before the loss is computed; TensorFlow 1.15 fed them, which the loss did not see
"""

import logging
from itertools import accumulate
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple

import numpy as np
import tensorflow as tf

v1: Any = tf.compat.v1
Evaluate = Callable[[Any], List[Any]]

_LOGGER = logging.getLogger("tensorflow")
_SET_HERE = ("jac", "callback", "method", "constraints", "bounds")


class ExternalOptimizerInterface:
    """Minimizes a scalar tensor with an algorithm outside of the graph, which a subclass calls in `_minimize`.

    `var_to_bounds` maps variables to pairs `(low, high)`, which are broadcast to the shape of the variable.
    """

    def __init__(
        self,
        loss: Any,
        var_list: Optional[Iterable[Any]] = None,
        equalities: Optional[Sequence[Any]] = None,
        inequalities: Optional[Sequence[Any]] = None,
        var_to_bounds: Optional[Mapping[Any, Tuple[Any, Any]]] = None,
        **optimizer_kwargs: Any,
    ) -> None:
        self._loss = loss
        self._equalities = list(equalities or [])
        self._inequalities = list(inequalities or [])
        self._vars = v1.trainable_variables() if var_list is None else list(var_list)
        self._packed_bounds = None if var_to_bounds is None else self._bounds(var_to_bounds)
        self.optimizer_kwargs = optimizer_kwargs
        self._update_placeholders = [v1.placeholder(each.dtype.base_dtype) for each in self._vars]
        self._var_updates = [
            each.assign(tf.reshape(given, each.shape.as_list()))
            for each, given in zip(self._vars, self._update_placeholders)
        ]
        self._packed_var = _packed(self._vars)
        self._packed_loss_grad = _packed(_gradients(loss, self._vars))
        self._packed_equality_grads = [_packed(_gradients(each, self._vars)) for each in self._equalities]
        self._packed_inequality_grads = [_packed(_gradients(each, self._vars)) for each in self._inequalities]
        ends = list(accumulate([0, *(each.shape.num_elements() for each in self._vars)]))
        self._packing_slices = [slice(*pair) for pair in zip(ends, ends[1:])]

    def minimize(
        self,
        session: Any = None,
        feed_dict: Optional[Dict[Any, Any]] = None,
        fetches: Optional[List[Any]] = None,
        step_callback: Optional[Callable[..., Any]] = None,
        loss_callback: Optional[Callable[..., Any]] = None,
        **run_kwargs: Any,
    ) -> None:
        """Run the whole minimization, and leave the variables at its end.

        `step_callback` gets the flat vector of all variables after each step, `loss_callback` the values of `fetches`
        whenever the loss is computed. `run_kwargs` go to the `session.run` that sets the variables.
        """
        session = session or v1.get_default_session()
        feeds, also = feed_dict or {}, fetches or []

        def function(tensors: List[Any], callback: Optional[Callable[..., Any]] = None) -> Evaluate:
            return lambda x: self._evaluated(x, tensors, session, feeds, also, callback)

        found = self._minimize(
            initial_val=session.run(self._packed_var),
            loss_grad_func=function([self._loss, self._packed_loss_grad], loss_callback),
            equality_funcs=[function([each]) for each in self._equalities],
            equality_grad_funcs=[function([each]) for each in self._packed_equality_grads],
            inequality_funcs=[function([each]) for each in self._inequalities],
            inequality_grad_funcs=[function([each]) for each in self._packed_inequality_grads],
            packed_bounds=self._packed_bounds,
            step_callback=step_callback or (lambda _: None),
            optimizer_kwargs=self.optimizer_kwargs,
        )
        values = [found[part] for part in self._packing_slices]
        session.run(self._var_updates, feed_dict=dict(zip(self._update_placeholders, values)), **run_kwargs)

    def _minimize(
        self,
        initial_val: Any,
        loss_grad_func: Evaluate,
        equality_funcs: List[Evaluate],
        equality_grad_funcs: List[Evaluate],
        inequality_funcs: List[Evaluate],
        inequality_grad_funcs: List[Evaluate],
        packed_bounds: Optional[List[Tuple[float, float]]],
        step_callback: Callable[..., Any],
        optimizer_kwargs: Dict[str, Any],
    ) -> Any:
        """Return the flat vector at which the loss is least."""
        raise NotImplementedError("a subclass of ExternalOptimizerInterface implements _minimize()")

    def _evaluated(
        self,
        x: Any,
        tensors: List[Any],
        session: Any,
        feed_dict: Dict[Any, Any],
        fetches: List[Any],
        callback: Optional[Callable[..., Any]],
    ) -> List[Any]:
        """The values of tensors where the variables have the flat values `x`."""
        parts = [x[part].reshape(each.shape.as_list()) for each, part in zip(self._vars, self._packing_slices)]
        feeds: Dict[Any, Any] = {}
        for each, update, place, part in zip(self._vars, self._var_updates, self._update_placeholders, parts):
            if hasattr(each, "handle"):
                session.run(update, feed_dict={place: part})
            else:
                feeds[each] = part
        found = session.run([*tensors, *fetches], feed_dict={**feeds, **feed_dict})
        if callable(callback):
            callback(*found[len(tensors) :])
        return list(found[: len(tensors)])

    def _bounds(self, var_to_bounds: Mapping[Any, Tuple[Any, Any]]) -> List[Tuple[float, float]]:
        found: List[Tuple[float, float]] = []
        for each in self._vars:
            low, high = next((pair for var, pair in var_to_bounds.items() if var is each), (-np.inf, np.inf))
            sides = [np.broadcast_to(side, each.shape.as_list()).flat for side in (low, high)]
            found += zip(*sides)
        return found


class ScipyOptimizerInterface(ExternalOptimizerInterface):
    """Minimizes with `scipy.optimize.minimize`; the keywords go there, `method="L-BFGS-B"` by default.

    Raises:
        ValueError: a keyword is one of those that are set here, or `bounds`, for which `var_to_bounds` stands.

    """

    _DEFAULT_METHOD = "L-BFGS-B"

    def _minimize(
        self,
        initial_val: Any,
        loss_grad_func: Evaluate,
        equality_funcs: List[Evaluate],
        equality_grad_funcs: List[Evaluate],
        inequality_funcs: List[Evaluate],
        inequality_grad_funcs: List[Evaluate],
        packed_bounds: Optional[List[Tuple[float, float]]],
        step_callback: Callable[..., Any],
        optimizer_kwargs: Dict[str, Any],
    ) -> Any:
        from scipy.optimize import minimize  # only this optimizer needs SciPy

        given = dict(optimizer_kwargs)
        method = given.pop("method", self._DEFAULT_METHOD)
        _check_keywords(given)
        equal = zip(equality_funcs, equality_grad_funcs)
        at_least = zip(inequality_funcs, inequality_grad_funcs)
        constraints = [{"type": "eq", "fun": _scalar(value), "jac": _first(slope)} for value, slope in equal]
        constraints += [{"type": "ineq", "fun": _scalar(value), "jac": _first(slope)} for value, slope in at_least]

        def loss_and_slope(x: Any) -> Tuple[Any, Any]:
            loss, slope = loss_grad_func(x)
            return loss, slope.astype("float64")

        result = minimize(
            loss_and_slope,
            initial_val.astype("float64"),
            jac=True,
            callback=step_callback,
            method=method,
            constraints=constraints,
            bounds=packed_bounds,
            **given,
        )
        said = [("Message", result.message), ("Objective function value", result.fun)]
        said += [("Number of iterations", result.nit)] if "nit" in result else []
        said += [("Number of functions evaluations", result.nfev)] if "nfev" in result else []
        _LOGGER.info("Optimization terminated with:\n%s", "\n".join(f"  {name}: {value}" for name, value in said))
        return result["x"]


def _check_keywords(given: Mapping[str, Any]) -> None:
    if "bounds" in given:
        raise ValueError("Bounds must be set using the var_to_bounds argument")
    for name in _SET_HERE:
        if name in given:
            raise ValueError(f"Optimizer keyword arg '{name}' is set automatically and cannot be injected manually")


def _scalar(function: Evaluate) -> Callable[[Any], float]:
    return lambda x: float(function(x)[0])


def _first(function: Evaluate) -> Callable[[Any], Any]:
    return lambda x: function(x)[0].astype("float64")


def _packed(tensors: Sequence[Any]) -> Any:
    """The tensors as one flat one."""
    flat = [tf.reshape(each, [-1]) for each in tensors]
    return flat[0] if len(flat) == 1 else tf.concat(flat, 0)


def _gradients(tensor: Any, variables: Sequence[Any]) -> List[Any]:
    """The gradients of a tensor, zero for the variables that it does not depend on."""
    found = v1.gradients(tensor, variables)
    return [tf.zeros_like(var) if each is None else each for each, var in zip(found, variables)]
