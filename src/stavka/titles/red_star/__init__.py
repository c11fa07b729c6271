"""Red Star Rising."""
