"""Red Dragon, Blue Dragon."""
