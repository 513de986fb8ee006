"""Programs of Estimators: a `model_fn` or a Keras model, a strategy of `tf.contrib.distribute`, hooks, exports."""

from __future__ import annotations

from tests.benchmarks.programs.draft import Draft

OPTIMIZERS = (
    "tf.train.GradientDescentOptimizer(0.05)",
    "tf.train.GradientDescentOptimizer(learning_rate=0.05)",
    "tf.train.AdamOptimizer(0.01)",
    "tf.train.AdamOptimizer(learning_rate=0.01, beta1=0.8)",
    "tf.train.MomentumOptimizer(0.05, 0.9)",
    "tf.train.MomentumOptimizer(0.05, momentum=0.9, use_nesterov=True)",
    "tf.train.RMSPropOptimizer(0.01)",
    "tf.train.AdagradOptimizer(0.05)",
    "tf.train.FtrlOptimizer(0.05)",
    "tf.train.GradientDescentOptimizer(tf.train.exponential_decay(0.1, tf.train.get_global_step(), 2, 0.5))",
)
STRATEGIES = (
    None,
    "tf.contrib.distribute.MirroredStrategy(num_gpus=2)",
    "tf.contrib.distribute.MirroredStrategy(num_gpus_per_worker=2)",
    "tf.contrib.distribute.OneDeviceStrategy('/cpu:0')",
    "tf.contrib.distribute.MirroredStrategy(['/gpu:0', '/gpu:1'])",
    "tf.distribute.MirroredStrategy()",
)


def estimator(draft: Draft) -> None:
    """A program that trains an Estimator."""
    draft.tensorflow()
    draft.add("draw = np.random.RandomState(3)")
    draft.add("x = draw.uniform(-1, 1, (32, 6)).astype('float32')")
    classes = draft.often(0.5)
    draft.add(
        "y = draw.randint(0, 3, 32).astype('int32')"
        if classes
        else "y = draw.uniform(-1, 1, (32, 1)).astype('float32')"
    )
    if draft.often(0.3):
        draft.add("tf.logging.set_verbosity(tf.logging.ERROR)")
    strategy = draft.choose(STRATEGIES)
    keras = draft.package == "tensorflow.keras" and draft.often(0.7)
    entrance = "model" if keras else "x"
    draft.add(_config(draft, strategy))
    draft.add(_keras_model(draft, classes) if keras else _model_function(draft, classes))
    draft.add(_input_function(draft, entrance))
    _runs(draft)


def _config(draft: Draft, strategy: str | None) -> str:
    said = ["tf_random_seed=1"] if draft.often(0.5) else []
    said += ["save_checkpoints_steps=4"] if draft.often(0.3) else []
    said += ["session_config=tf.ConfigProto(allow_soft_placement=True)"] if draft.often(0.3) else []
    said += ["log_step_count_steps=2"] if draft.often(0.2) else []
    if strategy:
        said.append("train_distribute=strategy")
    made = f"strategy = {strategy}\n" if strategy else ""
    return f"{made}config = tf.estimator.RunConfig({', '.join(said)})"


def _input_function(draft: Draft, entrance: str) -> str:
    features = "{'x': x}" if entrance == "x" else "{NAME: x}"
    repeat = draft.choose([".repeat()", ".repeat(None)", ".repeat(10)"])
    end = draft.choose(
        [
            "    return dataset",
            "    return dataset.prefetch(1)",
        ]
    )
    batch = draft.choose(
        [".batch(4)", ".batch(4, drop_remainder=True)", ".apply(tf.contrib.data.batch_and_drop_remainder(4))"]
    )
    return (
        f"def input_fn():\n    dataset = tf.data.Dataset.from_tensor_slices(({features}, y))\n"
        f"    dataset = dataset{repeat}{batch}\n{end}\n\n\n"
        f"def eval_fn():\n    return tf.data.Dataset.from_tensor_slices(({features}, y)).batch(8)"
    )


def _model_function(draft: Draft, classes: bool) -> str:
    dense = draft.choose(
        [
            "tf.layers.dense(features['x'], 4, activation=tf.nn.{a}, kernel_initializer=tf.constant_initializer(0.2))",
            "tf.layers.dense(inputs=features['x'], units=4, activation=tf.nn.{a}, kernel_initializer=tf.constant_initializer(0.2), name='hidden')",
            "tf.nn.{a}(tf.matmul(features['x'], tf.get_variable('w', [6, 4], initializer=tf.constant_initializer(0.2))))",
            "tf.contrib.layers.fully_connected(features['x'], 4, activation_fn=tf.nn.{a}, weights_initializer=tf.constant_initializer(0.2))",
        ]
    ).format(a=draft.choose(["relu", "tanh", "sigmoid"]))
    weights = (
        "tf.constant_initializer(np.linspace(-0.5, 0.5, 12).reshape(4, 3))"
        if classes
        else "tf.constant_initializer(0.3)"
    )
    last = f"tf.layers.dense(hidden, {3 if classes else 1}, kernel_initializer={weights})"
    loss = draft.choose(
        [
            "tf.losses.sparse_softmax_cross_entropy(labels=labels, logits=out)",
            "tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=out))",
        ]
        if classes
        else [
            "tf.losses.mean_squared_error(labels, out)",
            "tf.reduce_mean(tf.square(out - labels))",
            "tf.losses.absolute_difference(labels, out)",
        ]
    )
    measure = (
        "tf.metrics.accuracy(labels, tf.argmax(out, 1))" if classes else "tf.metrics.mean_absolute_error(labels, out)"
    )
    made = "tf.nn.softmax(out)" if classes else "out"
    exported = (
        f"\n        return tf.estimator.EstimatorSpec(mode, predictions={{'out': {made}}}, "
        "export_outputs={'serving_default': tf.estimator.export.PredictOutput({'out': out})})"
        if draft.often(0.3)
        else f"\n        return tf.estimator.EstimatorSpec(mode, predictions={{'out': {made}}})"
    )
    step = draft.choose(["tf.train.get_global_step()", "tf.train.get_or_create_global_step()"])
    return (
        f"def model_fn(features, labels, mode, params):\n    hidden = {dense}\n    out = {last}\n"
        f"    if mode == tf.estimator.ModeKeys.PREDICT:{exported}\n"
        f"    loss = {loss}\n"
        f"    if mode == tf.estimator.ModeKeys.EVAL:\n"
        f"        return tf.estimator.EstimatorSpec(mode, loss=loss, eval_metric_ops={{'measure': {measure}}})\n"
        f"    optimizer = {draft.choose(OPTIMIZERS)}\n"
        f"    train_op = optimizer.minimize(loss, global_step={step})\n"
        f"    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)\n\n\n"
        "estimator = tf.estimator.Estimator(model_fn=model_fn, model_dir='run', config=config, params={})"
    )


def _keras_model(draft: Draft, classes: bool) -> str:
    sequential, dense, enter = (
        draft.keras("models.Sequential"),
        draft.keras("layers.Dense"),
        draft.keras("layers.Input"),
    )
    units, activation = (3, "softmax") if classes else (1, None)
    last = f"{dense}({units}, activation={activation!r})"
    if draft.often(0.5):
        made = f"model = {sequential}([{dense}(4, activation='tanh', input_shape=(6,), name='first'), {last}])"
        name = "first_input"
    else:
        made = f"inp = {enter}(shape=(6,), name='x')\nmodel = {draft.keras('models.Model')}(inp, {last}({dense}(4, activation='tanh')(inp)))"
        name = "x"
    loss = "'sparse_categorical_crossentropy'" if classes else "'mse'"
    optimizer = draft.choose(
        [
            f"{draft.keras('optimizers.SGD')}(lr=0.05)",
            f"{draft.keras('optimizers.Adam')}(lr=0.01)",
            f"{draft.keras('optimizers.SGD')}(0.05, momentum=0.9)",
            "'sgd'",
            "tf.train.AdamOptimizer(0.01)",
            "tf.train.GradientDescentOptimizer(0.05)",
        ]
    )
    measure = "'accuracy'" if classes else "'mae'"
    measures = f", metrics=[{measure}]" if draft.often(0.6) else ""
    return (
        f"{made}\ndraw = np.random.RandomState(7)\n"
        "model.set_weights([draw.uniform(-0.5, 0.5, w.shape) for w in model.get_weights()])\n"
        f"model.compile(loss={loss}, optimizer={optimizer}{measures})\n"
        f"estimator = {draft.keras('estimator.model_to_estimator') if draft.spelling == 'whole' else 'tf.keras.estimator.model_to_estimator'}"
        f"(keras_model=model, model_dir='run', config=config)\nNAME = {name!r}"
    )


def _runs(draft: Draft) -> None:
    hooks = ""
    if draft.often(0.4):
        draft.add(
            "class Steps(tf.train.SessionRunHook):\n    def begin(self):\n        self.steps = 0\n\n"
            "    def after_run(self, run_context, run_values):\n        self.steps += 1\n\n"
            "    def end(self, session):\n        report('steps', [self.steps])"
        )
        hooks = ", hooks=[Steps()]"
    if draft.often(0.3):
        said = f", hooks=[{hooks[9:-1]}]" if hooks else ""
        draft.add(
            f"train_spec = tf.estimator.TrainSpec(input_fn=input_fn, max_steps=6{said})\n"
            "eval_spec = tf.estimator.EvalSpec(input_fn=eval_fn, steps=2)\n"
            "tf.estimator.train_and_evaluate(estimator, train_spec, eval_spec)"
        )
    else:
        steps = draft.choose(["steps=6", "max_steps=6"])
        fn = draft.choose(["input_fn", "input_fn=input_fn", "lambda: input_fn()"])
        draft.add(f"estimator.train({fn}, {steps}{hooks})")
    draft.add(
        "result = estimator.evaluate(eval_fn, steps=4)\n"
        "for key in sorted(result):\n    report('evaluated', [result[key]])"
    )
    if draft.often(0.5):
        draft.add(
            "made = [sorted(each.items())[0][1] for each in estimator.predict(eval_fn)]\nreport('predicted', made)"
        )
    if draft.often(0.3):
        draft.add(
            "for name in sorted(estimator.get_variable_names()):\n"
            "    if 'kernel' in name and name.count('/') < 2:\n"
            "        report('variable', [np.sum(estimator.get_variable_value(name))])"
        )
