import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'

/** A parsed response. */
export interface RawAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** Everything received until the server closed the connection. */
export interface Talk {
  readonly answers: readonly RawAnswer[]
  /** The rest that is not a complete response. */
  readonly rest: string
  readonly tookMs: number
}

const patienceMs = 60_000

/** A connection for arbitrary bytes. Connection errors are part of the test. */
export const rawConnection = (url: string, localAddress = '127.0.0.1'): Socket => {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), localAddress, noDelay: true })
  socket.on('error', () => undefined)
  return socket
}

/** Resolves with everything received once the server has ended the connection; rejects when it does not. */
export const receivedUntilEnd = (socket: Socket): Promise<Talk> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
    })
    const deadline = setTimeout(() => {
      socket.destroy()
      reject(new Error(`The server did not hang up; it said ${JSON.stringify(text.slice(0, 500))}`))
    }, patienceMs)
    socket.once('close', () => {
      clearTimeout(deadline)
      resolve({ ...answersIn(text), tookMs: performance.now() - startedAt })
    })
  })

/** Sends bytes, whole or one by one; returns everything received until the server closed the connection. */
export const talk = async (
  url: string,
  bytes: Buffer,
  pieces: 'whole' | 'bytes' = 'whole',
): Promise<Talk> => {
  const socket = rawConnection(url)
  const received = receivedUntilEnd(socket)
  if (pieces === 'whole') socket.write(bytes)
  else
    for (let at = 0; at < bytes.length && socket.writable; at++)
      await new Promise<void>((sent) => socket.write(bytes.subarray(at, at + 1), () => sent()))
  return await received
}

const answersIn = (text: string): { readonly answers: RawAnswer[]; readonly rest: string } => {
  const answers: RawAnswer[] = []
  let rest = text
  for (;;) {
    const read = answerAt(rest)
    if (read === undefined) return { answers, rest }
    answers.push(read.answer)
    rest = rest.slice(read.length)
  }
}

const answerAt = (text: string): { readonly answer: RawAnswer; readonly length: number } | undefined => {
  const end = text.indexOf('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 ([0-9]{3}) /.exec(text)?.[1])
  if (end < 0 || Number.isNaN(status)) return undefined
  const lines = text.slice(0, end).split('\r\n').slice(1)
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    }),
  )
  const from = end + 4
  const length = bodyLengthOf(headers, text.slice(from))
  if (length === undefined || text.length < from + length) return undefined
  return { answer: { status, headers, body: text.slice(from, from + length) }, length: from + length }
}

/** Undefined while the response is incomplete. The server sends only empty chunked bodies here. */
const bodyLengthOf = (headers: ReadonlyMap<string, string>, text: string): number | undefined => {
  if (headers.get('transfer-encoding') !== 'chunked') return Number(headers.get('content-length') ?? 0)
  const empty = '0\r\n\r\n'
  assert.ok(text.startsWith(empty.slice(0, text.length)), `a chunked answer: ${text.slice(0, 100)}`)
  return text.length < empty.length ? undefined : empty.length
}
