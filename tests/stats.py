"""Statistics for tests, with the standard library alone."""

import math
from collections.abc import Sequence


def chi_square_p(observed: Sequence[float], expected: Sequence[float]) -> float:
    """The probability that counts stray at least so far from the expected ones by chance."""
    if len(observed) != len(expected) or len(observed) < 2:
        raise ValueError("chi-square needs two lists of the same length, at least two classes")
    statistic = sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))
    return upper_gamma((len(observed) - 1) / 2, statistic / 2)


def upper_gamma(a: float, x: float) -> float:
    """The regularized upper incomplete gamma function Q(a, x)."""
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:  # the series for the lower part converges fast here
        term = total = 1 / a
        k = a
        while abs(term) > 1e-15 * abs(total):
            k += 1
            term *= x / k
            total += term
        return 1 - front * total
    # Lentz's continued fraction for the upper part
    b = x + 1 - a
    c = 1e300
    d = 1 / b
    value = d
    for k in range(1, 10_000):
        factor = -k * (k - a)
        b += 2
        d = 1 / (factor * d + b)
        c = b + factor / c
        value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * value
