"""The workshop of the training text: note types, word lists and the engine that writes them. Not in the wheel."""
