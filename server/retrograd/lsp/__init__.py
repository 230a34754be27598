"""The language server: what the engine knows, said in the Language Server Protocol."""
