"""The Textual client: screens and widgets over a player's mirror of the table; it knows no rules."""
