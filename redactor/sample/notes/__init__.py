"""This package writes clinical notes with exact marks. `kinds.KINDS` are the types; `writer.write_note` writes a
note.
"""
