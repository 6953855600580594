"""What several generators share: parsers, pools of names and places, and keyed permutations."""
