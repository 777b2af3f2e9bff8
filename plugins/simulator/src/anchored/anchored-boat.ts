import type { Random } from '../sea/random.ts'
import type { Wind } from '../sea/true-wind.ts'
import {
  turnBetween,
  wrapFull,
  type Metres,
  type MetresPerSecond,
  type Radians,
  type Seconds,
} from '../units.ts'
import { sum, vectorOf, type Vector } from '../vector.ts'
import { AnchorageWind, type WindShift } from './anchorage-wind.ts'
import { AnchoredHull, windForce } from './anchored-hull.ts'
import { GroundTackle, type Drag } from './ground-tackle.ts'
import { Rode, type Chain, type Newtons } from './rode.ts'
import { Sheer } from './sheer.ts'

export interface AnchoredBoatSettings {
  readonly chain: Chain
  readonly wind: Wind
  readonly gusts: number
  readonly shift?: WindShift
  readonly drag?: Drag
  /** Start position of the bow relative to the anchor: never exactly above it. */
  readonly bow: Vector
  /** How long the engine pulls astern at the start, to set the anchor. */
  readonly astern: Seconds
}

/** The true state, regardless of the instruments; metres from where the anchor fell. */
export interface AnchoredTruth {
  readonly bow: Vector
  readonly heading: Radians
  readonly overGround: Vector
  readonly wind: Wind
  readonly anchor: Vector
  readonly dragged: Metres
}

/** Thrust astern at a third of the engine's power. */
const thrust: Newtons = 650
/** Metres of air that pass while the bow comes half round: quickly in a breeze, slowly in a calm. */
const laziness: Metres = 90
const least: MetresPerSecond = 0.5

/** A boat at anchor: wind, rode, sheering and, if requested, a dragging anchor. */
export class AnchoredBoat {
  readonly #wind: AnchorageWind
  readonly #sheer: Sheer
  readonly #hull: AnchoredHull
  readonly #tackle: GroundTackle
  readonly #astern: Seconds
  #facing: Radians
  #heading: Radians
  #time: Seconds = 0

  constructor(settings: AnchoredBoatSettings, random: Random) {
    const { chain, wind: mean, gusts, shift, drag, bow, astern } = settings
    this.#wind = new AnchorageWind({ mean, gusts, ...(shift && { shift }) }, random.branch('wind'))
    this.#sheer = new Sheer(random.branch('sheer'))
    this.#hull = new AnchoredHull(new Rode(chain), bow)
    this.#tackle = new GroundTackle(drag)
    this.#astern = astern
    this.#facing = this.#wind.wind.direction
    this.#heading = this.#facing
  }

  get truth(): AnchoredTruth {
    return {
      bow: this.#hull.bow,
      heading: this.#heading,
      overGround: this.#hull.overGround,
      wind: this.#wind.wind,
      anchor: this.#tackle.place,
      dragged: this.#tackle.dragged,
    }
  }

  /** Advances time. */
  step(dt: Seconds): void {
    this.#time += dt
    const wind = this.#wind.step(dt)
    this.#turn(dt, wind)
    const push = windForce(wind, this.#heading)
    const engine = this.#time <= this.#astern ? vectorOf(this.#heading, -thrust) : undefined
    this.#hull.step(dt, engine === undefined ? push : sum(push, engine), this.#tackle.place)
    this.#tackle.step(dt, this.#hull.bow)
  }

  #turn(dt: Seconds, wind: Wind): void {
    const lag = laziness / Math.max(wind.speed, least)
    this.#facing += turnBetween(this.#facing, wind.direction) * (1 - Math.exp(-dt / lag))
    this.#heading = wrapFull(this.#facing + this.#sheer.step(dt, wind.speed))
  }
}
