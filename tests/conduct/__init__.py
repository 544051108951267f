"""The judge of conduct held against a second one, which is plain and slow, and against days worked out by hand."""
