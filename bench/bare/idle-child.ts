// The least that a child process can be: it says one line and stays.
console.log('ready')
setInterval(() => {}, 60_000)
