import type { Position } from '@marinedata/plugin-api'
import { moved } from './earth.ts'
import { Hull, type Apparent } from './hull/hull.ts'
import { polarSpeed } from './hull/polar.ts'
import { Rudder } from './hull/rudder.ts'
import type { Random } from './sea/random.ts'
import { depthAt } from './sea/seabed.ts'
import { tideAt, type TidalCurrent } from './sea/tide.ts'
import { TrueWind, type Wind } from './sea/true-wind.ts'
import { Waves } from './sea/waves.ts'
import {
  turnBetween,
  wrapFull,
  type Metres,
  type MetresPerSecond,
  type Radians,
  type Seconds,
} from './units.ts'
import { difference, directionOf, lengthOf, sum, vectorOf, type Vector } from './vector.ts'

export interface BoatSettings {
  readonly position: Position
  /** True heading. */
  readonly heading: Radians
  readonly trueWind: Wind
  readonly current: TidalCurrent
  readonly waves: number
  readonly gusts: number
}

/** A situation to put the boat into; absent members stay unchanged. */
export interface Situation {
  readonly position?: Position
  /** True heading. */
  readonly heading?: Radians
  /** Through the water. */
  readonly speed?: MetresPerSecond
  /** Keeps the speed by engine regardless of the wind. */
  readonly motoring?: boolean
  readonly trueWindDirection?: Radians
  readonly trueWindSpeed?: MetresPerSecond
}

/** The true state, regardless of the instruments. */
export interface Truth {
  readonly position: Position
  readonly heading: Radians
  /** Radians per second, positive to starboard. */
  readonly rateOfTurn: number
  readonly rudder: Radians
  readonly speedThroughWater: MetresPerSecond
  readonly roll: Radians
  readonly pitch: Radians
  readonly overGround: Vector
  readonly apparentWind: Apparent
  readonly trueWind: Wind
  readonly depth: Metres
}

/** The boat and the sea. Time advances only with `step`, and the random generator is passed in. */
export class SimulatedBoat {
  readonly #hull = new Hull()
  readonly #rudder = new Rudder()
  readonly #wind: TrueWind
  readonly #waves: Waves
  readonly #current: TidalCurrent
  #time: Seconds = 0
  #position: Position
  #heading: Radians
  #throttle: MetresPerSecond | undefined

  constructor({ position, heading, trueWind, current, waves, gusts }: BoatSettings, random: Random) {
    this.#wind = new TrueWind(trueWind, gusts, random.branch('wind'))
    this.#waves = new Waves(waves, random.branch('waves'))
    this.#current = current
    this.#position = position
    this.#heading = wrapFull(heading)
    this.#settle()
  }

  get truth(): Truth {
    return {
      position: this.#position,
      heading: this.#heading,
      rateOfTurn: this.#hull.rateOfTurn,
      rudder: this.#rudder.angle,
      speedThroughWater: this.#hull.speed,
      roll: this.#hull.heel + this.#waves.roll,
      pitch: this.#waves.pitch,
      overGround: this.#overGround,
      apparentWind: this.#apparentWind,
      trueWind: this.#wind.wind,
      depth: depthAt(this.#position),
    }
  }

  /** Places the boat, going straight ahead with the rudder amidships. */
  place(situation: Situation): void {
    const { position, heading, speed, motoring = false, trueWindDirection, trueWindSpeed } = situation
    this.#position = position ?? this.#position
    this.#heading = wrapFull(heading ?? this.#heading)
    this.#wind.set({
      ...(trueWindDirection !== undefined && { direction: wrapFull(trueWindDirection) }),
      ...(trueWindSpeed !== undefined && { speed: trueWindSpeed }),
    })
    this.#settle()
    this.#hull.speed = speed ?? this.#hull.speed
    this.#throttle = motoring ? this.#hull.speed : undefined
    this.#lean(Infinity)
  }

  /** Advances time, with the rudder moving to the requested angle. */
  step(dt: Seconds, rudder: Radians): void {
    this.#time += dt
    this.#wind.step(dt)
    this.#waves.step(dt)
    this.#rudder.step(dt, rudder)
    this.#hull.turn(dt, this.#rudder.angle, this.#waves.yaw)
    this.#heading = wrapFull(this.#heading + this.#hull.rateOfTurn * dt)
    this.#hull.gatherWay(dt, this.#throttle ?? this.#sailingSpeed)
    this.#lean(dt)
    const { north, east } = this.#overGround
    this.#position = moved(this.#position, { north: north * dt, east: east * dt })
  }

  /** The steady state on this heading. */
  #settle(): void {
    this.#rudder.centre()
    this.#hull.rateOfTurn = 0
    this.#hull.speed = this.#sailingSpeed
    this.#lean(Infinity)
  }

  get #sailingSpeed(): MetresPerSecond {
    const { direction, speed } = this.#wind.wind
    return polarSpeed(speed, turnBetween(this.#heading, direction))
  }

  get #throughWater(): Vector {
    return vectorOf(this.#heading + this.#hull.leeway, this.#hull.speed)
  }

  get #overGround(): Vector {
    return sum(this.#throughWater, tideAt(this.#time, this.#current))
  }

  get #apparentWind(): Apparent {
    const { direction, speed } = this.#wind.wind
    // The wind over the deck; its direction is where it comes from.
    const over = difference(vectorOf(direction + Math.PI, speed), this.#throughWater)
    return { angle: turnBetween(this.#heading, directionOf(over) + Math.PI), speed: lengthOf(over) }
  }

  #lean(dt: Seconds): void {
    // Under engine the sails are down.
    this.#hull.lean(dt, this.#throttle === undefined ? this.#apparentWind : { angle: 0, speed: 0 })
  }
}
