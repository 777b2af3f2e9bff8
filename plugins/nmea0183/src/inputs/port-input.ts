import { MarineDataError, type PluginInput } from '@marinedata/plugin-api'
import { parseSentence } from '@marinedata/nmea0183'
import { LineReader } from '#serial/line-reader.ts'
import type { FoundPort } from '#serial/port-scan.ts'
import { portErrorOf } from '#serial/port-error.ts'
import { waitOrAbort } from '#serial/wait.ts'
import { SerialPort } from '#serial/serial-port.ts'
import { findSpeed, speeds } from '#serial/speed-search.ts'
import type { Feed } from './feed.ts'
import { RetryPauses } from './retry-pauses.ts'
import { SentenceMeter } from './sentence-meter.ts'

export interface PortInputOptions {
  readonly port: FoundPort
  /** Whether the port is plugged in; else it is only stored. */
  readonly isThere: boolean
  /** Whether someone chose it before. */
  readonly isChosen: boolean
  /** Baud rate at which it last sent. */
  readonly speed: number | undefined
  /** Creates a consumer of the sentences, each time that the port is opened for use. */
  readonly feed: () => Feed
  /** Called when people should markPresent a change at once. */
  readonly changed: () => void
}

/** Delay before a chosen port is tried again after a failure. */
const retryMs = 1_000
/** Deadline of `use`; long enough to try every speed. */
const answerMs = 9_000
/** While `use` waits, a port that is silent at its speed is soon tried at the others. */
const useSilenceMs = 1_500
/** After this silence the port may have been set to another speed. */
const quietMs = 10_000
const noSentences = 'no valid sentences received'
const notPluggedIn = 'it is not plugged in'

type Trouble = NonNullable<PluginInput['error']>

/**
 * One serial port. While it is not chosen, it is opened until its speed is known, then closed. While it is chosen, it
 * is read whenever it is plugged in.
 */
export class PortInput implements AsyncDisposable {
  readonly #options: PortInputOptions
  readonly #meter = new SentenceMeter()
  readonly #pauses = new RetryPauses()
  readonly #done: Promise<void>
  #port: FoundPort
  #isThere: boolean
  #isChosen: boolean
  #speed: number | undefined
  #state: PluginInput['state'] = 'silent'
  #error: Trouble | undefined
  #isEnded = false
  /** The running step; aborted when the situation changes. */
  #step = new AbortController()
  /** A pending `use`. */
  #pendingUse: PromiseWithResolvers<void> | undefined

  constructor(options: PortInputOptions) {
    const { port, isThere, isChosen, speed } = options
    this.#options = options
    this.#port = port
    this.#isThere = isThere
    this.#isChosen = isChosen
    this.#speed = speed
    if (!isThere) this.#enter('lost', notPluggedIn)
    this.#done = this.#loop()
  }

  get isChosen(): boolean {
    return this.#isChosen
  }

  get isThere(): boolean {
    return this.#isThere
  }

  get port(): FoundPort {
    return this.#port
  }

  get speed(): number | undefined {
    return this.#speed
  }

  get report(): PluginInput {
    const { id, name, device: address } = this.#port
    const lastSentence = this.#meter.last
    return {
      id,
      name,
      address,
      protocol: 'NMEA 0183',
      ...(this.#speed !== undefined && { speed: this.#speed }),
      state: this.#state,
      chosen: this.#isChosen,
      rate: this.#meter.rate,
      ...(lastSentence !== undefined && { lastSentence }),
      damaged: this.#meter.damaged,
      ...(this.#error && { error: this.#error }),
    }
  }

  /** The port is present at this device path. */
  markPresent(port: FoundPort): void {
    const hasMoved = port.device !== this.#port.device
    const isNew = !this.#isThere
    this.#port = port
    this.#isThere = true
    if (isNew) this.#pauses.reset()
    if (isNew || hasMoved) this.#step.abort()
  }

  /** The port is not present. */
  markAbsent(): void {
    if (!this.#isThere) return
    this.#isThere = false
    if (this.#state !== 'lost') this.#enter('lost', 'it was unplugged')
    this.#step.abort()
  }

  /**
   * Starts reading the port. Resolves when sentences have been received.
   * @throws MarineDataError `rejected-by-device` with the reason when it cannot be read
   */
  async use(signal: AbortSignal): Promise<void> {
    const wasChosen = this.#isChosen
    if (wasChosen && this.#state === 'used') return
    if (!this.#isThere) throw this.#refusal(notPluggedIn)
    this.#pendingUse ??= Promise.withResolvers<void>()
    const { promise } = this.#pendingUse
    // A caller that stops waiting does not handle the rejection.
    promise.catch(() => undefined)
    this.#isChosen = true
    this.#step.abort()
    const over = new AbortController()
    try {
      await Promise.race([promise, this.#timeout(AbortSignal.any([signal, over.signal]))])
    } catch (error) {
      if (!wasChosen) this.release()
      throw error
    } finally {
      over.abort()
    }
  }

  /** Stops reading the port. */
  release(): void {
    this.#isChosen = false
    this.#error = undefined
    this.#settleUse('the input was released')
    if (this.#speed !== undefined) this.#enter('found')
    this.#step.abort()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnded = true
    this.#step.abort()
    await this.#done
  }

  async #loop(): Promise<void> {
    while (!this.#isEnded) {
      this.#step = new AbortController()
      const { signal } = this.#step
      try {
        if (!this.#isThere) await waitOrAbort(signal)
        else if (this.#isChosen) await this.#read(signal)
        else await this.#probe(signal)
      } catch (error) {
        if (signal.aborted) continue
        this.#fail(error)
        await waitOrAbort(signal, this.#isChosen ? retryMs : this.#pauses.next())
      }
    }
  }

  /** Finds out whether the port sends, and at which speed. */
  async #probe(signal: AbortSignal): Promise<void> {
    if (this.#speed === undefined) {
      await using port = await SerialPort.open(this.#port.device, speeds[0])
      this.#speed = await findSpeed(port, AbortSignal.any([signal, port.gone]))
    }
    this.#error = undefined
    this.#enter(this.#speed === undefined ? 'silent' : 'found')
    await (this.#speed === undefined ? waitOrAbort(signal, this.#pauses.next()) : waitOrAbort(signal))
  }

  async #read(signal: AbortSignal): Promise<void> {
    await using port = await SerialPort.open(this.#port.device, this.#speed ?? speeds[0])
    const ending = AbortSignal.any([signal, port.gone])
    try {
      for (;;) await this.#readAtSpeed(port, ending)
    } finally {
      this.#meter.rest()
    }
  }

  /** Reads at the known speed as long as the port sends, then searches for another speed. */
  async #readAtSpeed(port: SerialPort, signal: AbortSignal): Promise<void> {
    if (this.#speed !== undefined) {
      await port.setSpeed(this.#speed)
      await this.#listen(port, signal)
    }
    const speed = await findSpeed(port, signal)
    if (speed !== undefined) this.#speed = speed
    else this.#enter('silent', noSentences)
    if (this.#speed !== undefined) return
    await waitOrAbort(signal, this.#pauses.next())
    signal.throwIfAborted()
  }

  /** Reads sentences. Resolves when the port has been silent for too long. */
  async #listen(port: SerialPort, signal: AbortSignal): Promise<void> {
    const feed = this.#options.feed()
    const silenceMs = this.#pendingUse === undefined ? this.#pauses.next() : useSilenceMs
    let endsAt = performance.now() + silenceMs
    const lines = new LineReader(
      (line) => {
        if (this.#handleLine(line, feed)) endsAt = performance.now() + quietMs
      },
      () => this.#meter.damage(),
    )
    port.listen((bytes) => lines.read(bytes))
    for (let leftMs = silenceMs; leftMs > 0; leftMs = endsAt - performance.now()) {
      await waitOrAbort(signal, leftMs)
      signal.throwIfAborted()
    }
  }

  #handleLine(line: string, feed: Feed): boolean {
    const sentence = parseSentence(line)
    if ('fault' in sentence) {
      this.#meter.damage()
      return false
    }
    this.#meter.count(line)
    this.#pauses.reset()
    feed(sentence)
    if (this.#state !== 'used') this.#enter('used')
    this.#settleUse()
    return true
  }

  #fail(error: unknown): void {
    const { state, message } = portErrorOf(error)
    // A port that is not chosen needs no error: the next scan removes it.
    if (state === 'lost' && !this.#isChosen) return
    this.#enter(state, message)
  }

  #enter(state: PluginInput['state'], trouble?: string): void {
    if (trouble !== undefined) {
      if (this.#state !== state || this.#error?.message !== trouble)
        this.#error = { at: new Date().toISOString(), message: trouble }
      this.#settleUse(trouble)
    }
    this.#state = state
    this.#options.changed()
  }

  /** Settles a pending `use`. */
  #settleUse(trouble?: string): void {
    const pendingUse = this.#pendingUse
    this.#pendingUse = undefined
    if (trouble === undefined) pendingUse?.resolve()
    else pendingUse?.reject(this.#refusal(trouble))
  }

  #refusal(reason: string): MarineDataError {
    return new MarineDataError('rejected-by-device', `${this.#port.device}: ${reason}`)
  }

  async #timeout(signal: AbortSignal): Promise<never> {
    await waitOrAbort(signal, answerMs)
    throw this.#refusal(noSentences)
  }
}
