"""Bytes to reader events: the line protocol, the lines and their supervision; the only importer of pyserial."""
