/** A plugin without the library, as one in another language would be: own framing, no imports. */
interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly protocols?: readonly number[] }
}

const send = (message: object): void => {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message })
  process.stdout.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}

const publish = (): void =>
  send({
    id: Date.now(),
    method: 'publish',
    params: { deltas: [{ updates: [{ values: [{ path: 'deck.temperature', value: 288.15 }] }] }] },
  })

const handlers: Record<string, (params: Message['params']) => unknown> = {
  hello: (params) => {
    if (params?.protocols?.includes(1) !== true) throw new Error('This plugin uses protocol version 1 only')
    return { protocol: 1 }
  },
  start: () => {
    setInterval(publish, 50)
    return {}
  },
  ping: () => ({}),
  stop: () => {
    setTimeout(() => process.exit(0), 10)
    return {}
  },
  command: () => {
    throw new Error('This plugin has no commands')
  },
}

const answer = ({ id, method = '', params }: Message): void => {
  const handler = handlers[method]
  if (id === undefined) return
  if (handler === undefined) return send({ id, error: { code: -32601, message: `No verb ${method}` } })
  try {
    send({ id, result: handler(params) })
  } catch (error) {
    send({ id, error: { code: -32000, message: (error as Error).message } })
  }
}

let pending = Buffer.alloc(0)
process.stdin.on('data', (chunk: Buffer) => {
  pending = Buffer.concat([pending, chunk])
  for (let end = pending.indexOf('\r\n\r\n'); end >= 0; end = pending.indexOf('\r\n\r\n')) {
    const length = Number(pending.toString('latin1', 'Content-Length: '.length, end))
    if (pending.length < end + 4 + length) return
    const message = JSON.parse(pending.toString('utf8', end + 4, end + 4 + length)) as Message
    pending = pending.subarray(end + 4 + length)
    if (message.method !== undefined) answer(message)
  }
})
process.stdin.on('end', () => process.exit(0))
