"""This package turns settings into ready parts: detectors, replacers, engines, runs, and the facade over them."""
