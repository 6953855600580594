"""This package measures: spans against gold, stand-ins, utility and attacks, with intervals. Nothing here changes a
note.
"""
