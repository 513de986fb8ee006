"""TODO."""
class LegacyTraining: pass
