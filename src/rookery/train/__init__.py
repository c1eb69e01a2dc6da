"""Training: nets that learn from matches of the search with itself.

Everything is compiled or plain NumPy: a net is small enough to be trained by one processor faster
than a card can play the matches it learns from, so no library for learning is needed.
"""
