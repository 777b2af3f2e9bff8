import type { Metres, Seconds } from '#water/units.ts'
import { isAtLeast, metres, timeSpan, type Level, type Notice } from './notice.ts'

/** How long the boat must be beyond a limit. */
const dwell: Seconds = 10
/** How long, and how far inside, the boat must be before an alarm ends; a share of the radius. */
const calm: Seconds = 30
const back = 0.95
/** Where each level begins; a share of the radius. */
const begins = { warn: 0.85, alarm: 1, emergency: 1.5 } as const
/** How long an unacknowledged alarm lasts before it becomes an emergency. */
const unheardFor: Seconds = 60
/** What makes an acknowledged alarm a new one: this much further, or this much time. */
const further: Metres = 10
const again: Seconds = 600

type Raised = keyof typeof begins
const raised: readonly Raised[] = ['warn', 'alarm', 'emergency']

/** The state that survives a restart. */
export interface EscalationState {
  readonly level: Level
  /** Counts episodes. Each one needs its own acknowledgement. */
  readonly episode: number
  /** When the level was reached, in watch time. */
  readonly since: Seconds
  readonly acknowledged: { readonly at: Seconds; readonly distance: Metres } | null
}

const quiet: EscalationState = { level: 'normal', episode: 0, since: 0, acknowledged: null }

/** Escalates from normal to emergency by the distance from the anchor, and de-escalates slowly. */
export class Escalation {
  #state: EscalationState
  /** Since when the boat has been beyond the limit of each level. */
  readonly #beyond: Record<Raised, Seconds | undefined> = {
    warn: undefined,
    alarm: undefined,
    emergency: undefined,
  }
  #backSince: Seconds | undefined
  #isImpatient = true
  #seen: Seconds = 0
  #distance: Metres = 0
  #radius: Metres = 0

  /**
   * Starts without a delay: a boat that is outside at the start, after a change of the circle or after a restart has
   * been outside for longer than the watch knows.
   * @param last the last known distance
   */
  constructor(saved?: EscalationState, last?: { readonly distance: Metres; readonly radius: Metres }) {
    this.#state = saved ?? quiet
    this.#distance = last?.distance ?? 0
    this.#radius = last?.radius ?? 0
  }

  get state(): EscalationState {
    return this.#state
  }

  /** Handles a good fix at this distance. */
  seen(distance: Metres, radius: Metres, now: Seconds): void {
    this.#seen = now
    this.#distance = distance
    this.#radius = radius
    const patience = this.#isImpatient ? 0 : dwell
    this.#isImpatient = false
    let reached: Level = 'normal'
    for (const level of raised) if (this.#isBeyond(level, now, patience)) reached = level
    if (!isAtLeast(this.#state.level, reached)) this.#rise(reached, now)
    else this.#settle(reached, now)
    this.#callAgain(now)
  }

  /** Advances time: an unacknowledged alarm becomes an emergency. */
  tick(now: Seconds): void {
    const { level, since, acknowledged } = this.#state
    if (level === 'alarm' && acknowledged === null && now - since >= unheardFor)
      this.#state = { ...this.#state, level: 'emergency', since: now }
  }

  /** Changes the circle and resets the state. */
  reset(): void {
    this.#state = { ...quiet, episode: this.#state.episode }
    for (const level of raised) this.#beyond[level] = undefined
    this.#backSince = undefined
    this.#isImpatient = true
    this.#distance = 0
  }

  /** The crew has acknowledged the alarm. */
  acknowledge(now: Seconds): void {
    if (isAtLeast(this.#state.level, 'alarm'))
      this.#state = { ...this.#state, acknowledged: { at: now, distance: this.#distance } }
  }

  get notice(): Notice | undefined {
    const { level } = this.#state
    if (level !== 'normal') return { reason: 'distance', level, message: this.#words }
    // Until the alarm: a boat that is outside is not normal.
    return this.#distance > this.#radius
      ? { reason: 'distance', level: 'alert', message: this.#words }
      : undefined
  }

  /** Whether the boat has been beyond the limit of the level long enough. */
  #isBeyond(level: Raised, now: Seconds, patience: Seconds): boolean {
    if (this.#distance <= begins[level] * this.#radius) {
      this.#beyond[level] = undefined
      return false
    }
    return now - (this.#beyond[level] ??= now) >= patience
  }

  #rise(level: Level, now: Seconds): void {
    const { level: before, episode } = this.#state
    const isNew = isAtLeast(level, 'alarm') && !isAtLeast(before, 'alarm')
    this.#backSince = undefined
    // The acknowledgement was for a lower level.
    this.#state = { level, since: now, acknowledged: null, episode: isNew ? episode + 1 : episode }
  }

  /** An alarm ends when the boat has been well inside for a while, not when it passes through. */
  #settle(reached: Level, now: Seconds): void {
    const { level, episode } = this.#state
    if (level === 'normal') return
    const limit = level === 'warn' ? begins.warn : begins.alarm
    if (this.#distance >= back * limit * this.#radius) {
      this.#backSince = undefined
      return
    }
    this.#backSince ??= now
    if (now - this.#backSince < calm) return
    this.#backSince = undefined
    this.#state = { level: level === 'warn' ? 'normal' : reached, since: now, acknowledged: null, episode }
  }

  /** An acknowledged alarm starts a new episode when it gets worse or lasts. */
  #callAgain(now: Seconds): void {
    const { acknowledged, episode } = this.#state
    if (acknowledged === null || this.#distance <= this.#radius) return
    if (this.#distance > acknowledged.distance + further || now - acknowledged.at >= again)
      this.#state = { ...this.#state, acknowledged: null, episode: episode + 1, since: now }
  }

  /** The message as of the last fix. */
  get #words(): string {
    const over = this.#distance - this.#radius
    const from = `${metres(this.#distance)} from the anchor`
    if (over <= 0) return `${from}, ${metres(-over)} inside the circle of ${metres(this.#radius)}`
    const since = this.#beyond.alarm ?? this.#seen
    return `${from}, ${metres(over)} outside the circle for ${timeSpan(this.#seen - since)}`
  }
}
