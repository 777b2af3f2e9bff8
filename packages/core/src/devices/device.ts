/** The connection state of a device: `off-line` when its provider stopped or it fell silent, `gone` when withdrawn. */
export type DeviceLink = 'registered' | 'on-line' | 'off-line' | 'gone'

/** The times that a provider can declare, in seconds. */
export interface DeviceDetails {
  /** How long a command may take until a report confirms it. */
  readonly confirm?: number
  /** How long a device may send no report until it counts as off-line. */
  readonly silence?: number
}

/** Default times, for devices that declare nothing else. */
export interface DeviceTiming {
  readonly confirmSeconds: number
  readonly silenceSeconds: number
}

export interface DeviceDeclaration<Details> {
  readonly id: string
  /** The plugin that provides the device. */
  readonly provider: string
  readonly details: Details
}

interface Wait<View> {
  /** The number of the last report before the command: only later reports confirm it. */
  readonly after: number
  readonly isConfirmed: (view: View) => boolean
  readonly resolve: () => void
  readonly reject: (reason: 'lost') => void
  /** Whether the provider has answered, or need not. A report before that may still show the old state. */
  isAnswered: boolean
}

/** A wait for a confirming report; rejects with `lost` when the device is lost. Disposing ends it. */
export interface ReportWait extends Disposable {
  readonly confirmed: Promise<void>
  /** The provider has answered: from now on the latest report and later ones can confirm the command. */
  answered(): void
}

/**
 * A device that takes commands and sends reports: its declaration, its last report and the pending waits for a
 * report. `View` is what the boat makes of a report, which is the report itself unless a kind says otherwise.
 */
export class Device<Details extends DeviceDetails = DeviceDetails, Report = unknown, View = Report> {
  readonly id: string
  readonly #timing: DeviceTiming
  #provider: string
  #details: Details
  #link: DeviceLink = 'registered'
  #reported: View | undefined
  #reportedAt: number
  #reports = 0
  readonly #waits = new Set<Wait<View>>()

  constructor({ id, provider, details }: DeviceDeclaration<Details>, timing: DeviceTiming, now: number) {
    this.id = id
    this.#provider = provider
    this.#details = details
    this.#timing = timing
    this.#reportedAt = now
  }

  get provider(): string {
    return this.#provider
  }

  get details(): Details {
    return this.#details
  }

  get link(): DeviceLink {
    return this.#link
  }

  /** The last report, also while the device is off-line. */
  get reported(): View | undefined {
    return this.#reported
  }

  get confirmMs(): number {
    return (this.#details.confirm ?? this.#timing.confirmSeconds) * 1000
  }

  /** A provider registers the device again. Rejects the pending waits: the device may have restarted. */
  renew({ provider, details }: Omit<DeviceDeclaration<Details>, 'id'>, now: number): void {
    this.#provider = provider
    this.#details = details
    this.#reportedAt = now
    this.#link = 'registered'
    this.settleWaits()
  }

  /** Takes a report. The caller publishes it, then settles the waits. */
  handleReport(report: Report, now: number): void {
    const view = this.viewOf(report)
    this.#reportedAt = now
    this.#reports++
    this.#link = view === undefined ? 'off-line' : 'on-line'
    if (view !== undefined) this.#reported = view
  }

  /** The device is off-line or withdrawn. The caller publishes it, then settles the waits. */
  lose(link: 'off-line' | 'gone'): void {
    this.#link = link
  }

  /** Whether a connected device has not reported for too long. */
  isSilent(now: number): boolean {
    return (this.#link === 'registered' || this.#link === 'on-line') && this.hasBeenSilent(now)
  }

  /** Waits for a report that shows the effect of a command. */
  waitUntil(
    isConfirmed: (view: View) => boolean,
    { needsAnswer }: { readonly needsAnswer: boolean },
  ): ReportWait {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const wait: Wait<View> = {
      after: this.#reports,
      isConfirmed,
      resolve,
      reject,
      isAnswered: !needsAnswer,
    }
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

  /** Resolves the waits that the last report confirms; rejects all when the device is not on-line. */
  settleWaits(): void {
    for (const wait of this.#waits) {
      if (this.#link !== 'on-line') wait.reject('lost')
      else if (this.#confirms(wait)) wait.resolve()
      else continue
      this.#waits.delete(wait)
    }
  }

  /** The device's view of a report; undefined when the device reports that it is off-line. */
  protected viewOf(report: Report): View | undefined {
    // Kinds with a special view override this.
    return report as unknown as View
  }

  /** Whether the last report may confirm a command yet. */
  protected get isSettled(): boolean {
    return true
  }

  protected hasBeenSilent(now: number): boolean {
    const silenceMs = (this.#details.silence ?? this.#timing.silenceSeconds) * 1000
    return now - this.#reportedAt >= silenceMs
  }

  /** Sets the last report of an earlier run of the server, until the provider registers the device. */
  protected restore(view: View): void {
    this.#reported = view
    this.#link = 'off-line'
  }

  #confirms({ isAnswered, after, isConfirmed }: Wait<View>): boolean {
    if (!isAnswered || !this.isSettled || this.#reports <= after) return false
    return this.#reported !== undefined && isConfirmed(this.#reported)
  }
}
