"""Asks LLMs: requests, answers, and what keeps both within bounds. Nothing of a note leaves but what a caller sends."""
