"""Reds! The Russian Civil War."""
