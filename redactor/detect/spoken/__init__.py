"""Write what is said in a transcript in written form: numbers, dates, spelt names, addresses."""

from redactor.detect.spoken.transcript_spans import MISHEARD, KnownNames, drop_doubtful_speech, find_misheard
from redactor.detect.spoken.view import SPOKEN, SpokenView, as_spoken, spoken_view

__all__ = [
    "MISHEARD",
    "SPOKEN",
    "KnownNames",
    "SpokenView",
    "as_spoken",
    "drop_doubtful_speech",
    "find_misheard",
    "spoken_view",
]
