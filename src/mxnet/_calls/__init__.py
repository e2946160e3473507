"""What a node of a tape runs: operators with their attributes fixed, how they are traced, and their gradients."""
