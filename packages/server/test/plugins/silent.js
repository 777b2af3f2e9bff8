// Ends at once, without a word to the server.
process.exitCode = 0
