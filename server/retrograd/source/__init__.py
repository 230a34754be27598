"""Text: decoding it, its lines and positions, parsing what can be parsed, suppression comments."""
