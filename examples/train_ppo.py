"""A policy learns a race for two from scratch, by PPO in plain NumPy: python examples/train_ppo.py GAME [--minutes 25]

It races against itself and against quick drivers, thousands of races side by side (`paddock.envs.batch`), and keeps
its weights in a file. Then let it race a level of bots (this needs `pip install 'paddock[rl]'`):

    python examples/train_ppo.py GAME --against pro --races 400

docs/research.md says how to read what it prints. BLAS threads: set OPENBLAS_NUM_THREADS=1 if others use the machine.
"""

import argparse
import time
from pathlib import Path

import numpy as np

from paddock import envs
from paddock.engine import wilson

SEATS = 2
SLOTS = 512  # races side by side of the policy against itself
QUICK = 0.25  # as many times that number from either seat against quick drivers
STEPS = 64  # actions of each race between two updates
HIDDEN = 128  # units of each of the two hidden layers
CATEGORIES = 16  # an integer with at most that many values is observed value by value
SELDOM = 0.05  # a value in a smaller share of random races has no feature
EPOCHS, MINIBATCH, RATE, CLIP = 2, 2048, 1e-3, 0.2
KEPT, ENTROPY, VALUE = 0.97, 0.01, 0.5  # lambda of the advantages; weights of entropy and value in the loss
WARM_UP = 400  # random steps that show which integers vary at all


class Encoder:
    """Turns observed integers and the mask into features: each integer scaled, and a 1 for each value of small ones."""

    rows = np.zeros((0, 0), np.float32)  # written again by every call: fresh memory is slow

    def __init__(self, race, seen):
        varies = seen.min(axis=0) < seen.max(axis=0)
        low, high = race.observed.low, race.observed.high
        self.scaled = np.flatnonzero(varies)
        self.mean, self.deviation = seen[:, self.scaled].mean(axis=0), seen[:, self.scaled].std(axis=0) + 1e-3
        self.small = np.flatnonzero(varies & (high - low < CATEGORIES))
        self.least = low[self.small]
        self.feature = np.zeros((len(self.small), CATEGORIES), np.int64)  # by small integer and value; 0: seldom seen
        values = seen[:, self.small] - self.least
        share = np.stack([(values == value).mean(axis=0) for value in range(CATEGORIES)], axis=1)
        common = (share > SELDOM) & (share < 1 - SELDOM)
        self.feature[common] = np.arange(1, common.sum() + 1)
        self.size = 1 + common.sum() + len(self.scaled) + race.moves

    def __call__(self, observations, masks):
        """One row of features for each observation."""
        if len(self.rows) < len(observations):
            self.rows = np.zeros((len(observations), self.size), np.float32)
        rows = self.rows[: len(observations)]
        rows[:] = 0
        values = observations.take(self.small, axis=1) - self.least
        at = self.feature.ravel().take(values + np.arange(len(self.small)) * CATEGORIES)
        rows.ravel()[at + np.arange(len(rows))[:, None] * self.size] = 1  # a view: the rows are one after the other
        rows[:, 0] = 1
        end = self.size - masks.shape[1]
        scaled = (observations.take(self.scaled, axis=1) - self.mean) / self.deviation
        rows[:, end - len(self.scaled) : end] = scaled.clip(-3, 3)
        rows[:, end:] = masks
        return rows


class Policy:
    """Two hidden layers; the last one gives a preference for each move and, at the end, the expected reward."""

    def __init__(self, encoder, weights):
        self.encoder, self.weights = encoder, weights

    @classmethod
    def new(cls, encoder, moves, rng):
        """Random weights; the last layer starts small, so that at first every legal move is equally likely."""
        sizes, gains = [encoder.size, HIDDEN, HIDDEN, moves + 1], [1.4, 1.4, 0.01]
        weights = []
        for inside, outside, gain in zip(sizes, sizes[1:], gains, strict=False):
            weights += [rng.normal(0, gain / np.sqrt(inside), (inside, outside)), np.zeros(outside)]
        return cls(encoder, [weight.astype(np.float32) for weight in weights])

    def forward(self, features, masks):
        """The hidden layers, the log-probability of each move, and the expected reward."""
        w1, b1, w2, b2, w3, b3 = self.weights
        one = np.maximum(features @ w1 + b1, 0)
        two = np.maximum(one @ w2 + b2, 0)
        last = two @ w3 + b3
        wishes = np.where(masks > 0, last[:, :-1], -1e9)
        wishes -= wishes.max(axis=1, keepdims=True)
        return one, two, wishes - np.log(np.exp(wishes).sum(axis=1, keepdims=True)), last[:, -1]

    def act(self, observations, masks, rng):
        """An action drawn for each race, its log-probability, and the expected reward."""
        _, _, logs, values = self.forward(self.encoder(observations, masks), masks)
        sums = np.exp(logs).cumsum(axis=1)
        drawn = (sums > rng.random((len(sums), 1), np.float32) * sums[:, -1:]).argmax(axis=1)
        return drawn, logs[np.arange(len(drawn)), drawn], values

    def best(self, observation, mask):
        """The likeliest action."""
        masks = np.asarray(mask)[None]
        return int(self.forward(self.encoder(np.asarray(observation)[None], masks), masks)[2].argmax())

    def gradients(self, samples):
        """Of the PPO loss: clipped gain of the actions taken, entropy, and the squared error of the values."""
        masks, actions, rows = samples["masks"], samples["actions"], np.arange(len(samples["actions"]))
        features = self.encoder(samples["observations"], masks)
        one, two, logs, values = self.forward(features, masks)
        chances = np.exp(logs)
        ratio = np.exp(logs[rows, actions] - samples["logs"])
        gain = samples["advantages"]
        is_clipped = np.where(gain > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
        towards = np.where(is_clipped, 0, ratio * gain)[:, None]
        last = chances * towards
        last[rows, actions] -= towards[:, 0]
        entropy = -(chances * logs).sum(axis=1, keepdims=True)
        last += ENTROPY * chances * (logs + entropy)
        last = np.column_stack([last, VALUE * (values - samples["returns"])]).astype(np.float32) / len(rows)
        second = (last @ self.weights[4].T) * (two > 0)
        first = (second @ self.weights[2].T) * (one > 0)
        layers = [(features, first), (one, second), (two, last)]
        return [part for below, above in layers for part in (below.T @ above, above.sum(axis=0))]

    def save(self, file):
        """Keep the policy in a file."""
        kept = {f"encoder_{name}": value for name, value in vars(self.encoder).items() if name != "rows"}
        np.savez_compressed(file, *self.weights, **kept)

    @classmethod
    def load(cls, file):
        """The policy that `save` kept."""
        kept, encoder = np.load(file), object.__new__(Encoder)
        vars(encoder).update({name[8:]: kept[name] for name in kept if name.startswith("encoder_")})
        return cls(encoder, [kept[f"arr_{i}"] for i in range(6)])


class Adam:
    """Steps against gradients, scaled by how large they have been; long gradients are shortened."""

    def __init__(self, weights):
        self.weights, self.steps = weights, 0
        self.means, self.squares = ([np.zeros_like(weight) for weight in weights] for _ in range(2))

    def step(self, gradients, rate):
        """One step."""
        self.steps += 1
        short = min(1.0, 0.5 / (np.sqrt(sum(float((g * g).sum()) for g in gradients)) + 1e-8))
        rate *= np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for weight, mean, square, gradient in zip(self.weights, self.means, self.squares, gradients, strict=True):
            mean += 0.1 * (short * gradient - mean)
            square += 0.001 * ((short * gradient) ** 2 - square)
            weight -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


class Track:
    """One batch of races, and its samples: what was observed and done, and how good that turned out to be."""

    def __init__(self, game, slots, rivals, seed):
        self.races = envs.batch(game, slots, SEATS, rivals=rivals, threads=1)
        self.now = self.races.reset(seed)
        self.won = self.ended = 0

    def drive(self, policy, steps, rng):
        """Race on with the policy; returns the samples, in order of time."""
        told = []
        for _ in range(steps + 1):
            now = self.now
            actions, logs, values = policy.act(now.observations, now.masks, rng)
            seen = now.observations.copy(), now.masks.copy()
            told.append((*seen, actions, logs, values, now.acting.copy(), now.rewards.copy()))
            if len(told) <= steps:
                self.ended, self.won = self.ended + now.done.sum(), self.won + (now.rewards[:, 0] > 0).sum()
                self.now = self.races.step(actions)
        names = ("observations", "masks", "actions", "logs", "values", "acting", "rewards")
        return self.judged({name: np.stack(parts) for name, parts in zip(names, zip(*told, strict=True), strict=True)})

    @staticmethod
    def judged(told):
        """The samples with advantages (GAE, by race and seat) and returns; the ends of races are none."""
        values, acting, rewards = told["values"], told["acting"], told.pop("rewards")
        every = np.arange(values.shape[1])
        later = np.where(acting[-1] == 0, values[-1], -values[-1])  # a race for two: what one wins the other loses
        later = np.where(acting[-1] < 0, 0, later)[:, None] * np.array([1, -1])
        later, gains = np.where(acting[-1, :, None] < 0, rewards[-1], later), np.zeros((len(every), SEATS))
        told["advantages"] = np.zeros_like(values)
        for step in reversed(range(len(values) - 1)):
            over, seat = acting[step] < 0, np.maximum(acting[step], 0)
            gain = later[every, seat] - values[step] + KEPT * gains[every, seat]
            told["advantages"][step] = gain
            later[every, seat], gains[every, seat] = values[step], gain
            later[over], gains[over] = rewards[step, over], 0
        told["returns"] = told["advantages"] + told["values"]
        asked = acting[:-1] >= 0
        return {name: part[:-1][asked] for name, part in told.items()}


def train(game, file, seconds, updates, slots, seed):
    """Learn until the time is up, or for that many updates; tells of every tenth update, and keeps the policy."""
    rng, start = np.random.default_rng(seed), time.process_time()
    tracks = [Track(game, slots, [None, None], seed)]
    tracks += [Track(game, round(QUICK * slots), rivals, seed) for rivals in ([None, "quick"], ["quick", None])]
    policy = beginner(tracks[0], rng)
    adam, update, samples, spent = Adam(policy.weights), 0, 0, 0.0
    while spent < 1 and update < updates:
        found = [track.drive(policy, STEPS, rng) for track in tracks]
        found = {name: np.concatenate([part[name] for part in found]) for name in found[0]}
        spent = (time.process_time() - start) / seconds
        learn(policy, adam, found, RATE * max(0.05, 1 - spent), rng)
        update, samples = update + 1, samples + len(found["actions"])
        if update % 10 == 0 or spent >= 1 or update == updates:
            report(tracks, update, samples, time.process_time() - start)
            policy.save(file)


def beginner(track, rng):
    """A policy that knows nothing yet, after a look at random races."""
    seen = []
    for _ in range(WARM_UP):
        seen.append(track.now.observations[::16].copy())
        track.now = track.races.step((track.now.masks * rng.random(track.now.masks.shape)).argmax(axis=1))
    encoder = Encoder(track.races.race, np.concatenate(seen))
    return Policy.new(encoder, track.races.race.moves, rng)


def learn(policy, adam, samples, rate, rng):
    """A few passes over the samples, in small shuffled parts."""
    gains = samples["advantages"]
    samples["advantages"] = (gains - gains.mean()) / (gains.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in np.array_split(rng.permutation(len(gains)), max(1, len(gains) // MINIBATCH)):
            adam.step(policy.gradients({name: of[part] for name, of in samples.items()}), rate)


def report(tracks, update, samples, seconds):
    """A line of the curve: how often the policy beat quick drivers lately."""
    first, second = tracks[1:]
    ended, won = first.ended + second.ended, first.won + second.ended - second.won
    share = f"{100 * won / ended:.1f} % of {ended}" if ended else "no"
    print(f"{seconds:6.0f} s  {update:5} updates  {samples:10,} samples  won {share} races against quick", flush=True)
    for track in tracks:
        track.won = track.ended = 0


def won_against(game, file, level, races, seed):
    """How many races the policy wins against a level of bots, each seed once from either seat."""
    policy, won = Policy.load(file), 0
    for number in range(races):
        env = envs.gym(game, against=level, seats=SEATS, seat=number % 2)
        observation, info = env.reset(seed=seed + number // 2)
        over, reward = False, 0.0
        while not over:
            observation, reward, over, _, info = env.step(policy.best(observation, info["action_mask"]))
        won += reward > 0
    return won


def main():
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--file", type=Path, default=Path("policy.npz"), help="where the policy is kept (policy.npz)")
    parser.add_argument("--minutes", type=float, default=25, help="processor time to learn (25)")
    parser.add_argument("--updates", type=int, default=10**9, help="learn at most that many times")
    parser.add_argument("--slots", type=int, default=SLOTS, help=f"races side by side ({SLOTS})")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", metavar="LEVEL", help="race bots of this level with the kept policy")
    parser.add_argument("--races", type=int, default=400, help="that it races then (400)")
    asked = parser.parse_args()
    if asked.against:
        won = won_against(asked.game, asked.file, asked.against, asked.races, 1_000_000 + asked.seed)
        low, high = wilson(won, asked.races)
        print(f"won {won} of {asked.races} races against {asked.against}: 95 % interval {low:.1%} to {high:.1%}")
    else:
        train(asked.game, asked.file, 60 * asked.minutes, asked.updates, asked.slots, asked.seed)


if __name__ == "__main__":
    main()
