"""What `jinmaku doctor` looks at: each module finds out about one part of the machine and says what to do."""
