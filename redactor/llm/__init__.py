"""This package sends requests to LLMs, reads their answers, and keeps both within bounds. Only the texts that a caller
passes leave the process.
"""
