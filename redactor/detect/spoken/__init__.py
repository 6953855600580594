"""What is said in a transcript, in written form: numbers, dates, spelt names, addresses."""

from redactor.detect.spoken.doubtful import drop_doubtful_speech
from redactor.detect.spoken.misheard import MISHEARD, find_misheard
from redactor.detect.spoken.view import SPOKEN, SpokenView, spoken_view

__all__ = ["MISHEARD", "SPOKEN", "SpokenView", "drop_doubtful_speech", "find_misheard", "spoken_view"]
