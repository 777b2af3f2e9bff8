import { MarineDataError } from '@marinedata/model'
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { serialPortProgram } from './serial-port-program.ts'

export interface TestSerialPortOptions {
  /** Where a link to the port is created. */
  readonly path: string
  /** Baud. A reader at any other speed gets noise. */
  readonly speed: number
  /** Lines to send in turn, ten per second, with their line ends. */
  readonly lines: readonly string[]
}

const deadlineMs = 30_000

/** Adds start, checksum and line end to the body of a sentence: `GPHDT,123.4,T` or `!AIVDM,…`. */
export const sentenceOf = (body: string): string => {
  const bare = body.replace(/^[$!]/, '')
  const sum = Buffer.from(bare).reduce((total, letter) => total ^ letter, 0)
  return `${body.startsWith('!') ? '' : '$'}${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}\r\n`
}

/** A serial port for tests: a real pseudo terminal that can be plugged in and unplugged. Requires `python3`. */
export class TestSerialPort implements AsyncDisposable {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #answers: AsyncIterator<string>
  #stderr = ''

  private constructor({ path, speed }: TestSerialPortOptions) {
    this.#child = spawn('python3', ['-c', serialPortProgram, path, String(speed)])
    this.#answers = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
    this.#child.stderr.on('data', (chunk: Buffer) => (this.#stderr += chunk.toString()))
    // A write error shows as a missing answer.
    this.#child.stdin.on('error', () => undefined)
  }

  /** Creates a port that is plugged in and sends. */
  static async plugIn(options: TestSerialPortOptions): Promise<TestSerialPort> {
    const port = new TestSerialPort(options)
    await port.say(options.lines)
    await port.plugIn()
    return port
  }

  async plugIn(): Promise<void> {
    await this.#request('plug')
  }

  /** Unplugs the port. Readers see its end. */
  async unplug(): Promise<void> {
    await this.#request('unplug')
  }

  async say(lines: readonly string[]): Promise<void> {
    await this.#request('say', lines)
  }

  /** Sends this text repeatedly, as fast as it is read. */
  async flood(text: string): Promise<void> {
    await this.#request('flood', text)
  }

  /** What was written to the port, at most the last 64 kB. */
  async received(): Promise<string> {
    // The program answers every request with this text.
    return JSON.parse(await this.#request('received')) as string
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill()
    await ended
  }

  async #request(order: string, value?: unknown): Promise<string> {
    this.#child.stdin.write(`${JSON.stringify([order, value ?? null])}\n`)
    const late = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => late.resolve(undefined), deadlineMs)
    const answer = await Promise.race([this.#answers.next(), late.promise])
    clearTimeout(timer)
    if (answer?.done !== false)
      throw new MarineDataError('rejected-by-device', `The test port failed to ${order}: ${this.#stderr}`)
    return answer.value
  }
}
