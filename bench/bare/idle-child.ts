// A minimal child process: prints one line and stays.
console.log('ready')
setInterval(() => {}, 60_000)
