"""What a person or a device can do on the floor, who may do it, and the entry it leaves."""
