"""Training frameworks."""
