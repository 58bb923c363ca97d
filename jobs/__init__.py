"""What is done to memories, and when."""
