import { MarineDataError, type PluginInput } from '@marinedata/plugin-api'
import { hasSpeed, linkError, type Link, type SpeedLink } from '#links/link.ts'
import { findSpeed } from '#serial/speed-search.ts'
import { waitOrAbort } from '#wait.ts'
import type { InputSource } from './input-source.ts'
import { InputStatus } from './input-status.ts'
import { PendingUse } from './pending-use.ts'
import type { Reader } from './protocol.ts'
import { ReconnectPauses } from '#reconnect-pauses.ts'
import { RetryPauses } from './retry-pauses.ts'

export interface InputOptions {
  readonly source: InputSource
  /** Whether the port is plugged in; else it is only stored. */
  readonly isThere: boolean
  /** Whether someone chose it before. */
  readonly isChosen: boolean
  /** Baud rate at which it last sent. */
  readonly speed: number | undefined
  /** Called when people should see a change at once. */
  readonly changed: () => void
}

interface ListenOptions {
  readonly signal: AbortSignal
  readonly silenceMs: number
  /** The link stays open however long it is silent. */
  readonly isLasting: boolean
}

/** While `use` waits, a port that is silent at its speed is soon tried at the others. */
const useSilenceMs = 1_500
/** After this silence a port may have been set to another speed, and a connection may be dead. */
const quietMs = 10_000
/** Opening takes at most this long; shorter while the input has just been lost. */
const openMs = 5_000
const openSoonMs = 1_000
const expectedMs = 60_000
const notPluggedIn = 'it is not plugged in'

/**
 * One input. While it is not chosen, a port is opened until its speed is known, then closed. While it is chosen, it is
 * read whenever it is present.
 */
export class Input implements AsyncDisposable {
  readonly #status: InputStatus
  readonly #pendingUse = new PendingUse()
  readonly #silences = new RetryPauses()
  readonly #reconnects = new ReconnectPauses()
  readonly #done: Promise<void>
  #source: InputSource
  #isThere: boolean
  #isChosen: boolean
  #speed: number | undefined
  #absentSince = performance.now()
  #isEnded = false
  /** The running step; aborted when the situation changes. */
  #step = new AbortController()

  constructor({ source, isThere, isChosen, speed, changed }: InputOptions) {
    this.#status = new InputStatus(changed)
    this.#source = source
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

  /** Whether it is chosen and was unplugged less than a minute ago: it may come back at any moment. */
  get isExpected(): boolean {
    return this.#isChosen && !this.#isThere && performance.now() - this.#absentSince < expectedMs
  }

  get source(): InputSource {
    return this.#source
  }

  get speed(): number | undefined {
    return this.#speed
  }

  get report(): PluginInput {
    const { id, name, address, protocol, isOutput } = this.#source
    return {
      id,
      name,
      address,
      protocol: protocol.name,
      ...(this.#speed !== undefined && { speed: this.#speed }),
      chosen: this.#isChosen,
      ...this.#status.report,
      ...this.#status.flow({ isRead: !isOutput, isWritten: protocol.sends?.(id) === true }),
    }
  }

  /** The input is present, perhaps at another address. */
  markPresent(source: InputSource): void {
    const hasMoved = source.address !== this.#source.address
    const isNew = !this.#isThere
    this.#source = source
    this.#isThere = true
    if (isNew) this.#silences.reset()
    if (isNew || hasMoved) this.#step.abort()
  }

  /** The input is not present. */
  markAbsent(): void {
    if (!this.#isThere) return
    this.#isThere = false
    this.#absentSince = performance.now()
    if (this.#status.state !== 'lost') this.#enter('lost', 'it was unplugged')
    this.#step.abort()
  }

  /**
   * Starts reading. Resolves when messages have been received from a port, or a connection is open.
   * @throws MarineDataError `rejected-by-device` with the reason when it cannot be read
   */
  async use(signal: AbortSignal): Promise<void> {
    const wasChosen = this.#isChosen
    if (wasChosen && this.#status.state === 'used') return
    if (!this.#isThere) throw this.#refusal(notPluggedIn)
    const answered = this.#pendingUse.begin(signal, () => this.#refusal(this.#nothingValid))
    this.#isChosen = true
    this.#step.abort()
    try {
      await answered()
    } catch (error) {
      if (!wasChosen) this.release()
      throw error
    }
  }

  /** Stops reading. */
  release(): void {
    this.#isChosen = false
    this.#status.forgetError()
    this.#settleUse('the input was released')
    if (this.#isKnown) this.#enter('found')
    this.#step.abort()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnded = true
    this.#step.abort()
    await this.#done
  }

  /** Whether it can be read without a search for its speed. */
  get #isKnown(): boolean {
    return !this.#source.hasSpeed || this.#speed !== undefined
  }

  get #nothingValid(): string {
    return `no valid ${this.#source.protocol.name} received`
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
        await waitOrAbort(signal, this.#isChosen ? this.#reconnects.next() : this.#silences.next())
      }
    }
  }

  /** Finds out whether a port sends, and at which speed. */
  async #probe(signal: AbortSignal): Promise<void> {
    const isSearched = !this.#isKnown && this.#source.isSearched
    if (isSearched) {
      await using link = await this.#open(signal)
      if (hasSpeed(link)) await this.#search(link, AbortSignal.any([signal, link.gone]))
    }
    if (this.#isKnown) this.#enter('found')
    await (isSearched && !this.#isKnown ? waitOrAbort(signal, this.#silences.next()) : waitOrAbort(signal))
  }

  /** Searches for the speed of a port; says so when no speed gives valid messages. */
  async #search(link: SpeedLink, signal: AbortSignal): Promise<void> {
    const { id, protocol } = this.#source
    const found = await findSpeed(link, { id, protocol, signal })
    if (!this.#isChosen) this.#status.forgetError()
    if (found === undefined) this.#enter('silent', this.#isChosen ? this.#nothingValid : undefined)
    else if ('foreign' in found) this.#enter('silent', `it speaks ${found.foreign}`)
    else this.#speed = found.speed
  }

  async #open(signal: AbortSignal): Promise<Link> {
    const deadline = AbortSignal.timeout(this.#reconnects.areShort ? openSoonMs : openMs)
    return await this.#source.open(AbortSignal.any([signal, deadline]), this.#speed)
  }

  async #read(signal: AbortSignal): Promise<void> {
    await using link = await this.#open(signal)
    const ending = AbortSignal.any([signal, link.gone])
    this.#status.link = link
    try {
      if (hasSpeed(link)) for (;;) await this.#readAtSpeed(link, ending)
      await (this.#source.isOutput ? this.#keepOpen(link, ending) : this.#readConnection(link, ending))
    } finally {
      this.#status.close()
    }
  }

  /** Keeps a link open that is only written. */
  async #keepOpen(link: Link, signal: AbortSignal): Promise<void> {
    this.#status.forgetError()
    this.#reconnects.reset()
    this.#enter('used')
    this.#settleUse()
    const reader = this.#openReader(link, () => undefined)
    try {
      await waitOrAbort(signal)
      signal.throwIfAborted()
    } finally {
      reader.close?.()
    }
  }

  /** Reads a connection until it ends, or is silent although the far end always sends. */
  async #readConnection(link: Link, signal: AbortSignal): Promise<void> {
    this.#status.forgetError()
    this.#enter('silent')
    this.#settleUse()
    await this.#listen(link, {
      signal,
      silenceMs: quietMs,
      isLasting: !this.#source.protocol.alwaysSends || link.kind === 'tcp-server',
    })
    throw linkError('ESILENT', this.#nothingValid)
  }

  /** Reads at the known speed as long as the port sends, then searches for another speed. */
  async #readAtSpeed(link: SpeedLink, signal: AbortSignal): Promise<void> {
    if (this.#speed !== undefined) {
      await link.setSpeed(this.#speed)
      const silenceMs = this.#pendingUse.isWaiting ? useSilenceMs : this.#silences.next()
      await this.#listen(link, { signal, silenceMs, isLasting: false })
    }
    await this.#search(link, signal)
    if (this.#speed !== undefined) return
    await waitOrAbort(signal, this.#silences.next())
    signal.throwIfAborted()
  }

  /** Reads messages. Resolves when the input has been silent for too long; a lasting link is then marked as silent. */
  async #listen(link: Link, { signal, silenceMs, isLasting }: ListenOptions): Promise<void> {
    let endsAt = performance.now() + silenceMs
    const reader = this.#openReader(link, () => (endsAt = performance.now() + quietMs))
    link.listen((bytes, from) => reader.read(bytes, from))
    try {
      for (let leftMs = silenceMs; leftMs > 0; leftMs = endsAt - performance.now()) {
        await waitOrAbort(signal, leftMs)
        signal.throwIfAborted()
        if (!isLasting || performance.now() < endsAt) continue
        // A server without clients is no trouble.
        this.#enter('silent', link.kind === 'tcp-server' ? undefined : this.#nothingValid)
        endsAt = performance.now() + quietMs
      }
    } finally {
      link.listen(() => undefined)
      reader.close?.()
    }
  }

  #openReader(link: Link, received: () => void): Reader {
    const { id, protocol } = this.#source
    const events = {
      message: (text: string | (() => string)) => {
        this.#status.received.count(text)
        this.#noteSign()
        received()
      },
      answered: () => {
        this.#noteSign()
        received()
      },
      damaged: () => this.#status.received.damage(),
      sent: (text: string | (() => string)) => this.#status.sent.count(text),
      foreign: (name: string) => this.#enter('silent', `it speaks ${name}`),
    }
    return protocol.open(link, events, { id, isProbe: false })
  }

  /** Something valid arrived. */
  #noteSign(): void {
    this.#silences.reset()
    this.#reconnects.reset()
    if (this.#status.state !== 'used') this.#enter('used')
    this.#settleUse()
  }

  #fail(error: unknown): void {
    const { state, message } = this.#source.errorOf(error)
    // A port that is not chosen needs no error: the next scan removes it.
    if (state === 'lost' && !this.#isChosen) return
    this.#enter(state, message)
  }

  #enter(state: PluginInput['state'], trouble?: string): void {
    this.#status.enter(state, trouble)
    if (trouble !== undefined) this.#settleUse(trouble)
  }

  #settleUse(trouble?: string): void {
    this.#pendingUse.settle(trouble === undefined ? undefined : this.#refusal(trouble))
  }

  #refusal(reason: string): MarineDataError {
    return new MarineDataError('rejected-by-device', `${this.#source.address}: ${reason}`)
  }
}
