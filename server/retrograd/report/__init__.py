"""Findings for people and machines: text with code frames, and JSON."""
