"""This package takes recordings over HTTP."""
