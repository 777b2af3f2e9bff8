import { MarineDataError } from '@marinedata/plugin-api'
import { close, constants, open } from 'node:fs'
import { isatty, ReadStream } from 'node:tty'
import { promisify } from 'node:util'
import { lockPort } from '#serial/port-lock.ts'
import { setLine } from '#serial/stty.ts'
import { BaseLink } from './base-link.ts'
import { endOfLink, type SpeedLink } from './link.ts'
import { PacedStream } from './paced-stream.ts'
import { startProgram, type Program } from './program.ts'

/** Read-only, never the controlling terminal of this process, and without waiting for a carrier. */
const openFlags = constants.O_RDONLY | constants.O_NOCTTY | constants.O_NONBLOCK
const opened = promisify(open)
const closed = promisify(close)

/** Twice what the fastest port can send. A faster sender is throttled. */
const mostBytesPerSecond = 50_000
/** Start, eight bits, stop. */
const bitsPerByte = 10
/** A port transmits what is written within this time, or it is not written at all: old data must not steer. */
const longestDelayMs = 1_000

/**
 * An open serial port. It is read as a terminal through Node's event loop: a silent port costs nothing, and closing is
 * immediate. It is written with `tee`, because Node's permission model allows plugins to read devices only.
 */
export class SerialLink extends BaseLink implements SpeedLink {
  readonly kind = 'serial'
  readonly #device: string
  readonly #stack: AsyncDisposableStack
  #speed: number
  #writer: Program | undefined
  /** When everything that was written has been transmitted. */
  #transmittedAt = 0

  private constructor(device: string, speed: number, stack: AsyncDisposableStack) {
    super()
    this.#device = device
    this.#speed = speed
    this.#stack = stack
  }

  /**
   * Opens a port.
   * @throws the system error, or MarineDataError when it is not a serial port or its speed cannot be set
   */
  static async open(device: string, speed: number): Promise<SerialLink> {
    await using stack = new AsyncDisposableStack()
    stack.use(await lockPort(device))
    const stream = await openStream(device, speed)
    const link = new SerialLink(device, speed, stack.move())
    link.#read(stream)
    return link
  }

  write(bytes: Uint8Array): boolean {
    const now = performance.now()
    const transmittedAt =
      Math.max(now, this.#transmittedAt) + (bytes.length * bitsPerByte * 1_000) / this.#speed
    const isWritten = transmittedAt - now <= longestDelayMs && this.#openWriter().write(bytes)
    if (isWritten) this.#transmittedAt = transmittedAt
    return this.counted(isWritten)
  }

  async setSpeed(speed: number): Promise<void> {
    await setLine(this.#device, speed)
    this.#speed = speed
  }

  protected async close(): Promise<void> {
    await this.#stack[Symbol.asyncDispose]()
  }

  #openWriter(): Program {
    this.#writer ??= this.#stack.use(
      startProgram(['tee', this.#device], { ended: (reason) => this.end(reason) }),
    )
    return this.#writer
  }

  #read(stream: ReadStream): void {
    const ended = Promise.withResolvers<void>()
    const end = (reason: Error): void => this.end(reason)
    stream.on('error', end)
    stream.on('end', () => end(endOfLink()))
    stream.on('close', () => {
      end(endOfLink())
      ended.resolve()
    })
    this.#stack.defer(async () => {
      stream.destroy()
      await ended.promise
    })
    this.#stack.use(
      new PacedStream(stream, {
        bytesPerSecond: mostBytesPerSecond,
        onBytes: (bytes) => this.pass(bytes),
      }),
    )
  }
}

const openStream = async (device: string, speed: number): Promise<ReadStream> => {
  const descriptor = await opened(device, openFlags)
  try {
    if (!isatty(descriptor)) throw new MarineDataError('rejected-by-device', `${device} is not a serial port`)
    // Before reading: otherwise a port could wait for a carrier that never comes.
    await setLine(device, speed)
  } catch (error) {
    await closed(descriptor)
    throw error
  }
  return await streamOf(descriptor)
}

/** tty.ReadStream opens the terminal again, so the first descriptor must be closed here. */
const streamOf = async (descriptor: number): Promise<ReadStream> => {
  const stream = new ReadStream(descriptor)
  const { _handle: handle } = stream as unknown as { readonly _handle?: { readonly fd?: number } }
  if (handle?.fd !== undefined && handle.fd !== descriptor) await closed(descriptor)
  return stream
}
