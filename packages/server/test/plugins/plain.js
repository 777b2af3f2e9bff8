// A plugin without any library, only with the protocol.
/** @type {Record<string, object>} */
const answers = { hello: { protocol: 1 }, start: {}, ping: {}, stop: {} }

const say = (/** @type {object} */ message) => {
  const json = JSON.stringify({ jsonrpc: '2.0', ...message })
  process.stdout.write(`Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`)
}

let heard = Buffer.alloc(0)
process.stdin.on('data', (chunk) => {
  heard = Buffer.concat([heard, chunk])
  for (;;) {
    const end = heard.indexOf('\r\n\r\n')
    const length = Number(/[0-9]+/.exec(heard.toString('latin1', 0, Math.max(end, 0))))
    if (end < 0 || heard.length < end + 4 + length) return
    const message = /** @type {{ id?: number, method: string }} */ (
      JSON.parse(heard.toString('utf8', end + 4, end + 4 + length))
    )
    const { id, method } = message
    heard = heard.subarray(end + 4 + length)
    if (id !== undefined) say({ id, result: answers[method] ?? {} })
    if (method === 'stop') process.stdin.destroy()
  }
})
