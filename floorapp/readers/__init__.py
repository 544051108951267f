"""From the bytes of a serial line to the events of a reader."""
