"""What remedies are made of: the text with its syntax, edits that keep the rest of it, names and where they flow."""
