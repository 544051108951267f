"""Lists that change under one's hand without moving what one holds."""
