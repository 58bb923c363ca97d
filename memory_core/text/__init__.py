"""Text hygiene: one spelling, hazards of a line, secrets that never leave a message."""
