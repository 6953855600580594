"""This package opens, replaces and locks files, and tells which files and folders may be trusted."""
