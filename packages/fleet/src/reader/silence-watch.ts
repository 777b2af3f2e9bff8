import type { Silence } from '#store/boat-records.ts'
import type { Bucket } from '#store/bucket.ts'
import type { VesselToken } from '#subjects.ts'

/** An alarm that was raised or cleared. */
export interface SilenceChange {
  readonly isSilent: boolean
  readonly silence: Silence
}

export interface SilenceWatchOptions {
  readonly silences: Pick<Bucket<Silence>, 'get' | 'put' | 'remove'>
  readonly boats: () => Iterable<VesselToken>
  /** Milliseconds without contact after which a boat is silent; undefined when it may be. */
  readonly limitOf: (vessel: VesselToken) => number | undefined
  readonly now: () => number
  /** Called when this process has raised or cleared an alarm. */
  readonly changed: (vessel: VesselToken, change: SilenceChange) => void
  readonly failed: (error: unknown) => void
}

const checkMs = 1_000
/** Gateways report every five seconds. Without a report for this time, silence cannot be judged. */
const deafMs = 20_000
const mostAtOnce = 50

/**
 * Raises an alarm for each boat that is silent for its time, and clears it when the boat is back online. Alarms are in a bucket:
 * all readers see the same alarms, one reader raises each, and they outlive the readers.
 */
export class SilenceWatch implements AsyncDisposable {
  readonly #options: SilenceWatchOptions
  readonly #contacts = new Map<VesselToken, number>()
  readonly #silences = new Map<VesselToken, Silence>()
  readonly #timer: NodeJS.Timeout
  #work: Promise<void> | undefined
  #reportedAt = Number.NEGATIVE_INFINITY
  #listeningSince = Number.POSITIVE_INFINITY

  constructor(options: SilenceWatchOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#check(), checkMs)
  }

  /** Unix milliseconds; undefined when the boat was never heard. */
  lastContact(vessel: VesselToken): number | undefined {
    return this.#contacts.get(vessel)
  }

  silenceOf(vessel: VesselToken): Silence | undefined {
    return this.#silences.get(vessel)
  }

  get silent(): number {
    return this.#silences.size
  }

  /** A gateway has reported. */
  report(vessels: readonly VesselToken[]): void {
    const now = this.#options.now()
    if (now - this.#reportedAt > deafMs) this.#listeningSince = now
    this.#reportedAt = now
    for (const vessel of vessels) this.#contacts.set(vessel, now)
  }

  /** Restores the last contact of a boat from before the start, in Unix milliseconds. */
  restore(vessel: VesselToken, at: number): void {
    this.#contacts.set(vessel, at)
  }

  /** The bucket has this now. */
  set(vessel: VesselToken, silence: Silence | undefined): void {
    if (silence === undefined) this.#silences.delete(vessel)
    else this.#silences.set(vessel, silence)
  }

  /** A boat has left. */
  forget(vessel: VesselToken): void {
    this.#contacts.delete(vessel)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#work
  }

  #check(): void {
    if (this.#work !== undefined) return
    const wrong = this.#wrong().slice(0, mostAtOnce)
    if (wrong.length === 0) return
    this.#work = Promise.all(wrong.map((vessel) => this.#change(vessel)))
      .then(() => undefined)
      .catch(this.#options.failed)
      .finally(() => (this.#work = undefined))
  }

  /** Boats whose alarm is not as it should be. */
  #wrong(): VesselToken[] {
    const boats = new Set(this.#options.boats())
    const raise = [...boats].filter((vessel) => this.#isSilent(vessel) && !this.#silences.has(vessel))
    const clear = [...this.#silences.keys()].filter((vessel) => !boats.has(vessel) || this.#isHeard(vessel))
    return [...clear, ...raise]
  }

  #isSilent(vessel: VesselToken): boolean {
    const { limitOf, now } = this.#options
    const [limit, contact] = [limitOf(vessel), this.#contacts.get(vessel)]
    const isDeaf = now() - this.#reportedAt > deafMs
    if (limit === undefined || contact === undefined || isDeaf) return false
    // After the shore was down, a boat has its whole time to come back.
    return now() - Math.max(contact, this.#listeningSince) > limit
  }

  /** In contact since the alarm, or the alarm was turned off. */
  #isHeard(vessel: VesselToken): boolean {
    const raisedAt = Date.parse(this.#silences.get(vessel)?.raisedAt ?? '')
    return (this.#contacts.get(vessel) ?? 0) > raisedAt || this.#options.limitOf(vessel) === undefined
  }

  async #change(vessel: VesselToken): Promise<void> {
    const { silences, now, changed } = this.#options
    const { value, revision } = await silences.get(vessel)
    const isWanted = this.#isSilent(vessel) && !this.#silences.has(vessel)
    if (isWanted === (value !== undefined)) return
    const contact = this.#contacts.get(vessel)
    if (isWanted && contact !== undefined) {
      const silence = {
        since: new Date(contact).toISOString(),
        raisedAt: new Date(now()).toISOString(),
      }
      if ((await silences.put(vessel, silence, revision)) !== undefined)
        changed(vessel, { isSilent: true, silence })
    } else if (value !== undefined && (await silences.remove(vessel, revision)))
      changed(vessel, { isSilent: false, silence: value })
  }
}
