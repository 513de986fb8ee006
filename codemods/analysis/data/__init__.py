"""What a training is fed: batches, generators, datasets, and how many of them."""
