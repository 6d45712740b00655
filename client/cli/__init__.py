"""One module per subcommand of `jinmaku`; `client.__main__` says what each must offer."""
