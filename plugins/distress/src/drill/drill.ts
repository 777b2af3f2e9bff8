import {
  bearingBetween,
  distanceBetween,
  drillAlertRoot,
  type Condition,
  type Position,
} from '@marinedata/model'
import { nextEpisode, type AlertChange } from '../casualties/change.ts'
import { placeText } from '../casualties/rules.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { beaconKindOf } from '../evidence/identity.ts'

/** The number of a beacon that does not exist: no maker has the number 00. */
export const practiceNumber = '972000000'
const maxBeacons = 16

/** Practice: tests of MOB beacons sound like real ones, at paths of their own. It ends after its time, and with the process. */
export class Drill {
  #endsAt = -Infinity
  readonly #conditionByPath = new Map<string, Condition>()

  isRunning(now: number): boolean {
    return now < this.#endsAt
  }

  get endsAt(): number {
    return this.#endsAt
  }

  start(now: number, minutes: number): void {
    this.#endsAt = now + minutes * 60_000
  }

  stop(): AlertChange[] {
    this.#endsAt = -Infinity
    const paths = [...this.#conditionByPath.keys()]
    this.#conditionByPath.clear()
    return paths.map((path) => ({ path, condition: undefined }))
  }

  /** Whether a drill takes over a message: it is the test of a MOB beacon. */
  takes({ kind, mmsi }: Evidence, now: number): boolean {
    return this.isRunning(now) && kind === 'test' && beaconKindOf(mmsi) === 'MOB'
  }

  /** The first test of a beacon raises its alert. A person may end it for the rest of the drill. */
  receive({ mmsi, context, position }: Evidence, own: Position | undefined, now: number): AlertChange[] {
    const path = `${drillAlertRoot}.${mmsi}`
    if (this.#conditionByPath.has(path) || this.#conditionByPath.size >= maxBeacons) return []
    return [this.#put(path, { place: position, own, now, context })]
  }

  /** Places a beacon that is no value in the tree. */
  place(position: Position, own: Position, now: number): AlertChange[] {
    return [this.#put(`${drillAlertRoot}.${practiceNumber}`, { place: position, own, now })]
  }

  tick(now: number): AlertChange[] {
    return this.isRunning(now) ? [] : this.stop()
  }

  #put(path: string, { place, own, now, context }: PracticePlace): AlertChange {
    const isKnown = place !== undefined && own !== undefined
    const situation = {
      position: place,
      distance: isKnown ? distanceBetween(own, place) : undefined,
      bearing: isKnown ? bearingBetween(own, place) : null,
    }
    const mmsi = path.slice(drillAlertRoot.length + 1)
    const condition: Condition = {
      state: 'alarm',
      method: ['visual', 'sound'],
      message: `DRILL: MOB beacon ${mmsi}${placeText(situation)}`,
      episode: nextEpisode(now),
      position: place ?? null,
      endable: true,
      ...(context !== undefined && { context }),
    }
    this.#conditionByPath.set(path, condition)
    return { path, condition }
  }
}

interface PracticePlace {
  readonly place: Position | undefined
  readonly own: Position | undefined
  readonly now: number
  readonly context?: string
}
