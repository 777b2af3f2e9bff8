/**
 * A program of its own, so that it holds up nobody but the server: connects from many addresses of this machine with no
 * good in mind, and tells how long it was borne.
 */
import { connect, type Socket } from 'node:net'

/** What the crowd is told to do. */
export interface Attack {
  /** To say nothing at all, or a request letter by letter. */
  readonly manner: 'silent' | 'slow'
  readonly connections: number
  /** The first of the addresses 127.0.x.y that are used, counted from 127.0.1.0, and how many. */
  readonly from: number
  readonly addresses: number
}

/** What became of it. */
export interface Outcome {
  /** Connections that were made. */
  readonly made: number
  /** The longest time until one of them was cut, in milliseconds. */
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

/** Resolves with the milliseconds until the connection was cut, or undefined when there was none. */
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
