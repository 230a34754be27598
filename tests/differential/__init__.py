"""Random programs, judged by torch and by the engine: the two must say the same.

`python -m tests.differential --closed 1000 --open 1000 --seed 1` prints what they do not agree on, shrunk.
"""
