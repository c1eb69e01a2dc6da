import pytest

from tests.stats import chi_square_p


@pytest.mark.parametrize(
    ("observed", "expected", "p"),
    [
        # With two classes of 50, chi-square 3.841 is the five per cent point of the tables.
        ([50 + 9.7998, 50 - 9.7998], [50, 50], 0.05),
        # Eleven classes: ten degrees of freedom, 18.307.
        ([100 + 42.785, *[100] * 10], [100] * 11, 0.05),
        ([10, 10, 10], [10, 10, 10], 1.0),
    ],
)
def test_chi_square_gives_the_values_of_the_tables(
    observed: list[float], expected: list[float], p: float
) -> None:
    assert chi_square_p(observed, expected) == pytest.approx(p, abs=2e-4)
