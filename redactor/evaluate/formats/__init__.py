"""This package reads and writes annotated texts in the formats of annotation tools, a module for each family."""
