"""What is said in a transcript, in written form: numbers, dates, spelt names, addresses."""

from redactor.detect.spoken.view import SPOKEN, SpokenView, drop_rewritten, spoken_view

__all__ = ["SPOKEN", "SpokenView", "drop_rewritten", "spoken_view"]
