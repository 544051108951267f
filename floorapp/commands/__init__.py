"""The subcommands of `floorapp`, one file each: what it takes, and what it prints."""
