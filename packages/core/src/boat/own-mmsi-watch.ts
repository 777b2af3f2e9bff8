import { distanceBetween, type Condition, type Position } from '@marinedata/model'

interface Received {
  readonly position: Position
  /** Monotonic milliseconds. */
  readonly receivedAt: number
}

/** Maximum distance in metres of an echo of own ship's transponder, which is seconds old. */
const echoWithin = 1_000
/** A position and a report are compared if both are this fresh. */
const freshForMs = 10_000
const warnedForMs = 600_000

const calm: Condition = { state: 'normal', method: [], message: '' }

/**
 * Warns when AIS messages with own ship's MMSI report another place: another vessel uses the number, by mistake or to hide. Such
 * a vessel has no place in the tree, so it is neither shown nor watched.
 */
export class OwnMmsiWatch {
  readonly #publish: (condition: Condition) => void
  #receivedAt = -Infinity
  #warnedAt = -Infinity

  constructor(publish: (condition: Condition) => void) {
    this.#publish = publish
  }

  /**
   * Called every second.
   * @param claimed the newest position from a message with own ship's MMSI
   * @param own the position of the boat
   */
  watch(claimed: Received | undefined, own: Received | undefined, now: number): void {
    const distance = claimed && own && this.#distance(claimed, own, now)
    const isWarned = this.#warnedAt !== -Infinity
    if (distance !== undefined && distance > echoWithin) {
      this.#warnedAt = now
      // Once, without the distance of each message: a new text would be a new alert.
      if (!isWarned) this.#publish(warningOf(distance))
    } else if (isWarned && now - this.#warnedAt >= warnedForMs) {
      this.#warnedAt = -Infinity
      this.#publish(calm)
    }
  }

  /** The distance to a new report. */
  #distance(claimed: Received, own: Received, now: number): number | undefined {
    const isNew = claimed.receivedAt > this.#receivedAt
    this.#receivedAt = claimed.receivedAt
    const isFresh = now - claimed.receivedAt <= freshForMs && now - own.receivedAt <= freshForMs
    return isNew && isFresh ? distanceBetween(claimed.position, own.position) : undefined
  }
}

const warningOf = (distance: number): Condition => ({
  state: 'warn',
  method: ['visual'],
  message: `AIS: another vessel sends our MMSI, ${Math.round(distance).toLocaleString('en')} m from here. It is not shown: look out`,
})
