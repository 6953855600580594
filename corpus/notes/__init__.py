"""The note types that the training text is made of."""
