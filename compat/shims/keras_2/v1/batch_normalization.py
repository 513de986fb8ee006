"""`tf.layers.BatchNormalization` and `tf.layers.batch_normalization`.

Written after reading `keras.legacy_tf_layers.normalization` of Keras 2.15. The base layer of `tf.layers` adds the
update operations to the collection `tf.GraphKeys.UPDATE_OPS`.
"""

from typing import Any, Callable, Dict, Optional, Sequence, Union

import tensorflow as tf
from tensorflow.python.keras.legacy_tf_layers import base

from compat.shims.keras_2.normalization import BatchNormalizationV1

_zeros, _ones = tf.compat.v1.zeros_initializer(), tf.compat.v1.ones_initializer()


class BatchNormalization(BatchNormalizationV1, base.Layer):  # type: ignore[misc]
    """Batch normalization, in inference mode unless `training` says otherwise."""

    def __init__(
        self,
        axis: Union[int, Sequence[int]] = -1,
        momentum: float = 0.99,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Any = _zeros,
        gamma_initializer: Any = _ones,
        moving_mean_initializer: Any = _zeros,
        moving_variance_initializer: Any = _ones,
        beta_regularizer: Any = None,
        gamma_regularizer: Any = None,
        beta_constraint: Any = None,
        gamma_constraint: Any = None,
        renorm: bool = False,
        renorm_clipping: Optional[Dict[str, Any]] = None,
        renorm_momentum: float = 0.99,
        fused: Optional[bool] = None,
        trainable: bool = True,
        virtual_batch_size: Optional[int] = None,
        adjustment: Optional[Callable[..., Any]] = None,
        name: Optional[str] = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            axis=axis,
            momentum=momentum,
            epsilon=epsilon,
            center=center,
            scale=scale,
            beta_initializer=beta_initializer,
            gamma_initializer=gamma_initializer,
            moving_mean_initializer=moving_mean_initializer,
            moving_variance_initializer=moving_variance_initializer,
            beta_regularizer=beta_regularizer,
            gamma_regularizer=gamma_regularizer,
            beta_constraint=beta_constraint,
            gamma_constraint=gamma_constraint,
            renorm=renorm,
            renorm_clipping=renorm_clipping,
            renorm_momentum=renorm_momentum,
            fused=fused,
            trainable=trainable,
            virtual_batch_size=virtual_batch_size,
            adjustment=adjustment,
            name=name,
            **kwargs,
        )

    def call(self, inputs: Any, training: Any = False, mask: Any = None) -> Any:
        return super().call(inputs, training=training, mask=mask)


def batch_normalization(
    inputs: Any,
    axis: Union[int, Sequence[int]] = -1,
    momentum: float = 0.99,
    epsilon: float = 1e-3,
    center: bool = True,
    scale: bool = True,
    beta_initializer: Any = _zeros,
    gamma_initializer: Any = _ones,
    moving_mean_initializer: Any = _zeros,
    moving_variance_initializer: Any = _ones,
    beta_regularizer: Any = None,
    gamma_regularizer: Any = None,
    beta_constraint: Any = None,
    gamma_constraint: Any = None,
    training: Any = False,
    trainable: bool = True,
    name: Optional[str] = None,
    reuse: Optional[bool] = None,
    renorm: bool = False,
    renorm_clipping: Optional[Dict[str, Any]] = None,
    renorm_momentum: float = 0.99,
    fused: Optional[bool] = None,
    virtual_batch_size: Optional[int] = None,
    adjustment: Optional[Callable[..., Any]] = None,
) -> Any:
    """Create the layer and apply it once; `reuse` takes the variables of an earlier layer with this name."""
    layer = BatchNormalization(
        axis=axis,
        momentum=momentum,
        epsilon=epsilon,
        center=center,
        scale=scale,
        beta_initializer=beta_initializer,
        gamma_initializer=gamma_initializer,
        moving_mean_initializer=moving_mean_initializer,
        moving_variance_initializer=moving_variance_initializer,
        beta_regularizer=beta_regularizer,
        gamma_regularizer=gamma_regularizer,
        beta_constraint=beta_constraint,
        gamma_constraint=gamma_constraint,
        renorm=renorm,
        renorm_clipping=renorm_clipping,
        renorm_momentum=renorm_momentum,
        fused=fused,
        trainable=trainable,
        virtual_batch_size=virtual_batch_size,
        adjustment=adjustment,
        name=name,
        _reuse=reuse,
        _scope=name,
    )
    return layer(inputs, training=training)
