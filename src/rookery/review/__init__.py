"""Reviews: what a seat could have known, what would have been better, and what was luck."""

from rookery.review.knowing import Knowledge, Unknown, knowledge
from rookery.review.reviewing import DEPTHS, Decision, Review, Reviewer, review

__all__ = [
    "DEPTHS",
    "Decision",
    "Knowledge",
    "Review",
    "Reviewer",
    "Unknown",
    "knowledge",
    "review",
]
