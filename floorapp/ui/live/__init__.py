"""The pages fed by the logbook: one writer thread, views of a moment, and the flows of the day."""
