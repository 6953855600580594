"""The student: a token classifier with a linear-chain CRF, as shipped or from a folder of the user's."""
