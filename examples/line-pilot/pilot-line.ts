import { MarineDataError } from '@marinedata/plugin-api'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** A line that came, in its parts; undefined when there is nobody at the other end any more. */
type Hear = (parts: readonly string[] | undefined) => void

/** The line to the pilot: numbered words go out, numbered answers and other lines come in. */
export class PilotLine implements Disposable {
  readonly #answerTo = new Map<string, (word: string) => void>()
  #socket: Socket | undefined
  #count = 0
  #isOver = false

  /** Calls the pilot, and again a second after the line was lost. */
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
    // Whatever was wrong, the line is closed by it.
    lines.on('error', () => undefined)
    socket.on('close', () => {
      if (!this.#isOver) hear(undefined)
      setTimeout(() => this.call(where, hear), 1_000).unref()
    })
  }

  /**
   * Says something to the pilot, and gives the word that it answers with: `OK`, or why not.
   * @throws MarineDataError `autopilot-offline` when there is nobody
   */
  async ask(words: string, signal: AbortSignal): Promise<string> {
    if (this.#socket?.readyState !== 'open') throw new MarineDataError('autopilot-offline', 'Nobody answers')
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
