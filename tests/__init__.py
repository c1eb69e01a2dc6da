"""The test suite: mirrors src, with a slow obvious oracle and recorded games beside it."""
