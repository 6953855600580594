"""This package keeps what a run needs outside OUT: journal, audit, encrypted quarantine, known values and locks."""
