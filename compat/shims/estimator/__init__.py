"""The bridge that carries `tensorflow-estimator` 2.15.0 over to TensorFlow 2.16 and later.

The package itself is left as it is. It is pure Python and stands on names that TensorFlow took away; here its modules
are given those names when they import them:

* `importing`: its modules run with an `import` that asks the views first
* `views`: TensorFlow as they see it, with the modules of `supplied` in the places where TensorFlow has none
* `supplied`: one file for each module that is gone, written after reading TensorFlow 2.15

TensorFlow and Keras are not changed: what other modules of the process import is what TensorFlow has.
"""
