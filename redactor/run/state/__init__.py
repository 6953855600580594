"""What a run keeps outside OUT: journal, audit, encrypted quarantine, known values and locks."""
