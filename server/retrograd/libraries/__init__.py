"""What libraries do: tables and small functions over the autograd domain, and stubs that the engine executes."""
