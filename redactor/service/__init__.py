"""This package shows what a run released beside what it read: pages, routes and one-file reports, without an engine of
its own.
"""
