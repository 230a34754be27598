"""Configuration files: what may stand in them, how they are read, and which of them hold for a file."""
