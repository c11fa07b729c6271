"""What people would do to a server who mean it harm, at the size at which it has to hold."""
