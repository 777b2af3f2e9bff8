import { MarineDataError } from '@marinedata/model'
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { serialPortProgram } from './serial-port-program.ts'

export interface TestSerialPortOptions {
  /** Where the port appears; a link to it is made there. */
  readonly path: string
  /** Baud. At any other speed noise is heard. */
  readonly speed: number
  /** What it says, ten times a second one of them, in turn; each ends as it is given here. */
  readonly lines: readonly string[]
}

const deadlineMs = 5_000

/** A whole sentence, with its checksum and its end, of what stands between: `GPHDT,123.4,T`, or `!AIVDM,…`. */
export const sentenceOf = (body: string): string => {
  const bare = body.replace(/^[$!]/, '')
  const sum = Buffer.from(bare).reduce((total, letter) => total ^ letter, 0)
  return `${body.startsWith('!') ? '' : '$'}${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}\r\n`
}

/** A serial port for tests: a real pseudo terminal that can be plugged in and pulled out. Takes `python3`. */
export class TestSerialPort implements AsyncDisposable {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #answers: AsyncIterator<string>
  #complaints = ''

  private constructor({ path, speed }: TestSerialPortOptions) {
    this.#child = spawn('python3', ['-c', serialPortProgram, path, String(speed)])
    this.#answers = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
    this.#child.stderr.on('data', (chunk: Buffer) => (this.#complaints += chunk.toString()))
    // What cannot be written is told by what is not answered.
    this.#child.stdin.on('error', () => undefined)
  }

  /** A port that is plugged in and speaks. */
  static async plugIn(options: TestSerialPortOptions): Promise<TestSerialPort> {
    const port = new TestSerialPort(options)
    await port.say(options.lines)
    await port.plugIn()
    return port
  }

  async plugIn(): Promise<void> {
    await this.#order('plug')
  }

  /** Pulls it out; whoever reads it hears that it has ended. */
  async unplug(): Promise<void> {
    await this.#order('unplug')
  }

  async say(lines: readonly string[]): Promise<void> {
    await this.#order('say', lines)
  }

  /** Says this again and again, as fast as it is read. */
  async flood(text: string): Promise<void> {
    await this.#order('flood', text)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill()
    await ended
  }

  async #order(order: string, value?: unknown): Promise<void> {
    this.#child.stdin.write(`${JSON.stringify([order, value ?? null])}\n`)
    const late = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => late.resolve(undefined), deadlineMs)
    const answer = await Promise.race([this.#answers.next(), late.promise])
    clearTimeout(timer)
    if (answer?.done !== false)
      throw new MarineDataError('rejected-by-device', `The port did not ${order}: ${this.#complaints}`)
  }
}
