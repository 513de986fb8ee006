"""Third-party libraries, by the names of their packages."""

from typing import FrozenSet

_TRAINING = """
catboost chainer deepchem fastai flax jax lightgbm mxnet optax paddle pytorch_lightning sklearn
skorch tf_keras theano torch xgboost
"""
_OTHERS = """
PIL absl cupy cv2 dask gensim gym h5py imageio matplotlib nltk numpy onnx pandas peft scipy seaborn skimage spacy
statsmodels sympy tokenizers torchtext torchvision tqdm
"""

OTHER_FRAMEWORKS: FrozenSet[str] = frozenset(_TRAINING.split())
"""Libraries whose objects are also trained, by methods of the same names."""

OTHER_LIBRARIES: FrozenSet[str] = OTHER_FRAMEWORKS | frozenset(_OTHERS.split())
"""Libraries that never make an object of Keras or TensorFlow."""
