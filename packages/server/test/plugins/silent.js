// Exits at once, without a message to the server.
process.exitCode = 0
