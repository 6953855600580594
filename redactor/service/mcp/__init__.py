"""This package offers de-identification as tools of the Model Context Protocol."""
