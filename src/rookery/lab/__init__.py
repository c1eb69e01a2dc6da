"""The lab: research environments, for the libraries people already know how to use.

    rookery.lab.search_batch  a decision of the search for every match of a batch
    rookery.lab.cuda          batches on an NVIDIA GPU
    rookery.lab.pettingzoo    PettingZoo: every seat is an agent
    rookery.lab.gymnasium     Gymnasium: one seat learns, bots have the others; and many at once
    rookery.lab.openspiel     OpenSpiel: games with chance, information states and resampling
    rookery.lab.solving       small editions solved by CFR+, and how exploitable a bot is

Each needs its library: ``pip install 'rookery[lab]'``. Batches and their search need none.
"""

from rookery.lab.forest import Decisions, search_batch

__all__ = ["Decisions", "search_batch"]
