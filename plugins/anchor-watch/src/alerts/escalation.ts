import type { Metres, Seconds } from '#water/units.ts'
import { isAtLeast, metres, timeSpan, type Level, type Notice } from './notice.ts'

/** How long the boat must be beyond a limit. */
const dwell: Seconds = 10
/** How long it must be back before an alarm ends, and how far, of the radius. */
const calm: Seconds = 30
const back = 0.95
/** Where each level begins, of the radius. */
const begins = { warn: 0.85, alarm: 1, emergency: 1.5 } as const
/** How long an alarm may sound before it becomes an emergency. */
const unheardFor: Seconds = 60
/** What makes an alarm that was acknowledged a new one: so much further, or so much time. */
const further: Metres = 10
const again: Seconds = 600

type Raised = keyof typeof begins
const raised: readonly Raised[] = ['warn', 'alarm', 'emergency']

/** What outlives a restart. */
export interface EscalationState {
  readonly level: Level
  /** Counts calls for the crew's attention: each is a new one, also when the last was acknowledged. */
  readonly episode: number
  /** When the level was reached, by the time that the watch has lived. */
  readonly since: Seconds
  readonly acknowledged: { readonly at: Seconds; readonly distance: Metres } | null
}

const quiet: EscalationState = { level: 'normal', episode: 0, since: 0, acknowledged: null }

/** From calm to emergency by the distance from the anchor, and slowly back. */
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
   * Begins impatient: a boat that is outside when the watch begins, when the circle is changed or after a restart has been
   * outside for longer than anyone looked.
   * @param last where the boat was when it was last seen
   */
  constructor(kept?: EscalationState, last?: { readonly distance: Metres; readonly radius: Metres }) {
    this.#state = kept ?? quiet
    this.#distance = last?.distance ?? 0
    this.#radius = last?.radius ?? 0
  }

  get state(): EscalationState {
    return this.#state
  }

  /** A good fix says that the boat is there. */
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

  /** Time passes: an alarm that nobody heeds becomes an emergency. */
  tick(now: Seconds): void {
    const { level, since, acknowledged } = this.#state
    if (level === 'alarm' && acknowledged === null && now - since >= unheardFor)
      this.#state = { ...this.#state, level: 'emergency', since: now }
  }

  /** The circle is another one: what was before counts for nothing. */
  reset(): void {
    this.#state = { ...quiet, episode: this.#state.episode }
    for (const level of raised) this.#beyond[level] = undefined
    this.#backSince = undefined
    this.#isImpatient = true
  }

  /** Someone has heard it. */
  acknowledge(now: Seconds): void {
    if (isAtLeast(this.#state.level, 'alarm'))
      this.#state = { ...this.#state, acknowledged: { at: now, distance: this.#distance } }
  }

  get notice(): Notice | undefined {
    const { level } = this.#state
    return level === 'normal' ? undefined : { reason: 'distance', level, message: this.#words }
  }

  /** Whether the boat has been beyond the limit of this level for so long. */
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
    // What was acknowledged was less than this.
    this.#state = { level, since: now, acknowledged: null, episode: isNew ? episode + 1 : episode }
  }

  /** An alarm ends when the boat has been well inside for a while, not when it comes by. */
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

  /** An acknowledged alarm calls again when it gets worse, and when it lasts. */
  #callAgain(now: Seconds): void {
    const { acknowledged, episode } = this.#state
    if (acknowledged === null || this.#distance <= this.#radius) return
    if (this.#distance > acknowledged.distance + further || now - acknowledged.at >= again)
      this.#state = { ...this.#state, acknowledged: null, episode: episode + 1, since: now }
  }

  /** As it was when the boat was last seen. */
  get #words(): string {
    const over = this.#distance - this.#radius
    const from = `${metres(this.#distance)} from the anchor`
    if (over <= 0) return `${from}, ${metres(-over)} inside the circle of ${metres(this.#radius)}`
    const since = this.#beyond.alarm ?? this.#seen
    return `${from}, ${metres(over)} outside the circle for ${timeSpan(this.#seen - since)}`
  }
}
