# TF 2.3.4: super().__init__('mlp_policy') in a subclass of tf.keras.Model; TypeError on 2.21
import numpy as np
def show(*a):
    print(">", *[np.array2string(np.asarray(v, dtype="float64"), precision=6, floatmode="maxprec", suppress_small=False, max_line_width=100000, threshold=60) for v in a])
def fill(m):
    rs = np.random.RandomState(0)
    m.set_weights([rs.uniform(0.1, 0.9, w.shape) if False else rs.randn(*w.shape) * 0.3 if w.shape else w for w in m.get_weights()])
rs = np.random.RandomState(1)
from compat import tensorflow as tf
class Policy(tf.keras.Model):
    def __init__(self, n):
        super().__init__("mlp_policy")
        self.d = tf.keras.layers.Dense(n)
    def call(self, x): return self.d(x)
m = Policy(2); x = tf.constant(rs.randn(3, 4).astype("float32")); m(x); fill(m); show(m(x)); print(">", m.name)
