"""What a person or a device can do, who may do it, and what it appends to the logbook."""
