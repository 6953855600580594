"""Holds the parsers, the pools of places and words, and the permutations that several generators share."""
