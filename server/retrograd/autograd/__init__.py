"""The domain: nodes and the tensors they save, version counters, and what a run executes, frees and raises."""
