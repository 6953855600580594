"""Helps authors of schemas: inference from samples, and lint."""
