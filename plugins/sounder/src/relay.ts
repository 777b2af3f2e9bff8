import { SerialLink } from '@marinedata/inputs'
import type { CallState, SoundEvents, SoundOutput } from './alarm-sound.ts'

export interface RelayOptions {
  /** Path of the serial port. */
  readonly port: string
  readonly speed: number
  /** Bytes that switch the relay, as hexadecimal digits. */
  readonly on: string
  readonly off: string
}

const stepMs = 1_000
/** Whether the relay is on, one step after the other. */
const patterns: Readonly<Record<CallState, readonly boolean[]>> = {
  alarm: [true, false],
  emergency: [true],
}

/** A siren or a light on a relay that is switched over a serial port. */
export class Relay implements SoundOutput {
  readonly #options: RelayOptions
  readonly #events: SoundEvents
  readonly #bytes: { readonly on: Buffer; readonly off: Buffer }
  #link: SerialLink | undefined
  #state: CallState | undefined
  #step = 0
  #timer: NodeJS.Timeout | undefined
  /** The present step, which may be waiting for the port. */
  #work: Promise<void> = Promise.resolve()

  constructor(options: RelayOptions, events: SoundEvents) {
    this.#options = options
    this.#events = events
    this.#bytes = { on: Buffer.from(options.on, 'hex'), off: Buffer.from(options.off, 'hex') }
  }

  sound(state: CallState): void {
    if (state === this.#state) return
    this.#state = state
    this.#step = 0
    clearInterval(this.#timer)
    this.#timer = setInterval(() => this.#next(), stepMs)
    this.#next()
  }

  quiet(): void {
    if (this.#state === undefined) return
    this.#state = undefined
    clearInterval(this.#timer)
    this.#queue(() => this.#switch(false))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.quiet()
    await this.#work
    await this.#link?.[Symbol.asyncDispose]()
  }

  /** A step that failed is repeated by the next one, so that an alarm always begins with the siren on. */
  #next(): void {
    const state = this.#state
    if (state === undefined) return
    const pattern = patterns[state]
    this.#queue(async () => {
      if (this.#state !== state) return
      await this.#switch(pattern[this.#step % pattern.length] === true)
      this.#step++
    })
  }

  #queue(step: () => Promise<void>): void {
    this.#work = this.#work
      .then(step)
      .catch((error: unknown) => this.#events.failed((error as Error).message))
  }

  async #switch(isOn: boolean): Promise<void> {
    const link = await this.#open()
    if (!link.write(isOn ? this.#bytes.on : this.#bytes.off))
      throw new Error(`${this.#options.port} does not take data`)
    if (isOn) this.#events.sounding()
  }

  async #open(): Promise<SerialLink> {
    const known = this.#link
    if (known !== undefined && !known.gone.aborted) return known
    this.#link = undefined
    await known?.[Symbol.asyncDispose]()
    const { port, speed } = this.#options
    this.#link = await SerialLink.open(port, speed)
    return this.#link
  }
}
