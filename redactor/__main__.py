"""This module runs the command line as `python -m redactor`."""

from redactor.cli import main

main()
