"""This package trains the student: sampling, soft labels, training, calibration and export. No run uses it."""
