"""The lab: research environments, for the libraries people already know how to use.

    rookery.lab.pettingzoo   PettingZoo: every seat is an agent
    rookery.lab.gymnasium    Gymnasium: one seat learns, bots have the others; and many at once
    rookery.lab.openspiel    OpenSpiel: games with chance, information states and resampling
    rookery.lab.solving      small editions solved by CFR+, and how exploitable a bot is

Each needs its library: ``pip install 'rookery[lab]'``.
"""
