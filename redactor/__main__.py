"""`python -m redactor`: the command line."""

from redactor.cli import main

main()
