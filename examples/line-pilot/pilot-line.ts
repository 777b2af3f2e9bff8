import { MarineDataError } from '@marinedata/plugin-api'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** Receives the words of a line; undefined when the connection is lost. */
type Hear = (parts: readonly string[] | undefined) => void

/** The connection to the pilot: sends numbered commands, receives numbered answers and other lines. */
export class PilotLine implements Disposable {
  readonly #answerTo = new Map<string, (word: string) => void>()
  #socket: Socket | undefined
  #count = 0
  #isOver = false

  /** Connects to the pilot, and again one second after the connection was lost. */
  call(where: { readonly host: string; readonly port: number }, hear: Hear): void {
    if (this.#isOver) return
    const socket = connect(where)
    this.#socket = socket
    const lines = createInterface({ input: socket })
    lines.on('line', (line) => {
      const parts = line.split(' ')
      const [first = '', , word = 'OK'] = parts
      if (first === 'S' || first === 'A') hear(parts)
      else this.#answerTo.get(first)?.(word)
    })
    // Every error also closes the socket.
    lines.on('error', () => undefined)
    socket.on('close', () => {
      if (!this.#isOver) hear(undefined)
      setTimeout(() => this.call(where, hear), 1_000).unref()
    })
  }

  /**
   * Sends a command to the pilot. Resolves with its answer: `OK`, or an error word.
   * @throws MarineDataError `autopilot-offline` when there is no connection
   */
  async ask(words: string, signal: AbortSignal): Promise<string> {
    if (this.#socket?.readyState !== 'open')
      throw new MarineDataError('autopilot-offline', 'The pilot is not connected')
    const number = String(++this.#count)
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    this.#answerTo.set(number, resolve)
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    this.#socket.write(`${number} ${words}\n`)
    try {
      return await promise
    } finally {
      this.#answerTo.delete(number)
    }
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    this.#socket?.destroy()
  }
}
