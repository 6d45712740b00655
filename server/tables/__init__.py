"""What runs a table: order, clocks, sealed rounds, stand-ins and telling everybody."""
