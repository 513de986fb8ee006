"""The releases of TensorFlow and Keras, and what is public in each."""
