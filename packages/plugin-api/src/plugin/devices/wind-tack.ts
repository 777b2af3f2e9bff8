import {
  degrees,
  MarineDataError,
  turnBetween,
  type AutopilotReport,
  type ProblemCode,
  type Radians,
  type TurnDirection,
} from '@marinedata/model'

/** What a tack depends on. Wind angles are from the bow, positive to starboard. */
export interface TackInputs {
  /** Whether the pilot steers by the wind. */
  readonly isByWind: () => boolean
  /** The wind angle that the pilot holds; undefined until it has reported one. */
  readonly held: () => Radians | undefined
  /** The apparent wind; undefined without a fresh one. */
  readonly wind: () => Radians | undefined
}

/** From here on the shorter way to the other side is a gybe. */
const beam: Radians = degrees(90)
/** How near the wind is to the angle that is held, when a tack is over. */
const nearEnough: Radians = degrees(10)
/** A boat that has not tacked by then will not: the alarm about the course must not wait for it any longer. */
const longestMs = 60_000
/** The report that the command waits for has the manoeuvre, also when the boat was quicker than the pilot's reports. */
const shortestMs = 1_000

interface RunningTack {
  readonly direction: TurnDirection
  /** Monotonic milliseconds. */
  readonly begunAt: number
}

const refusal = (code: ProblemCode, message: string): MarineDataError => new MarineDataError(code, message)

const sideOf = (angle: Radians): TurnDirection | undefined => {
  if (angle === 0) return undefined
  return angle > 0 ? 'starboard' : 'port'
}

/**
 * The tacks of a pilot that takes the command without a side, and that does not report the manoeuvre. It goes to the
 * other side of the wind that it holds, so it tacks to the side of the wind only.
 */
export class WindTack {
  readonly #inputs: TackInputs
  #running: RunningTack | undefined

  constructor(inputs: TackInputs) {
    this.#inputs = inputs
  }

  /** The members of a report of a pilot that steers: the tack that it makes, or why it cannot tack now. */
  get report(): Pick<AutopilotReport, 'manoeuvre' | 'unavailable'> {
    if (this.#running !== undefined)
      return { manoeuvre: { kind: 'tack', direction: this.#running.direction } }
    const obstacle = this.#obstacle()
    return { manoeuvre: null, ...(obstacle && { unavailable: { tack: obstacle.message } }) }
  }

  /** @throws MarineDataError `busy` while the pilot tacks */
  assertOver(): void {
    if (this.#running !== undefined) throw refusal('busy', 'The pilot tacks')
  }

  /**
   * Tacks. Resolves when the pilot holds the wind on its other side.
   * @param order sends the command, once, and waits until its effect is shown
   * @throws MarineDataError `not-allowed-in-mode`, `busy`, `input-stale`, `wrong-direction`, before anything is sent
   */
  async run(direction: TurnDirection, order: (isShown: () => boolean) => Promise<void>): Promise<void> {
    this.assertOver()
    const obstacle = this.#obstacle()
    if (obstacle !== undefined) throw obstacle
    if (this.#heldSide !== direction)
      throw refusal('wrong-direction', `The pilot would turn to ${this.#heldSide}, the side of the wind`)
    await order(() => this.#isBegun(direction))
  }

  /** Call it after each message of the pilot, before its report. */
  check(): void {
    if (this.#running !== undefined && this.#isOver(this.#running)) this.#running = undefined
  }

  /** Nothing is known of the pilot any more. */
  forget(): void {
    this.#running = undefined
  }

  get #heldSide(): TurnDirection | undefined {
    const held = this.#inputs.isByWind() ? this.#inputs.held() : undefined
    return held === undefined ? undefined : sideOf(held)
  }

  #isBegun(direction: TurnDirection): boolean {
    const side = this.#heldSide
    if (side === undefined || side === direction) return false
    this.#running ??= { direction, begunAt: performance.now() }
    return true
  }

  #isOver({ direction, begunAt }: RunningTack): boolean {
    const [side, held, wind] = [this.#heldSide, this.#inputs.held(), this.#inputs.wind()]
    const ageMs = performance.now() - begunAt
    if (!this.#inputs.isByWind() || side === direction || ageMs > longestMs) return true
    if (wind === undefined || held === undefined || ageMs < shortestMs) return false
    return sideOf(wind) === side && Math.abs(turnBetween(wind, held)) <= nearEnough
  }

  #obstacle(): MarineDataError | undefined {
    if (!this.#inputs.isByWind())
      return refusal('not-allowed-in-mode', 'The pilot tacks in its wind mode only')
    const held = this.#inputs.held()
    if (held === undefined) return refusal('busy', 'The pilot has not reported its target yet')
    const wind = this.#inputs.wind()
    if (wind === undefined) return refusal('input-stale', 'There is no fresh apparent wind angle')
    if (Math.max(Math.abs(held), Math.abs(wind)) >= beam)
      return refusal('not-allowed-in-mode', 'The wind is abaft the beam: the pilot might gybe')
    return sideOf(held) === undefined || sideOf(held) !== sideOf(wind)
      ? refusal('busy', 'The wind is not on the side that the pilot holds')
      : undefined
  }
}
