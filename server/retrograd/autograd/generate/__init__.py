"""Measures on the installed torch what every operation keeps for backward; `python -m retrograd.autograd.generate`.

This package imports torch and is needed only to write or check `saves.json`, never when the analysis runs.
"""
