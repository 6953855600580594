"""What people.py is made of: pools of names, their pairing by frequency, initials, rare and invented names."""
