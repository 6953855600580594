"""From settings to ready parts: detectors, replacers, engines, records, runs, and the facade over them."""
