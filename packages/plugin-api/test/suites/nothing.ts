process.exitCode = 1
