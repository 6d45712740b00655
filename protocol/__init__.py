"""What clients and servers say to each other."""
