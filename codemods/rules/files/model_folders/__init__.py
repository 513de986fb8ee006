"""Models that `tf.keras` wrote to folders as SavedModels."""
