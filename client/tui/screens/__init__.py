"""The screens of the client: gathering, playing, reading, looking back."""
