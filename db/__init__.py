"""The logbook on a database: entries for good, the state as a view of them, hashes of secrets apart."""
