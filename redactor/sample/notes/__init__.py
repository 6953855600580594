"""Clinical notes with exact marks. `kinds.KINDS` are the types, `writer.write` writes one."""
