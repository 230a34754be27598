"""Tests of Retrograd."""
