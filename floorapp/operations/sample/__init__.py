"""The sample floor: a made-up house whose two weeks are acted out through the same acts people use."""
