import { isNormal, severityOf, type AutopilotNotificationName, type Notification } from '@marinedata/model'
import type { RouteAlertName } from './route-watch.ts'

export type AlarmName = AutopilotNotificationName | RouteAlertName

/**
 * The raisers of an autopilot's alarms, which share paths: the server when it stops steering, the device itself, and the watches
 * of course and route. Among equally severe alarms, the first in this order is published.
 */
const raisers = ['steering', 'device', 'watch'] as const
type Raiser = (typeof raisers)[number]

/** An alarm of a device, by who raises it. */
export interface AlarmOrigin {
  readonly id: string
  readonly name: AlarmName
  readonly raiser: Raiser
}

/** An alarm from before the start. */
export interface ActiveAlarm {
  readonly state: 'warn' | 'alarm'
  readonly episode?: number | undefined
  /** As it is published. Its words tell who has raised it; absent for an alarm of the server. */
  readonly notification?: Notification | undefined
}

interface Raised {
  readonly severity: number
  /** Number of the last call: publishing another number calls the crew again. */
  readonly episode: number | undefined
  /** Absent for an alarm of the server from before the start. Its notification is still published. */
  readonly notification?: Notification | undefined
}

/** Below every severity. */
const notRaised = -1

/** The alarms of autopilots by raiser, so that no raiser ends, hides or silences an alarm of another. */
export class AlarmRaisers {
  readonly #raisedById = new Map<string, Map<AlarmName, Map<Raiser, Raised>>>()
  readonly #wallClock: () => number
  #lastEpisode = 0

  /** @param wallClock Unix milliseconds, so that numbers differ from those before a restart */
  constructor(wallClock: () => number) {
    this.#wallClock = wallClock
  }

  restore(origin: AlarmOrigin, { state, episode, notification }: ActiveAlarm): void {
    this.#raised(origin).set(origin.raiser, { severity: severityOf(state), episode, notification })
  }

  has({ id, name, raiser }: AlarmOrigin): boolean {
    return this.#raisedById.get(id)?.get(name)?.has(raiser) === true
  }

  /**
   * Records a raiser's notification. Returns the notification to publish: the most severe alarm, or this one if no alarm is left.
   * Returns undefined if an alarm from before the start is the most severe. A successful command ends only the server's alarm: a
   * forgotten alarm of the device may still be active.
   */
  take(origin: AlarmOrigin, notification: Notification): Notification | undefined {
    const raised = this.#raised(origin)
    if (isNormal(notification.state)) raised.delete(origin.raiser)
    else {
      const episode = this.#episodeOf(origin.raiser, raised, notification)
      raised.set(origin.raiser, { severity: severityOf(notification.state), episode, notification })
    }
    // The sort is stable.
    const [worst] = raisers
      .flatMap((one) => raised.get(one) ?? [])
      .filter(({ severity }) => severity > notRaised)
      .toSorted((a, b) => b.severity - a.severity)
    const forgotten = origin.raiser === 'steering' ? raised.get('device') : undefined
    const remaining = worst ?? forgotten
    if (remaining === undefined) return notification
    const { notification: published, episode } = remaining
    return published && { ...published, ...(episode !== undefined && { episode }) }
  }

  /** The plugin of the device has started again, and raises what is still so. An acknowledged alarm stays acknowledged. */
  forgetDevice(id: string): void {
    for (const raised of this.#raisedById.get(id)?.values() ?? []) {
      const before = raised.get('device')
      if (before !== undefined) raised.set('device', { ...before, severity: notRaised })
    }
  }

  /** Removes a device. Its alarms are restored when it registers again. */
  remove(id: string): void {
    this.#raisedById.delete(id)
  }

  /** The number of an alarm that is still the same, or a new one. An autopilot that stops again is always a new alarm. */
  #episodeOf(raiser: Raiser, raised: ReadonlyMap<Raiser, Raised>, { episode }: Notification): number {
    const restored = [...raised.values()].find(({ notification }) => notification === undefined)
    const before = raised.get(raiser) ?? restored
    const isSame = raiser !== 'steering' && before?.notification?.episode === episode
    if (isSame && before?.episode !== undefined) return before.episode
    this.#lastEpisode = Math.max(this.#lastEpisode + 1, this.#wallClock())
    return this.#lastEpisode
  }

  #raised({ id, name }: AlarmOrigin): Map<Raiser, Raised> {
    const byName = this.#raisedById.get(id) ?? new Map<AlarmName, Map<Raiser, Raised>>()
    this.#raisedById.set(id, byName)
    const raised = byName.get(name) ?? new Map<Raiser, Raised>()
    byName.set(name, raised)
    return raised
  }
}
