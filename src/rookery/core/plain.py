"""Plain data from outside: bounded before anything works on it."""

#: Far more than any edition or position needs, and little enough to be looked through in no time.
MAX_VALUES = 3000
MAX_DEPTH = 8
MAX_TEXT = 1000
MAX_BITS = 64
#: Decimal digits of a number that is read from a text: those of 64 bits.
MAX_DIGITS = 20


def whole(text: str) -> int | None:
    """The whole number that a text writes in digits; None for any other text, and for too many."""
    return int(text) if text.isdecimal() and len(text) <= MAX_DIGITS else None


def oversize(data: object) -> str:
    """What is too large about some data, with the limit, in words; empty: it may be worked on.

    It looks at no more than the limits allow, whatever it is handed.
    """
    waiting: list[tuple[object, int]] = [(data, 0)]
    seen = 0
    while waiting:
        value, depth = waiting.pop()
        seen += 1
        if isinstance(value, str) and len(value) > MAX_TEXT:
            return f"a text of {len(value)} characters is in it; at most {MAX_TEXT} characters fit"
        if isinstance(value, int) and value.bit_length() > MAX_BITS:
            return f"a number of {value.bit_length()} bits is in it; at most {MAX_BITS} bits fit"
        if isinstance(value, dict | list):
            if depth == MAX_DEPTH:
                return f"it is nested too deeply; at most {MAX_DEPTH} levels fit"
            size = len(value) * (2 if isinstance(value, dict) else 1)
            if seen + len(waiting) + size > MAX_VALUES:
                return f"it is too large; at most {MAX_VALUES} values fit"
            inside = [*value, *value.values()] if isinstance(value, dict) else value
            waiting += [(it, depth + 1) for it in inside]
    return ""
