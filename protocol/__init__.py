"""What clients and servers send each other."""
