"""This package maintains a home and its releases: it forgets patients, re-encrypts stores and logs retractions."""
