"""Pictures of every painted thing and page with made-up data, to be looked at beside the drawings."""
