"""Where the logbook is kept, on SQLite or PostgreSQL."""
