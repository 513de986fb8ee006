"""keras-rl: a double DQN walks a corridor; the replay memory and the policy draw the same numbers everywhere."""

import random as python_random

import driven
import numpy as np
from keras.layers import Dense, Flatten
from keras.models import Sequential, model_from_json
from keras.optimizers import SGD
from rl.agents.dqn import DQNAgent
from rl.memory import SequentialMemory
from rl.policy import EpsGreedyQPolicy, LinearAnnealedPolicy


class Corridor:
    """Ten places; the last one pays."""

    def reset(self):
        self.place, self.time = 0, 0
        return self.seen()

    def seen(self):
        return np.eye(10)[self.place]

    def step(self, action):
        self.time += 1
        self.place = min(max(self.place + (1 if action else -1), 0), 9)
        there = self.place == 9
        return self.seen(), 1.0 if there else -0.01, there or self.time == 40, {}

    def render(self, mode="human", close=False):
        pass

    def close(self):
        pass


model = Sequential([Flatten(input_shape=(1, 10)), Dense(16, activation="relu"), Dense(2, activation="linear")])
policy = LinearAnnealedPolicy(EpsGreedyQPolicy(), "eps", value_max=0.8, value_min=0.1, value_test=0.0, nb_steps=200)
agent = DQNAgent(
    model=model,
    nb_actions=2,
    memory=SequentialMemory(limit=500, window_length=1),
    nb_steps_warmup=20,
    target_model_update=20,
    policy=policy,
    enable_double_dqn=True,
    enable_dueling_network=True,
)
agent.compile(SGD(lr=1e-1), metrics=["mae"])
driven.begin(agent.model)
agent.update_target_model_hard()
np.random.seed(2)
python_random.seed(2)
history = agent.fit(Corridor(), nb_steps=300, verbose=0)
tested = agent.test(Corridor(), nb_episodes=2, visualize=False, verbose=0)
loaded = model_from_json(agent.model.to_json())


def load(path):
    agent.save_weights(path, overwrite=True)
    loaded.load_weights(path)
    return loaded


places = np.eye(10)[:, None]
values = driven.same_predictions(agent.model, driven.saved_and_loaded(agent.model, load), places)
driven.finish(
    rewards=history.history["episode_reward"],
    tested=tested.history["episode_reward"],
    weights=np.concatenate([np.ravel(weight) for weight in agent.model.get_weights()]),
    values=values,
)
