"""This package shows a sample of a finished run to a person: original beside result, who found what, and why."""
