"""Build and compile models in the scope of the strategy that trains them."""
