"""95 % intervals, with deals as the independent units.

The matches of one deal share their cards, so they are not independent: counting each of them as
an observation would claim too much (or too little, where rotation evens luck out). Each deal
gives one number a bot, the mean over its matches; deals are drawn independently, so an ordinary
interval over those numbers is right whatever goes on inside a deal.

Means of scores get Student's interval. Shares lie between 0 and 1, where that interval fails:
a bot that won every match so far would get an interval of no width. They get Wilson's score
interval for the *effective* number of deals: the number of coin tosses that would spread as
widely as the deals do. Its estimate is held back by one imagined deal of the widest spread a
share can have, so that a few deals that happen to agree do not claim certainty.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

#: Student's factor for 95 %, by degrees of freedom from 1; beyond, a series is exact enough.
_FACTORS = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)
_NORMAL = 1.959964


@dataclass(frozen=True)
class Estimate:
    """A mean and its 95 % interval; nothing at all (NaN) where there is no observation."""

    mean: float
    low: float
    high: float

    def to_list(self) -> list[float | None]:
        """Mean, low and high; None for what is not known, since JSON knows no NaN."""
        values = (self.mean, self.low, self.high)
        return [round(value, 6) if math.isfinite(value) else None for value in values]


def factor(freedom: int) -> float:
    """How many standard errors reach 95 %, from so many degrees of freedom."""
    if freedom <= len(_FACTORS):
        return _FACTORS[freedom - 1]
    z = _NORMAL
    first = (z**3 + z) / (4 * freedom)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    return z + first + second + third


def of_mean(values: Sequence[float]) -> Estimate:
    """The mean of independent numbers of any size: Student's interval."""
    count = len(values)
    if count == 0:
        return Estimate(math.nan, math.nan, math.nan)
    mean = math.fsum(values) / count
    if count == 1:
        return Estimate(mean, -math.inf, math.inf)
    error = math.sqrt(_squares(values, mean) / (count - 1) / count)
    reach = factor(count - 1) * error
    return Estimate(mean, mean - reach, mean + reach)


def of_share(values: Sequence[float]) -> Estimate:
    """The mean of independent numbers from 0 to 1: Wilson's interval, effective number."""
    count = len(values)
    if count == 0:
        return Estimate(math.nan, math.nan, math.nan)
    mean = min(1.0, max(0.0, math.fsum(values) / count))
    if count == 1:
        return Estimate(mean, 0.0, 1.0)
    widest = mean * (1 - mean)
    # All at 0 or all at 1: as many tosses as deals.
    ratio = (_squares(values, mean) + widest) / (count * widest) if widest > 1e-12 else 1.0
    tosses = count / ratio
    z = factor(count - 1)
    centre = (mean + z * z / (2 * tosses)) / (1 + z * z / tosses)
    reach = math.sqrt(widest / tosses + (z / (2 * tosses)) ** 2) * z / (1 + z * z / tosses)
    return Estimate(mean, min(mean, max(0.0, centre - reach)), max(mean, min(1.0, centre + reach)))


def _squares(values: Sequence[float], mean: float) -> float:
    return math.fsum((value - mean) ** 2 for value in values)
