/**
 * A process of its own, so that it loads only the server: opens connections from many local addresses and reports how
 * long they stayed open.
 */
import { connect, type Socket } from 'node:net'

/** The parameters of the crowd. */
export interface Attack {
  /** Sends nothing, or a request byte by byte. */
  readonly manner: 'silent' | 'slow'
  readonly connections: number
  /** The first local address, counted from 127.0.1.0, and the number of addresses. */
  readonly from: number
  readonly addresses: number
}

/** The result. */
export interface Outcome {
  /** The number of established connections. */
  readonly made: number
  /** The longest time until a connection was closed, in milliseconds. */
  readonly longestMs: number
}

const letterEveryMs = 1_000
const request = `GET /marinedata HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ${'x'.repeat(100)}`

const addressOf = (number: number): string => `127.0.${1 + (number >> 8)}.${number & 255}`

const speakSlowly = (socket: Socket): void => {
  let said = 0
  const speak = (): void => void socket.write(request[said++ % request.length]!)
  speak()
  const letters = setInterval(speak, letterEveryMs)
  socket.once('close', () => clearInterval(letters))
}

/** The milliseconds until the connection was closed; undefined when it was not established. */
const intrude = (port: number, localAddress: string, manner: Attack['manner']): Promise<number | undefined> =>
  new Promise((resolve) => {
    let madeAt: number | undefined
    const socket = connect({ host: '127.0.0.1', port, localAddress })
    socket.on('error', () => undefined)
    socket.once('connect', () => {
      madeAt = performance.now()
      if (manner === 'slow') speakSlowly(socket)
    })
    socket.resume()
    socket.once('close', () => resolve(madeAt === undefined ? undefined : performance.now() - madeAt))
  })

const attack = async (port: number, { manner, connections, from, addresses }: Attack): Promise<Outcome> => {
  const borne = await Promise.all(
    Array.from({ length: connections }, (_, index) =>
      intrude(port, addressOf(from + (index % addresses)), manner),
    ),
  )
  const made = borne.filter((ms) => ms !== undefined)
  return { made: made.length, longestMs: made.reduce((longest, ms) => Math.max(longest, ms), 0) }
}

const port = Number(process.argv[2])
process.on('message', (wanted: Attack) => {
  void attack(port, wanted).then((outcome) => process.send?.(outcome))
})
process.on('disconnect', () => process.exit())
