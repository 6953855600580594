"""This package has the console for stewards: sessions, a shell for pages, and the pages."""
