"""Mixed precision: policies, loss scales, custom loops, and the rewrite of graphs."""
