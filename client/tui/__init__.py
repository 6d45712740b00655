"""The client on a whole terminal screen, built with Textual."""
