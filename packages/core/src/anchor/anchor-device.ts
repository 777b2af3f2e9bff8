import { MarineDataError, type AnchorDetails, type AnchorReport, type AnchorState } from '@marinedata/model'

/** How a provider stands to the boat: one that is gone may come back, but another may take its place. */
export type AnchorLink = 'unheard' | 'on-line' | 'off-line' | 'gone'

/** Whether what was last reported is on disk. */
export type SaveState = 'saved' | 'pending' | 'unsaved'

const unheard = { currentRadius: null, bearingTrue: null }
const notSaved = { saved: false }
const defaults = { confirmSeconds: 2, silenceSeconds: 15 }

interface Wait {
  readonly after: number
  readonly isShown: (report: AnchorReport) => boolean
  readonly resolve: () => void
  readonly reject: (reason: MarineDataError) => void
  /** Before the provider has answered, a report may still be about how it was. */
  isAnswered: boolean
}

/** Someone who waits for a report that shows what was asked. Dispose of it to wait no more. */
export interface AnchorWait extends Disposable {
  readonly shown: Promise<void>
  /** The provider says that it is done: the newest report counts, and those that follow. */
  answered(): void
}

/** The anchor as one provider has it: what it said last, and who waits for it to say something. */
export class AnchorDevice {
  readonly id: string
  readonly provider: string
  /** Whether the crew has asked to raise it since it went down. */
  isRaiseAsked = false
  #save: SaveState = 'saved'
  #details: AnchorDetails | undefined
  #link: AnchorLink = 'off-line'
  #report: AnchorReport | undefined
  #heardAt: number
  #reports = 0
  readonly #waits = new Set<Wait>()

  constructor(named: { readonly id: string; readonly provider: string }, now: number, kept?: AnchorReport) {
    this.id = named.id
    this.provider = named.provider
    this.#heardAt = now
    this.#report = kept
  }

  get link(): AnchorLink {
    return this.#link
  }

  get report(): AnchorReport | undefined {
    return this.#report
  }

  /** Nobody has registered it since the start: it is only what was kept. */
  get isUndeclared(): boolean {
    return this.#details === undefined
  }

  get isDown(): boolean {
    return this.#report !== undefined && this.#report.state !== 'raised'
  }

  get confirmMs(): number {
    return (this.#details?.confirm ?? defaults.confirmSeconds) * 1000
  }

  /** What is told of it; how far the boat lies from the anchor only as long as that is heard. */
  get state(): AnchorState | undefined {
    const online = this.#link === 'on-line'
    const heard = this.#report && { ...this.#report, ...(!online && unheard) }
    const isUnsaved = this.#save === 'unsaved'
    return heard && { ...heard, device: this.id, online, confirmed: online, ...(isUnsaved && notSaved) }
  }

  /** Registered, for the first time or again. */
  declare(details: AnchorDetails, now: number): void {
    this.#details = details
    this.#heardAt = now
    this.#link = 'unheard'
    this.settle()
  }

  hear(report: AnchorReport, now: number): void {
    if (!this.isDown && report.state !== 'raised') this.isRaiseAsked = false
    this.#report = report
    this.#heardAt = now
    this.#reports++
    this.#link = 'on-line'
  }

  /** Whoever waits is told at once when it is on disk, and also when it cannot be: then the state says so. */
  noteSave(save: SaveState): void {
    this.#save = save
    if (save !== 'pending') this.settle()
  }

  lose(link: 'off-line' | 'gone'): void {
    this.#link = link
    this.settle()
  }

  /** Whether the anchor is down and nothing was heard of it for too long. */
  isSilent(now: number): boolean {
    const silenceMs = (this.#details?.silence ?? defaults.silenceSeconds) * 1000
    return this.isDown && now - this.#heardAt >= silenceMs
  }

  waitUntil(isShown: (report: AnchorReport) => boolean): AnchorWait {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const wait: Wait = { after: this.#reports, isShown, resolve, reject, isAnswered: false }
    this.#waits.add(wait)
    // Whoever waits no more need not hear of it.
    promise.catch(() => undefined)
    return {
      shown: promise,
      answered: () => {
        wait.isAnswered = true
        this.settle()
      },
      [Symbol.dispose]: () => void this.#waits.delete(wait),
    }
  }

  /** Tells those who wait what has become of it. */
  settle(): void {
    for (const wait of this.#waits) {
      const isLost = this.#link !== 'on-line'
      if (!isLost && (this.#save === 'pending' || !this.#shows(wait))) continue
      this.#waits.delete(wait)
      if (isLost) wait.reject(lost(this.id))
      else wait.resolve()
    }
  }

  #shows({ isAnswered, after, isShown }: Wait): boolean {
    return isAnswered && this.#reports > after && this.#report !== undefined && isShown(this.#report)
  }
}

const lost = (id: string): MarineDataError =>
  new MarineDataError('no-provider', `The anchor watch "${id}" went off-line`, { outcome: 'unknown' })
