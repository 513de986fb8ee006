"""The releases of TensorFlow and Keras, and the public symbols of each."""
