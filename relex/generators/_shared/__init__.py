"""What several generators share: parsers, pools of places and words, hosts, and keyed permutations."""
