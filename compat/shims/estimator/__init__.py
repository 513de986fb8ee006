"""The bridge that carries `tensorflow-estimator` 2.15.0 over to TensorFlow 2.16 and later.

The package itself is not changed. It is pure Python and relies on names that TensorFlow has removed; the bridge
supplies those names when the package's modules import them:

* `importing`: its modules run with an `import` that asks the views first
* `views`: TensorFlow as these modules see it, with the modules of `supplied` where TensorFlow has none
* `supplied`: one file for each module that is gone, written after reading TensorFlow 2.15
* `pandas_texts`: texts of pandas 3 as the queues of the package take them

TensorFlow and Keras are not changed: other modules of the process import what TensorFlow has.
"""
