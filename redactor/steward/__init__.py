"""What a steward does to a home and its releases: forget a patient, look after the index, withdraw records."""
