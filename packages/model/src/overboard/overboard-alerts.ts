import { distanceBetween } from '#geometry/great-circle.ts'
import type { Condition } from '#data/notification.ts'
import type { Position } from '#data/position.ts'

/** What a device says about someone overboard: PGN 127233 or a MOB sentence. */
export interface OverboardReport {
  /** Identifies the tag or the button, in the path of the alert. */
  readonly emitter: string
  readonly state: 'active' | 'test' | 'off'
  readonly position: Position | undefined
  /** Second of the day at which the device was activated. */
  readonly activatedAt: number | undefined
  readonly isBatteryLow: boolean
}

/** The alert of a device, at its path below `notifications`. */
export interface OverboardAlert {
  readonly path: string
  readonly condition: Condition
}

/** A casualty that drifts is published again this far and this long after the last position. */
const moved = { metres: 50, afterMs: 10_000 } as const
/** A device that is silent for this long and then reports another activation calls the crew again. */
const silenceMs = 300_000
/** More emitters than a crew has tags. The oldest gives way. */
const maxEmitters = 64
const batteryLow = 'battery low'

const placeText = ({ latitude, longitude }: Position): string => {
  const [north, east] = [latitude < 0 ? 'S' : 'N', longitude < 0 ? 'W' : 'E']
  return `${Math.abs(latitude).toFixed(5)}° ${north} ${Math.abs(longitude).toFixed(5)}° ${east}`
}

const messageOf = ({ position, isBatteryLow }: OverboardReport): string => {
  const place = position === undefined ? ', position unknown' : ` at ${placeText(position)}`
  return `Man overboard${place}${isBatteryLow ? `, ${batteryLow}` : ''}`
}

const conditionOf = (report: OverboardReport, episode: number | undefined): Condition => {
  if (report.state === 'off') return { state: 'normal', method: [], message: '' }
  if (report.state === 'test')
    return { state: 'alert', method: ['visual'], message: 'Man overboard: test', endable: true }
  return {
    state: 'emergency',
    method: ['visual', 'sound'],
    message: messageOf(report),
    position: report.position ?? null,
    endable: true,
    ...(episode !== undefined && { episode }),
  }
}

const hasMoved = (from: Position | null | undefined, to: Position | null | undefined): boolean => {
  if (!from || !to) return Boolean(from) !== Boolean(to)
  return distanceBetween(from, to) > moved.metres
}

interface Emitter {
  readonly condition: Condition
  readonly isBatteryLow: boolean
  readonly episode: number | undefined
  readonly publishedAt: number
  receivedAt: number
}

/**
 * Alerts of devices that report someone overboard, at paths of their own: a device can neither raise nor end the alarm
 * of the crew. A device reports every few seconds; its alert changes with its state, its battery, and a casualty that
 * drifts.
 */
export class OverboardAlerts {
  readonly #base: string
  readonly #emitters = new Map<string, Emitter>()

  /** @param base the path above the emitters, such as `notifications.nmea2000.manOverboard` */
  constructor(base: string) {
    this.#base = base
  }

  /** The alert that was published last, of each emitter. */
  get alerts(): OverboardAlert[] {
    return [...this.#emitters].map(([path, { condition }]) => ({ path, condition }))
  }

  /** The alert that a report changes; undefined when it says nothing new. Takes monotonic milliseconds. */
  take(report: OverboardReport, now: number): OverboardAlert | undefined {
    const path = `${this.#base}.${report.emitter}`
    const last = this.#emitters.get(path)
    const isNewCall = last === undefined || now - last.receivedAt >= silenceMs
    const episode = isNewCall ? activationOf(report) : last.episode
    const condition = conditionOf(report, episode)
    const { isBatteryLow } = report
    const next = { condition, isBatteryLow, episode, publishedAt: now, receivedAt: now }
    if (last !== undefined && !isNews(last, next)) {
      last.receivedAt = now
      return undefined
    }
    this.#remember(path, next)
    return { path, condition }
  }

  #remember(path: string, emitter: Emitter): void {
    this.#emitters.delete(path)
    this.#emitters.set(path, emitter)
    const [oldest] = this.#emitters.keys()
    if (this.#emitters.size > maxEmitters && oldest !== undefined) this.#emitters.delete(oldest)
  }
}

/** Another activation is another episode. */
const activationOf = ({ activatedAt }: OverboardReport): number | undefined =>
  activatedAt === undefined ? undefined : Math.floor(activatedAt)

const isNews = (last: Emitter, next: Emitter): boolean => {
  if (last.condition.state !== next.condition.state || last.episode !== next.episode) return true
  if (next.condition.state === 'emergency' && last.isBatteryLow !== next.isBatteryLow) return true
  return (
    next.publishedAt - last.publishedAt >= moved.afterMs &&
    hasMoved(last.condition.position, next.condition.position)
  )
}
