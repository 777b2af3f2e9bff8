import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { listOf, textOf, type Value } from './values.ts'

interface Watch {
  /** Seconds; 0 for every change. */
  readonly period: number
  sentAt: number
  sent: string | undefined
}

/** Maximum queued bytes: pypilot drops a client that does not read. */
const mostQueued = 65_536
const longestLine = 65_536

export interface ClientOptions {
  readonly values: ReadonlyMap<string, Value>
  /** Undefined when the write is carried out, else the error to send. */
  readonly refusal: (name: string) => string | undefined
  readonly isMute: () => boolean
}

const periodOf = (value: unknown): number | undefined => {
  if (value === true) return 0
  return typeof value === 'number' && value >= 0 ? value : undefined
}

/** A client of the line server. */
export class Client {
  readonly #socket: Socket
  readonly #options: ClientOptions
  readonly #watches = new Map<string, Watch>()

  constructor(socket: Socket, options: ClientOptions) {
    this.#socket = socket
    this.#options = options
    const lines = createInterface({ input: socket })
    // Every error also closes the socket.
    socket.on('error', () => undefined)
    lines.on('error', () => undefined)
    lines.on('line', (line) => this.#take(line))
  }

  drop(): void {
    this.#socket.destroy()
  }

  /** Sends what is due, together, as pypilot does. @param isEverything also what is watched by a period */
  publish(now: number, isEverything = false): void {
    this.#socket.cork()
    for (const [name, watch] of this.#watches) {
      const value = this.#options.values.get(name)
      if (value === undefined) continue
      const text = textOf(value.read())
      const isDue = watch.period === 0 ? text !== watch.sent : now - watch.sentAt >= watch.period * 1_000
      if (!isDue && !(isEverything && text !== watch.sent)) continue
      watch.sent = text
      watch.sentAt = now
      this.#send(`${name}=${text}`)
    }
    this.#socket.uncork()
  }

  #take(line: string): void {
    if (line === '') return
    const split = line.indexOf('=')
    if (split < 1 || line.length > longestLine)
      return this.#send(`error=invalid request: ${line.slice(0, 80)}`)
    const [name, text] = [line.slice(0, split), line.slice(split + 1)]
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return this.#send(`error=invalid request: ${line.slice(0, 80)}`)
    }
    if (name === 'watch') this.#watch(value)
    else this.#write(name, value)
    return undefined
  }

  #watch(asked: unknown): void {
    if (typeof asked !== 'object' || asked === null) return
    for (const [name, value] of Object.entries(asked)) {
      const period = periodOf(value)
      if (name === 'values' && period !== undefined) this.#send(`values=${listOf(this.#options.values)}`)
      else if (period !== undefined)
        this.#watches.set(name, { period, sentAt: Number.NEGATIVE_INFINITY, sent: undefined })
      else if (value === false && !this.#watches.delete(name))
        this.#send(`error=cannot remove unknown watch for ${name}`)
    }
    this.publish(performance.now(), true)
  }

  #write(name: string, value: unknown): void {
    const known = this.#options.values.get(name)
    if (known === undefined) return this.#send(`error=invalid unknown value: ${name}`)
    const refusal = known.write === undefined ? `${name} is not writable` : this.#options.refusal(name)
    if (refusal === undefined) known.write?.(value)
    else this.#send(`error=${refusal}`)
    return undefined
  }

  #send(line: string): void {
    if (this.#options.isMute()) return
    if (this.#socket.writableLength > mostQueued) this.drop()
    else this.#socket.write(`${line}\n`)
  }
}
