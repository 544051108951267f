"""Tests named after the paragraphs of the five regulations."""
