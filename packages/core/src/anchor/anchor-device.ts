import { MarineDataError, type AnchorDetails, type AnchorReport, type AnchorState } from '@marinedata/model'

/** The connection state of an anchor watch. A watch that is `gone` may come back, but another may replace it. */
export type AnchorLink = 'registered' | 'on-line' | 'off-line' | 'gone'

/** Whether the last report is on disk. */
export type SaveState = 'saved' | 'pending' | 'unsaved'

const unknownDistance = { currentRadius: null, bearingTrue: null }
const notSaved = { saved: false }
const defaults = { confirmSeconds: 2, silenceSeconds: 15 }

interface Wait {
  readonly after: number
  readonly isConfirmed: (report: AnchorReport) => boolean
  readonly resolve: () => void
  readonly reject: (reason: MarineDataError) => void
  /** Whether the provider has answered. A report before that may still show the old state. */
  isAnswered: boolean
}

/** A wait for a confirming report. Disposing ends it. */
export interface AnchorWait extends Disposable {
  readonly confirmed: Promise<void>
  /** The provider has answered: from now on the latest report and later ones can confirm the command. */
  answered(): void
}

/** One anchor watch: its last report and the pending waits for a report. */
export class AnchorDevice {
  readonly id: string
  readonly provider: string
  /** Whether a raise command was sent since the anchor went down. */
  isRaiseRequested = false
  #save: SaveState = 'saved'
  #details: AnchorDetails | undefined
  #link: AnchorLink = 'off-line'
  #report: AnchorReport | undefined
  #reportedAt: number
  #reports = 0
  readonly #waits = new Set<Wait>()

  constructor(named: { readonly id: string; readonly provider: string }, now: number, stored?: AnchorReport) {
    this.id = named.id
    this.provider = named.provider
    this.#reportedAt = now
    this.#report = stored
  }

  get link(): AnchorLink {
    return this.#link
  }

  get report(): AnchorReport | undefined {
    return this.#report
  }

  /** Restored from disk and not registered by a provider since the start. */
  get isUndeclared(): boolean {
    return this.#details === undefined
  }

  get isDown(): boolean {
    return this.#report !== undefined && this.#report.state !== 'raised'
  }

  get confirmMs(): number {
    return (this.#details?.confirm ?? defaults.confirmSeconds) * 1000
  }

  /** The published state. Distance and bearing are null while the watch is not connected. */
  get state(): AnchorState | undefined {
    const online = this.#link === 'on-line'
    const report = this.#report && { ...this.#report, ...(!online && unknownDistance) }
    const isUnsaved = this.#save === 'unsaved'
    return report && { ...report, device: this.id, online, confirmed: online, ...(isUnsaved && notSaved) }
  }

  /** The provider registers the watch, for the first time or again. */
  declare(details: AnchorDetails, now: number): void {
    this.#details = details
    this.#reportedAt = now
    this.#link = 'registered'
    this.settleWaits()
  }

  handleReport(report: AnchorReport, now: number): void {
    if (!this.isDown && report.state !== 'raised') this.isRaiseRequested = false
    this.#report = report
    this.#reportedAt = now
    this.#reports++
    this.#link = 'on-line'
  }

  /** Resolves waits once the report is on disk, or cannot be written: the state then says `saved: false`. */
  setSaveState(save: SaveState): void {
    this.#save = save
    if (save !== 'pending') this.settleWaits()
  }

  lose(link: 'off-line' | 'gone'): void {
    this.#link = link
    this.settleWaits()
  }

  /** Whether the anchor is down and no report came for too long. */
  isSilent(now: number): boolean {
    const silenceMs = (this.#details?.silence ?? defaults.silenceSeconds) * 1000
    return this.isDown && now - this.#reportedAt >= silenceMs
  }

  waitUntil(isConfirmed: (report: AnchorReport) => boolean): AnchorWait {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const wait: Wait = { after: this.#reports, isConfirmed, resolve, reject, isAnswered: false }
    this.#waits.add(wait)
    // Prevents an unhandled rejection when the wait was abandoned.
    promise.catch(() => undefined)
    return {
      confirmed: promise,
      answered: () => {
        wait.isAnswered = true
        this.settleWaits()
      },
      [Symbol.dispose]: () => void this.#waits.delete(wait),
    }
  }

  /** Resolves or rejects the pending waits. */
  settleWaits(): void {
    for (const wait of this.#waits) {
      const isLost = this.#link !== 'on-line'
      if (!isLost && (this.#save === 'pending' || !this.#confirms(wait))) continue
      this.#waits.delete(wait)
      if (isLost) wait.reject(lost(this.id))
      else wait.resolve()
    }
  }

  #confirms({ isAnswered, after, isConfirmed }: Wait): boolean {
    return isAnswered && this.#reports > after && this.#report !== undefined && isConfirmed(this.#report)
  }
}

const lost = (id: string): MarineDataError =>
  new MarineDataError('no-provider', `The anchor watch "${id}" went off-line during the command`, {
    outcome: 'unknown',
  })
