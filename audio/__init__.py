"""Recordings: decoded, heard, muted and proven. Nothing here keeps a journal or knows where files come from."""
