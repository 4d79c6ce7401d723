"""What differs between operating systems: files, folders, the log, processes."""
