"""What stands around every screen: header, rail, act bar, work bar, banner and the stack of pages."""
