"""What `jinmaku doctor` looks at: each module examines one part of the machine and says what to do."""
