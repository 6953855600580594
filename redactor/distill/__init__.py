"""Training of the student: sampling, soft labels, training, calibration and export. Not used at run time."""
