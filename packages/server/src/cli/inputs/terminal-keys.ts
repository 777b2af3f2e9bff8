import { readFileSync } from 'node:fs'
import type { ReadStream } from 'node:tty'

/** What a terminal would do by itself, were it not read key by key. */
const signalByKey: ReadonlyMap<string, NodeJS.Signals> = new Map([
  ['\u0003', 'SIGINT'],
  ['\u001c', 'SIGQUIT'],
  ['\u001a', 'SIGTSTP'],
])

/** Whether the terminal is ours at present: a program in the background that reads it is stopped by the machine. */
const isForeground = (): boolean => {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1')
    // Behind the name, which may hold anything: state, parent, group, session, terminal, the terminal's group.
    const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return group === foreground
  } catch {
    return false
  }
}

/** Single keys of a terminal, heard only while someone wants them; then the terminal is as it was. */
export class TerminalKeys implements Disposable {
  readonly #stdin: ReadStream
  readonly #onKey: (key: string) => void
  #isOpen = false

  constructor(stdin: ReadStream, onKey: (key: string) => void) {
    this.#stdin = stdin
    this.#onKey = onKey
  }

  /** Begins to listen; gives whether it does. */
  open(): boolean {
    if (this.#isOpen) return true
    if (!isForeground()) return false
    this.#isOpen = true
    this.#stdin.setRawMode(true)
    this.#stdin.on('data', this.#hear)
    this.#stdin.resume()
    return true
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#stdin.off('data', this.#hear)
    this.#stdin.pause()
    this.#stdin.setRawMode(false)
  }

  [Symbol.dispose](): void {
    this.close()
  }

  readonly #hear = (bytes: Buffer): void => {
    for (const key of bytes.toString('latin1')) {
      const signal = signalByKey.get(key)
      if (signal === undefined) this.#onKey(key)
      else this.#send(signal)
    }
  }

  #send(signal: NodeJS.Signals): void {
    this.close()
    // Brought back to the front, it goes on as before.
    if (signal === 'SIGTSTP') process.once('SIGCONT', () => this.open())
    process.kill(process.pid, signal)
  }
}
