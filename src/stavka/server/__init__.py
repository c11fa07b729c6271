"""The web application: tables, seats, live updates and storage (docs/protocol.md)."""
