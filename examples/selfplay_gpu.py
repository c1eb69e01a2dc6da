r"""Learn by playing against oneself where the matches are: on the card, without a copy.

    pip install 'rookery[torch,cuda]'
    python examples/selfplay_gpu.py --device cuda --matches 16384 --option rounds=1
    python examples/selfplay_gpu.py --device cpu --matches 256 --iterations 3 --option rounds=1

Every seat of every match is played by the same network. Matches that end are dealt anew at once, so
all are always being played; a decision's return is what its match was worth to its seat, and
decisions whose match has not ended by the end of a round of play are left out. PyTorch reads what
the batch shows through DLPack, and the batch plays the tensor of actions as it is: observations,
masks, actions and returns never leave the card. How fast that is, is printed.
"""

import argparse
import time
from importlib import import_module
from typing import Any

import torch
from torch import nn

import rookery

HIDDEN = 256
#: Decisions of a match in a round of play.
STEPS = 64
#: Decisions the network learns from at a time.
PART = 32768


class Player(nn.Module):
    """What to do, and how it will end: one body, two heads."""

    def __init__(self, game: rookery.Game) -> None:
        super().__init__()
        self.register_buffer("scale", 1 / torch.from_numpy(game.observation.high).float())
        self.body = nn.Sequential(
            nn.Linear(game.num_features, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU()
        )
        self.policy = nn.Linear(HIDDEN, game.num_actions)
        self.value = nn.Linear(HIDDEN, 1)

    def forward(self, rows: torch.Tensor, mask: torch.Tensor) -> tuple[Any, torch.Tensor]:
        """How likely each legal action is, and the return expected."""
        seen = self.body(rows * self.scale)
        logits = self.policy(seen).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=logits, validate_args=False), self.value(seen)


def view(array: Any) -> torch.Tensor:
    """A batch's array as a tensor, where it lies."""
    return torch.from_dlpack(array)


@torch.no_grad()
def play(batch: Any, player: Player, steps: int) -> list[torch.Tensor]:
    """So many decisions in every match: rows, masks, actions, log odds and returns of each."""
    kept: list[tuple[torch.Tensor, ...]] = []
    for _ in range(steps):
        # The batch writes its next answers over these, so what is kept is a copy beside them.
        rows, mask = view(batch.observe()).clone(), view(batch.mask()).clone()
        seats = view(batch.turn).long()
        odds, _ = player(rows, mask)
        actions = odds.sample()
        done, worth = batch.step_on(actions)
        told = view(worth).float().clone()
        kept.append((rows, mask, actions, odds.log_prob(actions), seats, view(done).clone(), told))
    rows, masks, actions, odds, seats, done, worth = map(torch.stack, zip(*kept, strict=True))
    gains, known = torch.zeros_like(odds), torch.zeros_like(done)
    later, ended = torch.zeros_like(worth[0]), torch.zeros_like(done[0])
    for k in reversed(range(steps)):
        later = torch.where(done[k, :, None], worth[k], later)
        ended = ended | done[k]
        gains[k] = later.gather(1, seats[k, :, None]).squeeze(1)
        known[k] = ended
    return [each[known] for each in (rows, masks, actions, odds, gains)]


def learn(player: Player, optimizer: torch.optim.Optimizer, played: list[torch.Tensor]) -> float:
    """One pass of PPO over what was played; the mean loss of the value."""
    rows, masks, actions, odds, gains = played
    if len(gains) < 2:  # no match has ended: nothing is known of any decision
        return 0.0
    missed = torch.zeros((), device=gains.device)
    parts = torch.randperm(len(gains), device=gains.device).split(PART)
    for part in parts:
        now, value = player(rows[part], masks[part])
        better = gains[part] - value.squeeze(1)
        edge = (better - better.mean()).detach() / (better.std() + 1e-6).detach()
        ratio = (now.log_prob(actions[part]) - odds[part]).exp()
        gain = torch.min(ratio * edge, ratio.clamp(0.8, 1.2) * edge).mean()
        loss = better.square().mean() - gain - 0.01 * now.entropy().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        missed += better.detach().square().mean()
    return float(missed / len(parts))


def main() -> None:
    """Play and learn in turns, and print how fast."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="party")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--device", default="cuda", choices=("cpu", "cuda"))
    parser.add_argument("--matches", type=int, default=16384)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--option", action="append", default=[], help="of the game: rounds=1")
    args = parser.parse_args()
    if args.device == "cuda":
        import_module("rookery.lab.cuda")  # brings the device
    torch.manual_seed(1)
    game = rookery.game(args.game)
    options = {name: int(value) for name, _, value in (it.partition("=") for it in args.option)}
    batch = game.batch(args.matches, args.players, seed=1, device=args.device, **options)
    player = Player(game).to(view(batch.turn).device)
    optimizer = torch.optim.Adam(player.parameters(), lr=5e-4)
    for number in range(args.iterations):
        begun = time.perf_counter()
        played = play(batch, player, args.steps)
        count = len(played[-1])  # asking for it waits for the card
        halfway = time.perf_counter()
        missed = learn(player, optimizer, played)
        ended, total = time.perf_counter(), args.matches * args.steps
        print(
            f"{number + 1:4}: {total / (halfway - begun):12,.0f} steps/s played,"
            f" {total / (ended - begun):12,.0f} with learning; {count:,} decisions of ended"
            f" matches, value loss {missed:.3f}"
        )


if __name__ == "__main__":
    main()
