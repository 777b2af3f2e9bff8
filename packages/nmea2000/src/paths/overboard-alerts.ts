import type { Fields, Message } from '#codec/decode.ts'
import { distanceBetween, type Condition, type Position } from '@marinedata/model'
import { conditionOf, placeText, type Alert } from './alert-condition.ts'
import { numberIn } from './rules.ts'

const states = { emitter: 0, button: 1, test: 2, off: 3 } as const
const lowBattery = 1

/** A casualty that drifts is published again this far and this long after the last position. */
const moved = { metres: 50, afterMs: 10_000 } as const
/** A device that is silent for this long and then reports another activation calls the crew again. */
const silenceMs = 300_000
/** More emitters than a crew has tags. The oldest gives way. */
const maxEmitters = 64

const positionIn = (fields: Fields): Position | undefined => {
  const [latitude, longitude] = [numberIn(fields, 'latitude'), numberIn(fields, 'longitude')]
  if (latitude === undefined || longitude === undefined) return undefined
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

const overboard = (fields: Fields): Condition => {
  const position = positionIn(fields)
  const parts = [
    `Man overboard${placeText(position)}`,
    ...(position === undefined ? ['position unknown'] : []),
    ...(fields['mobEmitterBatteryLowStatus'] === lowBattery ? ['battery low'] : []),
  ]
  return { ...conditionOf('emergency', parts.join(', ')), position: position ?? null, endable: true }
}

/** What a device says about someone overboard; undefined for an unknown state. */
const overboardCondition = (fields: Fields): Condition | undefined => {
  switch (fields['manOverboardStatus']) {
    case states.emitter:
    case states.button:
      return overboard(fields)
    case states.test:
      return { ...conditionOf('alert', 'Man overboard: test'), endable: true }
    case states.off:
      return conditionOf('normal', '')
    default:
      return undefined
  }
}

const hasMoved = (from: Position | null | undefined, to: Position | null | undefined): boolean => {
  if (!from || !to) return Boolean(from) !== Boolean(to)
  return distanceBetween(from, to) > moved.metres
}

interface Emitter {
  condition: Condition
  publishedAt: number
  receivedAt: number
}

/**
 * Alerts of devices that report someone overboard (PGN 127233), at paths of their own: a device can neither raise nor
 * end the alarm of the crew. A device sends a message every few seconds; the alert changes with its state, its battery,
 * and a casualty that drifts.
 */
export class OverboardAlerts {
  readonly #emitters = new Map<string, Emitter>()

  /** What was published last, of each emitter. */
  get alerts(): Alert[] {
    return [...this.#emitters].map(([path, { condition }]) => ({ path, condition }))
  }

  /** The alert of a message; undefined when it says nothing new. */
  take({ fields }: Message, now: number): Alert | undefined {
    const path = `notifications.nmea2000.manOverboard.${numberIn(fields, 'mobEmitterId') ?? 0}`
    const reported = overboardCondition(fields)
    if (reported === undefined) return undefined
    const last = this.#emitters.get(path)
    const isNewCall = last === undefined || now - last.receivedAt >= silenceMs
    const episode = isNewCall ? episodeIn(fields) : last.condition.episode
    const condition: Condition =
      reported.state === 'emergency' && episode !== undefined ? { ...reported, episode } : reported
    if (last !== undefined && !isNews(last, condition, now)) {
      last.receivedAt = now
      return undefined
    }
    this.#remember(path, { condition, publishedAt: now, receivedAt: now })
    return { path, condition }
  }

  #remember(path: string, emitter: Emitter): void {
    this.#emitters.delete(path)
    this.#emitters.set(path, emitter)
    const [oldest] = this.#emitters.keys()
    if (this.#emitters.size > maxEmitters && oldest !== undefined) this.#emitters.delete(oldest)
  }
}

/** The second of the day at which the device was activated: another activation is another episode. */
const episodeIn = (fields: Fields): number | undefined => {
  const seconds = numberIn(fields, 'activationTime')
  return seconds === undefined ? undefined : Math.floor(seconds)
}

const isNews = (last: Emitter, condition: Condition, now: number): boolean => {
  const { state, episode, position } = last.condition
  if (state !== condition.state || episode !== condition.episode) return true
  if (last.condition.message.includes('battery low') !== condition.message.includes('battery low'))
    return true
  return now - last.publishedAt >= moved.afterMs && hasMoved(position, condition.position)
}
