"""`keras.applications`: networks that tf-keras still has, and what slipped out of the modules of the others."""

from compat.tables.removed.area import area

_KERAS_2 = "https://github.com/keras-team/keras/wiki/Keras-2.0-release-notes"
_KERAS_2_4 = "https://github.com/keras-team/keras/releases/tag/2.4.0"
_KERAS_3 = "https://github.com/keras-team/keras/issues/18467"
_TF_KERAS = "https://github.com/keras-team/tf-keras"
_MUSIC = "https://github.com/keunwoochoi/music-auto_tagging-keras"
_APPLICATIONS = "https://github.com/keras-team/keras-applications"

_RESNETS_RS = "ResNetRS50 ResNetRS101 ResNetRS152 ResNetRS200 ResNetRS270 ResNetRS350 ResNetRS420"
_REGNETS = (
    "RegNetX002 RegNetX004 RegNetX006 RegNetX008 RegNetX016 RegNetX032 RegNetX040 RegNetX064 RegNetX080 RegNetX120 "
    "RegNetX160 RegNetX320 RegNetY002 RegNetY004 RegNetY006 RegNetY008 RegNetY016 RegNetY032 RegNetY040 RegNetY064 "
    "RegNetY080 RegNetY120 RegNetY160 RegNetY320"
)

_NETWORKS = {
    _REGNETS + " " + _RESNETS_RS: "use tf_keras.applications.{name} (pip install tf-keras)",
    "regnet": "use tf_keras.applications.regnet (pip install tf-keras)",
    "resnet_rs": "use tf_keras.applications.resnet_rs (pip install tf-keras)",
}

_MODULES_1 = {
    "music_tagger_crnn audio_conv_utils": "copy the network: nothing replaced it",
    "music_tagger_crnn.MusicTaggerCRNN": "copy the network: nothing replaced it",
}

_MOBILENET = {"mobilenetv2": "use keras.applications.mobilenet_v2"}

_BLOCKS = "copy the block from keras-applications, or take the network from keras.applications and cut it at a layer"
_WEIGHTS = "leave weights='imagenet' to the network, or write the address into keras.utils.get_file"

_IN_2_1 = {
    "resnet50.identity_block resnet50.conv_block": _BLOCKS,
    "resnet50.WEIGHTS_PATH resnet50.WEIGHTS_PATH_NO_TOP": _WEIGHTS,
    "densenet.get_source_inputs inception_resnet_v2.get_source_inputs inception_v3.get_source_inputs "
    "mobilenet.get_source_inputs nasnet.get_source_inputs resnet50.get_source_inputs vgg16.get_source_inputs "
    "vgg19.get_source_inputs xception.get_source_inputs": "use keras.utils.get_source_inputs",
}

_IN_2_12 = {
    "densenet.DenseNet": "use keras.applications.DenseNet121, keras.applications.DenseNet169 or "
    "keras.applications.DenseNet201",
    "nasnet.NASNet": "use keras.applications.NASNetMobile or keras.applications.NASNetLarge",
    "densenet.conv_block densenet.dense_block densenet.transition_block inception_resnet_v2.conv2d_bn "
    "inception_resnet_v2.inception_resnet_block inception_v3.conv2d_bn": _BLOCKS,
    "densenet.DENSENET121_WEIGHT_PATH densenet.DENSENET121_WEIGHT_PATH_NO_TOP densenet.DENSENET169_WEIGHT_PATH "
    "densenet.DENSENET169_WEIGHT_PATH_NO_TOP densenet.DENSENET201_WEIGHT_PATH densenet.DENSENET201_WEIGHT_PATH_NO_TOP "
    "inception_resnet_v2.BASE_WEIGHT_URL inception_v3.WEIGHTS_PATH inception_v3.WEIGHTS_PATH_NO_TOP "
    "mobilenet.BASE_WEIGHT_PATH nasnet.NASNET_LARGE_WEIGHT_PATH nasnet.NASNET_LARGE_WEIGHT_PATH_NO_TOP "
    "nasnet.NASNET_MOBILE_WEIGHT_PATH nasnet.NASNET_MOBILE_WEIGHT_PATH_NO_TOP vgg16.WEIGHTS_PATH "
    "vgg16.WEIGHTS_PATH_NO_TOP vgg19.WEIGHTS_PATH vgg19.WEIGHTS_PATH_NO_TOP xception.TF_WEIGHTS_PATH "
    "xception.TF_WEIGHTS_PATH_NO_TOP imagenet_utils.CLASS_INDEX_PATH": _WEIGHTS,
}

_IN_1 = {
    "inception_v3.merge resnet50.merge xception.merge": "use keras.layers.add or keras.layers.concatenate",
    "inception_v3.convert_all_kernels_in_model resnet50.convert_all_kernels_in_model "
    "vgg16.convert_all_kernels_in_model vgg19.convert_all_kernels_in_model": "leave it out: it turned kernels of "
    "Theano around",
}

_WEIGHTS_OF_1 = {
    " ".join(
        network + "." + constant
        for network in ("inception_v3", "resnet50", "vgg16", "vgg19")
        for constant in ("TF_WEIGHTS_PATH", "TF_WEIGHTS_PATH_NO_TOP", "TH_WEIGHTS_PATH", "TH_WEIGHTS_PATH_NO_TOP")
    ): _WEIGHTS,
}

_INJECTION = {
    "keras_modules_injection densenet.keras_modules_injection imagenet_utils.keras_modules_injection "
    "inception_resnet_v2.keras_modules_injection inception_v3.keras_modules_injection "
    "mobilenet.keras_modules_injection mobilenet_v2.keras_modules_injection nasnet.keras_modules_injection "
    "resnet.keras_modules_injection resnet50.keras_modules_injection resnet_v2.keras_modules_injection "
    "vgg16.keras_modules_injection "
    "vgg19.keras_modules_injection xception.keras_modules_injection": "leave it out: keras.applications needs no "
    "modules handed in",
}

ROWS = (
    *area("keras.applications", "keras 3.0", _TF_KERAS, _NETWORKS),
    *area("keras.applications", "keras 2.0", _MUSIC, _MODULES_1),
    *area("keras.applications", "keras 2.2.5", _KERAS_2_4, _MOBILENET),
    *area("keras.applications", "keras 2.2", _APPLICATIONS, _IN_2_1),
    *area("keras.applications", "keras 2.13", _KERAS_3, _IN_2_12),
    *area("keras.applications", "keras 2.4", _APPLICATIONS, _INJECTION),
    *area("keras.applications", "keras 2.0", _KERAS_2, {**_IN_1, **_WEIGHTS_OF_1}),
)
"""Removed names, as `compat.tables.removed` gathers them."""
