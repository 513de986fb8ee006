"""TensorFlow 1"""
