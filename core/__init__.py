"""The rules of the games: pure, deterministic, free of clock, network and screen."""
