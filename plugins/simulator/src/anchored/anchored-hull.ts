import type { Wind } from '../sea/true-wind.ts'
import { turnBetween, type Metres, type Radians, type Seconds } from '../units.ts'
import { vectorOf, type Vector } from '../vector.ts'
import type { Newtons, Rode } from './rode.ts'

/** Kilograms, including the added mass of the water. */
const mass = 14_000
/** Square metres of a yacht of 12 m, head to wind. */
const dragArea = 10
const airDensity = 1.225
/** How much larger the area is across the wind. */
const broadside = 1.5
/** Share of the wind force to the side. */
const lift = 1.3
/** Newtons per metre per second, and per its square. */
const [viscous, turbulent]: readonly [number, number] = [400, 1_800]
/** The longest numerically stable step. */
const finest: Seconds = 0.5

/** The wind force on a boat on this heading. */
export const windForce = ({ direction, speed }: Wind, heading: Radians): Vector => {
  const yaw = turnBetween(direction, heading)
  const pressure: Newtons = 0.5 * airDensity * speed ** 2 * dragArea
  const along = vectorOf(direction, -pressure * (1 + broadside * Math.sin(yaw) ** 2))
  const aside = vectorOf(direction + Math.PI / 2, lift * pressure * Math.sin(2 * yaw))
  return { north: along.north + aside.north, east: along.east + aside.east }
}

/** The bow of a boat on its rode, in metres from a fixed point. */
export class AnchoredHull {
  readonly #rode: Rode
  #north: Metres
  #east: Metres
  #northward = 0
  #eastward = 0

  constructor(rode: Rode, { north, east }: Vector) {
    this.#rode = rode
    this.#north = north
    this.#east = east
  }

  get bow(): Vector {
    return { north: this.#north, east: this.#east }
  }

  get overGround(): Vector {
    return { north: this.#northward, east: this.#eastward }
  }

  /** @param push forces besides the rode: wind, engine */
  step(dt: Seconds, push: Vector, anchor: Vector): void {
    const count = Math.ceil(dt / finest)
    for (let index = 0; index < count; index++) this.#move(dt / count, push, anchor)
  }

  #move(dt: Seconds, push: Vector, anchor: Vector): void {
    const [north, east] = [anchor.north - this.#north, anchor.east - this.#east]
    const distance = Math.sqrt(north * north + east * east)
    const pull = distance === 0 ? 0 : this.#rode.pullAt(distance) / distance
    const speed = Math.sqrt(this.#northward ** 2 + this.#eastward ** 2)
    // Implicit drag: it can slow the boat, never reverse it.
    const damping = 1 / (1 + (dt * (viscous + turbulent * speed)) / mass)
    this.#northward = damping * (this.#northward + (dt * (push.north + pull * north)) / mass)
    this.#eastward = damping * (this.#eastward + (dt * (push.east + pull * east)) / mass)
    this.#north += this.#northward * dt
    this.#east += this.#eastward * dt
  }
}
