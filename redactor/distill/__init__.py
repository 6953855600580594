"""How the student is made: its corpus, its teacher, its training and its export. Nothing here runs on a note."""
