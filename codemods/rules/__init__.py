"""One migration a module; the module's name is the rule's name."""
