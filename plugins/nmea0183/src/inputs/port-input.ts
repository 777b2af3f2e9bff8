import { MarineDataError, type PluginInput } from '@marinedata/plugin-api'
import { parseSentence } from '#sentences/sentence.ts'
import { LineReader } from '#serial/line-reader.ts'
import type { FoundPort } from '#serial/port-scan.ts'
import { troubleOf } from '#serial/port-trouble.ts'
import { resting } from '#serial/resting.ts'
import { SerialPort } from '#serial/serial-port.ts'
import { findSpeed, speeds } from '#serial/speed-search.ts'
import type { Feed } from './feed.ts'
import { Pauses } from './pauses.ts'
import { SentenceMeter } from './sentence-meter.ts'

export interface PortInputOptions {
  readonly port: FoundPort
  /** Whether it is plugged in; else it is only remembered. */
  readonly isThere: boolean
  /** Someone chose it before. */
  readonly isChosen: boolean
  /** Baud, from when it was last heard. */
  readonly speed: number | undefined
  /** Takes what is heard while the port is used; a new one for each time that it is opened. */
  readonly feed: () => Feed
  /** Told when people should see a change at once. */
  readonly changed: () => void
}

/** A port that is used and failed is tried again so soon. */
const againMs = 1_000
/** Whoever wants to use a port is told by then; every speed can be tried before. */
const answerMs = 9_000
/** While someone waits, a port that says nothing at its speed is tried at the others soon. */
const askedPatienceMs = 1_500
/** A port that has said nothing for so long may have been set to another speed. */
const quietMs = 10_000
const nothingHeard = 'nothing that can be understood comes from it'
const notThere = 'it is not plugged in'

type Trouble = NonNullable<PluginInput['error']>

/**
 * One serial port, from when it is first seen. Nobody has chosen it: it is listened to until its speed is known, then left
 * alone. Someone has: it is read for as long as it is there, and whenever it is there again.
 */
export class PortInput implements AsyncDisposable {
  readonly #options: PortInputOptions
  readonly #meter = new SentenceMeter()
  readonly #pauses = new Pauses()
  readonly #life: Promise<void>
  #port: FoundPort
  #isThere: boolean
  #isChosen: boolean
  #speed: number | undefined
  #state: PluginInput['state'] = 'silent'
  #error: Trouble | undefined
  #isEnded = false
  /** What is done at present; aborted when something else is to be done. */
  #turn = new AbortController()
  /** Someone waits to hear whether it can be used. */
  #asked: PromiseWithResolvers<void> | undefined

  constructor(options: PortInputOptions) {
    const { port, isThere, isChosen, speed } = options
    this.#options = options
    this.#port = port
    this.#isThere = isThere
    this.#isChosen = isChosen
    this.#speed = speed
    if (!isThere) this.#enter('lost', notThere)
    this.#life = this.#live()
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

  /** It is there, and where. */
  see(port: FoundPort): void {
    const hasMoved = port.device !== this.#port.device
    const isNew = !this.#isThere
    this.#port = port
    this.#isThere = true
    if (isNew) this.#pauses.reset()
    if (isNew || hasMoved) this.#turn.abort()
  }

  /** It is not there. */
  miss(): void {
    if (!this.#isThere) return
    this.#isThere = false
    if (this.#state !== 'lost') this.#enter('lost', 'it was unplugged')
    this.#turn.abort()
  }

  /**
   * Reads it from now on. Returns when sentences have been read.
   * @throws MarineDataError `rejected-by-device` with the reason when it cannot be read
   */
  async use(signal: AbortSignal): Promise<void> {
    const wasChosen = this.#isChosen
    if (wasChosen && this.#state === 'used') return
    if (!this.#isThere) throw this.#refusal(notThere)
    this.#asked ??= Promise.withResolvers<void>()
    const { promise } = this.#asked
    // Whoever stops waiting does not hear of it.
    promise.catch(() => undefined)
    this.#isChosen = true
    this.#turn.abort()
    const over = new AbortController()
    try {
      await Promise.race([promise, this.#tooLate(AbortSignal.any([signal, over.signal]))])
    } catch (error) {
      if (!wasChosen) this.release()
      throw error
    } finally {
      over.abort()
    }
  }

  /** Reads it no more. */
  release(): void {
    this.#isChosen = false
    this.#error = undefined
    this.#answer('It is not used any more')
    if (this.#speed !== undefined) this.#enter('found')
    this.#turn.abort()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnded = true
    this.#turn.abort()
    await this.#life
  }

  async #live(): Promise<void> {
    while (!this.#isEnded) {
      this.#turn = new AbortController()
      const { signal } = this.#turn
      try {
        if (!this.#isThere) await resting(signal)
        else if (this.#isChosen) await this.#read(signal)
        else await this.#look(signal)
      } catch (error) {
        if (signal.aborted) continue
        this.#fail(error)
        await resting(signal, this.#isChosen ? againMs : this.#pauses.next())
      }
    }
  }

  /** Finds out whether it speaks, and how fast. */
  async #look(signal: AbortSignal): Promise<void> {
    if (this.#speed === undefined) {
      await using port = await SerialPort.open(this.#port.device, speeds[0])
      this.#speed = await findSpeed(port, AbortSignal.any([signal, port.gone]))
    }
    this.#error = undefined
    this.#enter(this.#speed === undefined ? 'silent' : 'found')
    await (this.#speed === undefined ? resting(signal, this.#pauses.next()) : resting(signal))
  }

  async #read(signal: AbortSignal): Promise<void> {
    await using port = await SerialPort.open(this.#port.device, this.#speed ?? speeds[0])
    const ending = AbortSignal.any([signal, port.gone])
    try {
      for (;;) await this.#follow(port, ending)
    } finally {
      this.#meter.rest()
    }
  }

  /** Listens at the speed that is known for as long as it speaks; then looks for another. */
  async #follow(port: SerialPort, signal: AbortSignal): Promise<void> {
    if (this.#speed !== undefined) {
      await port.setSpeed(this.#speed)
      await this.#listen(port, signal)
    }
    const speed = await findSpeed(port, signal)
    if (speed !== undefined) this.#speed = speed
    else this.#enter('silent', nothingHeard)
    if (this.#speed !== undefined) return
    await resting(signal, this.#pauses.next())
    signal.throwIfAborted()
  }

  /** Takes what it says; returns when it has not said anything for too long. */
  async #listen(port: SerialPort, signal: AbortSignal): Promise<void> {
    const feed = this.#options.feed()
    const patienceMs = this.#asked === undefined ? this.#pauses.next() : askedPatienceMs
    let endsAt = performance.now() + patienceMs
    const lines = new LineReader(
      (line) => {
        if (this.#hear(line, feed)) endsAt = performance.now() + quietMs
      },
      () => this.#meter.damage(),
    )
    port.listen((bytes) => lines.read(bytes))
    for (let leftMs = patienceMs; leftMs > 0; leftMs = endsAt - performance.now()) {
      await resting(signal, leftMs)
      signal.throwIfAborted()
    }
  }

  #hear(line: string, feed: Feed): boolean {
    const sentence = parseSentence(line)
    if ('fault' in sentence) {
      this.#meter.damage()
      return false
    }
    this.#meter.count(line)
    this.#pauses.reset()
    feed(sentence)
    if (this.#state !== 'used') this.#enter('used')
    this.#answer()
    return true
  }

  #fail(error: unknown): void {
    const { state, message } = troubleOf(error)
    // What nobody uses is not missed: the next look around will not find it.
    if (state === 'lost' && !this.#isChosen) return
    this.#enter(state, message)
  }

  #enter(state: PluginInput['state'], trouble?: string): void {
    if (trouble !== undefined) {
      if (this.#state !== state || this.#error?.message !== trouble)
        this.#error = { at: new Date().toISOString(), message: trouble }
      this.#answer(trouble)
    }
    this.#state = state
    this.#options.changed()
  }

  /** Tells whoever waits whether it can be used. */
  #answer(trouble?: string): void {
    const asked = this.#asked
    this.#asked = undefined
    if (trouble === undefined) asked?.resolve()
    else asked?.reject(this.#refusal(trouble))
  }

  #refusal(reason: string): MarineDataError {
    return new MarineDataError('rejected-by-device', `${this.#port.device}: ${reason}`)
  }

  async #tooLate(signal: AbortSignal): Promise<never> {
    await resting(signal, answerMs)
    throw this.#refusal(nothingHeard)
  }
}
