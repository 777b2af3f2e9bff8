import { MarineDataError } from '@marinedata/plugin-api'
import { close, constants, open } from 'node:fs'
import { ReadStream } from 'node:tty'
import { isatty } from 'node:tty'
import { promisify } from 'node:util'
import { setLine } from './stty.ts'

/** Read-only, never the controlling terminal of this process, and without waiting for a carrier. */
const openFlags = constants.O_RDONLY | constants.O_NOCTTY | constants.O_NONBLOCK
const opened = promisify(open)
const closed = promisify(close)

/** Twice what the fastest port can send. A faster sender is throttled. */
const mostBytesPerSecond = 50_000

const endOfFile = (): Error => Object.assign(new Error('The port has ended'), { code: 'EOF' })

/**
 * An open serial port for reading. It is read as a terminal through Node's event loop: a silent port costs nothing, and
 * closing is immediate.
 */
export class SerialPort implements AsyncDisposable {
  readonly device: string
  readonly #stream: ReadStream
  readonly #gone = new AbortController()
  readonly #closed = Promise.withResolvers<void>()
  #onBytes: (bytes: Buffer) => void = () => undefined
  #secondBegan = performance.now()
  #bytesInSecond = 0
  #rest: NodeJS.Timeout | undefined

  private constructor(device: string, stream: ReadStream) {
    this.device = device
    this.#stream = stream
    stream.on('data', (bytes: Buffer) => this.#take(bytes))
    stream.on('error', (error) => this.#gone.abort(error))
    stream.on('end', () => this.#gone.abort(endOfFile()))
    stream.on('close', () => {
      this.#gone.abort(endOfFile())
      this.#closed.resolve()
    })
  }

  /**
   * Opens a port.
   * @throws the system error, or MarineDataError when it is not a serial port or its speed cannot be set
   */
  static async open(device: string, speed: number): Promise<SerialPort> {
    const descriptor = await opened(device, openFlags)
    try {
      if (!isatty(descriptor))
        throw new MarineDataError('rejected-by-device', `${device} is not a serial port`)
      // Before reading: otherwise a port could wait for a carrier that never comes.
      await setLine(device, speed)
    } catch (error) {
      await closed(descriptor)
      throw error
    }
    return new SerialPort(device, await streamOf(descriptor))
  }

  /** Aborted with the reason when the port is removed. */
  get gone(): AbortSignal {
    return this.#gone.signal
  }

  /** Replaces the consumer of the bytes. */
  listen(onBytes: (bytes: Buffer) => void): void {
    this.#onBytes = onBytes
  }

  async setSpeed(speed: number): Promise<void> {
    await setLine(this.device, speed)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#rest)
    this.#onBytes = () => undefined
    this.#stream.destroy()
    await this.#closed.promise
  }

  #take(bytes: Buffer): void {
    this.#keepPace(bytes.length)
    this.#onBytes(bytes)
  }

  #keepPace(bytes: number): void {
    const now = performance.now()
    if (now - this.#secondBegan >= 1_000) {
      this.#secondBegan = now
      this.#bytesInSecond = 0
    }
    this.#bytesInSecond += bytes
    if (this.#bytesInSecond < mostBytesPerSecond) return
    this.#stream.pause()
    this.#rest = setTimeout(() => this.#stream.resume(), this.#secondBegan + 1_000 - now)
  }
}

/** tty.ReadStream opens the terminal again, so the first descriptor must be closed here. */
const streamOf = async (descriptor: number): Promise<ReadStream> => {
  const stream = new ReadStream(descriptor)
  const { _handle: handle } = stream as unknown as { readonly _handle?: { readonly fd?: number } }
  if (handle?.fd !== undefined && handle.fd !== descriptor) await closed(descriptor)
  return stream
}
