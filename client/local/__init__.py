"""What the player keeps on this machine: identity, settings, hosts and players met, saved games."""
