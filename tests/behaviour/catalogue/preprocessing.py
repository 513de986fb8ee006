"""`keras.preprocessing`: images that are changed at random, texts, and sequences."""

import tempfile
from pathlib import Path

import numpy as np

from tests.behaviour.probes import integers, probe, reals, register

TEXTS = ("The quick brown fox jumped over the lazy dog.", "Don't stop: the  FOX\tran\nawy, 100%!", "a-b_c a/b (x)", "")


def images(count=4, rows=6, columns=5):
    """Images of values from 0 to 255 that are not square."""
    return 127.5 * (1 + reals(count, rows, columns, 3)).astype("float64")


def changed_by(name, value):
    """A probe of one range of `ImageDataGenerator`."""

    def run(surface):
        generator = surface.preprocessing.image.ImageDataGenerator(**{name: value})
        drawn = generator.get_random_transform((6, 5, 3), seed=4)
        yield "drawn", [float(drawn[key]) for key in ("theta", "tx", "ty", "shear", "zx", "zy")]
        yield "image", generator.apply_transform(images()[0], drawn)

    return run


for name, value in (
    ("rotation_range", 40),
    ("width_shift_range", 0.4),
    ("width_shift_range", [-2, 2]),
    ("height_shift_range", 0.4),
    ("shear_range", 30),
    ("zoom_range", 0.3),
    ("channel_shift_range", 40.0),
    ("horizontal_flip", True),
):
    register(f"preprocessing: {name} {value}", changed_by(name, value))


@probe
def images_of_all_ranges(surface):
    generator = surface.preprocessing.image.ImageDataGenerator(
        rotation_range=30, width_shift_range=0.2, height_shift_range=0.2, zoom_range=0.2, shear_range=10
    )
    yield "images", next(generator.flow(images(), batch_size=4, seed=5))


@probe
def brightness(surface):
    generator = surface.preprocessing.image.ImageDataGenerator(brightness_range=(0.5, 1.5))
    yield "image", generator.apply_transform(images()[0], {"brightness": 0.8})
    yield "image of small values", generator.apply_transform(images()[0] / 255, {"brightness": 0.8})


@probe
def standardized_images(surface):
    for settings in ("featurewise", "samplewise"):
        given = {settings + "_center": True, settings + "_std_normalization": True}
        generator = surface.preprocessing.image.ImageDataGenerator(**given)
        generator.fit(images())
        yield settings, next(generator.flow(images(), shuffle=False))
    generator = surface.preprocessing.image.ImageDataGenerator(
        rescale=0.01, preprocessing_function=lambda image: image - 1, data_format="channels_first"
    )
    yield "rescaled", next(generator.flow(images().transpose(0, 3, 1, 2), shuffle=False))


@probe
def batches_of_images(surface):
    generator = surface.preprocessing.image.ImageDataGenerator(validation_split=0.25)
    for subset in ("training", "validation"):
        batches = generator.flow(images(8), np.arange(8) % 2, batch_size=3, seed=3, subset=subset)
        yield subset, [batch for _ in range(3) for batch in next(batches)]


@probe
def images_of_a_folder(surface):
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("cats", "dogs"):
            (Path(folder) / kind).mkdir()
            for count, image in enumerate(images(3)):
                path = str(Path(folder) / kind / f"{count}.png")
                surface.preprocessing.image.array_to_img(image, scale=False).save(path)
        generator = surface.preprocessing.image.ImageDataGenerator(rescale=0.01)
        for mode in ("categorical", "binary", "sparse", "input"):
            found = generator.flow_from_directory(folder, target_size=(4, 4), batch_size=4, seed=2, class_mode=mode)
            yield mode, list(next(found))
        grey = generator.flow_from_directory(folder, color_mode="grayscale", class_mode=None, shuffle=False)
        yield "grey", next(grey)


@probe
def functions_of_images(surface):
    module = surface.preprocessing.image
    for name, given in (
        ("random_rotation", (30,)),
        ("random_shift", (0.2, 0.4)),
        ("random_shear", (20,)),
        ("random_zoom", ((0.8, 1.3),)),
    ):
        np.random.seed(7)
        yield name, getattr(module, name)(images()[0], *given, 0, 1, 2)


@probe
def words(surface):
    text = surface.preprocessing.text
    yield "words", [len(text.text_to_word_sequence(each)) for each in TEXTS]
    yield "hashed", text.hashing_trick(TEXTS[0], 50, hash_function="md5")
    for settings in ({}, {"num_words": 5}, {"oov_token": "?"}, {"char_level": True}, {"lower": False, "filters": ""}):
        tokenizer = text.Tokenizer(**settings)
        tokenizer.fit_on_texts(TEXTS)
        name = " ".join(sorted(settings)) or "plain"
        yield name, [index for row in tokenizer.texts_to_sequences(TEXTS) for index in row]
        for mode in ("binary", "count", "freq", "tfidf"):
            yield f"{name} {mode}", tokenizer.texts_to_matrix(TEXTS, mode=mode)


@probe
def padded_sequences(surface):
    rows = [[1, 2, 3], [4], [], [5, 6, 7, 8, 9]]
    pad = surface.preprocessing.sequence.pad_sequences
    for settings in ({}, {"maxlen": 4, "padding": "post"}, {"maxlen": 2, "truncating": "post", "value": -1.0}):
        yield " ".join(sorted(settings)) or "plain", pad(rows, **settings)
    yield "floats", pad(rows, maxlen=3, dtype="float32", value=0.5)


@probe
def series(surface):
    module = surface.preprocessing.sequence
    batches = module.TimeseriesGenerator(
        integers(10, 2, below=20), np.arange(10), length=4, sampling_rate=2, stride=2, batch_size=2, reverse=True
    )
    yield "batches", [part for index in range(len(batches)) for part in batches[index]]
    yield "table", module.make_sampling_table(6)
