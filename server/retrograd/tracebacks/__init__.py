"""Pasted tracebacks: what torch has complained of, where, and what the analysis can say about it."""
