r"""Learn Penguin Party by playing against oneself: PPO in PyTorch, a few minutes on one core.

    pip install 'rookery[torch]'
    python examples/selfplay_ppo.py --minutes 8 --model penguins.npz
    ROOKERY_MODEL=penguins.npz PYTHONPATH=examples rookery arena party --players 4 \
        --bots selfplay_ppo:Learned,greedy,greedy,greedy

Whole rounds are played in a batch, every seat by the same network; how much better than the table's
average a seat came off is the return of all its decisions. The network sees nothing of points and
rounds: a round is a round. The saved model is plain arrays, so that playing needs no PyTorch.
"""

import argparse
import os
import time
from collections.abc import Sequence

import numpy as np

import rookery

GAME = rookery.game("party")
PLAYERS = 4
MATCHES = 512
HIDDEN = 256
#: Columns that tell of other rounds: points of each seat, round and rounds.
AT = GAME.observation.first
PER_SEAT = GAME.observation.parts[2].shape[1]
BLIND = [AT["seats"] + PER_SEAT * k + c for k in range(6) for c in (7, 8)] + [
    AT["table"] + 4,
    AT["table"] + 5,
]
SCALE = np.ones(GAME.num_features, np.float32)
SCALE[AT["hand"] : AT["hand"] + 5] = 1 / 4
SCALE[AT["seats"] : AT["table"]] = 1 / 4
SCALE[AT["table"] :] = 1 / 8
SCALE[BLIND] = 0


class Learned:
    """A bot that plays what was learned: the best action of the network."""

    def __init__(self, game: object) -> None:
        with np.load(os.environ.get("ROOKERY_MODEL", "penguins.npz")) as kept:
            self._layers = [(kept[f"w{k}"], kept[f"b{k}"]) for k in range(3)]

    def choose(self, view, legal: Sequence[int], rng: object = None) -> int:
        """The legal action with the highest logit."""
        x = view.features().astype(np.float32) * SCALE
        for k, (weights, bias) in enumerate(self._layers):
            x = weights @ x + bias
            x = np.maximum(x, 0) if k < 2 else x
        return max(legal, key=lambda action: float(x[action]))

    def explain(self) -> dict[str, object]:
        """It has nothing to say."""
        return {}


def play(torch, policy) -> tuple:
    """A round in every match of a batch: what was seen, allowed and done, and what came of it."""
    batch = GAME.batch(MATCHES, players=PLAYERS, threads=1, rounds=1)
    seen, masks, actions, odds, who = [], [], [], [], []
    while not batch.over.all():
        live = np.flatnonzero(~batch.over)
        rows = torch.from_numpy(batch.observe().astype(np.float32) * SCALE)[live]
        mask = torch.from_numpy(batch.mask())[live]
        with torch.no_grad():
            logits = policy(rows).masked_fill(~mask, -1e9)
            spread = torch.distributions.Categorical(logits=logits)
            chosen = spread.sample()
        every = np.zeros(MATCHES, np.int64)
        every[live] = chosen.numpy()
        seen.append(rows)
        masks.append(mask)
        actions.append(chosen)
        odds.append(spread.log_prob(chosen))
        who.append(np.stack([live, batch.turn[live]]))
        batch.step(every)
    worth = batch.returns("scores") / 4
    match, seat = np.concatenate(who, axis=1)
    gains = torch.from_numpy(worth[match, seat].astype(np.float32))
    return (*map(torch.cat, (seen, masks, actions, odds)), gains)


def learn(minutes: float, path: str) -> None:
    """Play and learn until the time is up; keep the network as arrays."""
    import torch
    from torch import nn

    torch.set_num_threads(1)
    torch.manual_seed(1)

    def network(outputs: int) -> nn.Sequential:
        layers = [nn.Linear(GAME.num_features, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN)]
        return nn.Sequential(*layers, nn.ReLU(), nn.Linear(HIDDEN, outputs))

    policy, judge = network(GAME.num_actions), network(1)
    steps = torch.optim.Adam([*policy.parameters(), *judge.parameters()], lr=7e-4)
    begun, rounds = time.process_time(), 0
    while (spent := time.process_time() - begun) < 60 * minutes:
        for group in steps.param_groups:
            group["lr"] = 7e-4 * max(0.1, 1 - spent / (60 * minutes))
        seen, masks, actions, odds, gains = play(torch, policy)
        with torch.no_grad():
            better = gains - judge(seen).squeeze(1)
            better = (better - better.mean()) / (better.std() + 1e-6)
        for _ in range(2):
            for part in torch.randperm(len(gains)).split(2048):
                logits = policy(seen[part]).masked_fill(~masks[part], -1e9)
                spread = torch.distributions.Categorical(logits=logits)
                ratio = (spread.log_prob(actions[part]) - odds[part]).exp()
                held = ratio.clamp(0.8, 1.2) * better[part]
                loss = -torch.min(ratio * better[part], held).mean()
                loss = loss - 0.01 * spread.entropy().mean()
                loss = loss + (judge(seen[part]).squeeze(1) - gains[part]).square().mean()
                steps.zero_grad()
                loss.backward()
                steps.step()
        rounds += MATCHES
    kept = [each for each in policy if isinstance(each, nn.Linear)]
    arrays = {f"w{k}": each.weight.detach().numpy() for k, each in enumerate(kept)}
    arrays |= {f"b{k}": each.bias.detach().numpy() for k, each in enumerate(kept)}
    np.savez(path, **arrays)
    print(f"{rounds:,} rounds played, {path} written")


def main() -> None:
    """Learn, and save."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--model", default="penguins.npz")
    args = parser.parse_args()
    learn(args.minutes, args.model)


if __name__ == "__main__":
    main()
