"""What leaves beside the sound, made of redacted text and redacted sound alone. Equal input gives equal bytes."""
