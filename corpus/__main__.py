"""`python -m corpus`: write training examples and a validation set."""

from corpus.cli import app

if __name__ == "__main__":
    app(prog_name="python -m corpus")
