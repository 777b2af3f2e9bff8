import {
  clamped,
  degrees,
  inDegrees,
  inKnots,
  type MetresPerSecond,
  type Radians,
  type Seconds,
} from '../units.ts'

/** A yacht of 12 m after Nomoto's model: its response to the rudder. */
const waterline = 11
const gain = 1
const inertia = 0.6
/** Minimum speed of the model, which diverges below it. */
const steerageWay = 0.1

const speedLag: Seconds = 8
const heelLag: Seconds = 2
const mostHeel = degrees(30)
/** Degrees of heel per square knot of wind abeam. */
const heelPerWind = 0.11
/** Degrees of leeway, times the square of the speed in knots, per degree of heel. */
const leewayPerHeel = 10
const mostLeeway = degrees(15)

export interface Apparent {
  /** From the bow, positive to starboard. */
  readonly angle: Radians
  readonly speed: MetresPerSecond
}

/** The final rate of turn and its time constant. */
export const nomoto = (speed: MetresPerSecond): { readonly gain: number; readonly lag: Seconds } => {
  const way = Math.max(speed, steerageWay)
  return { gain: (gain * way) / waterline, lag: (inertia * waterline) / way }
}

const drawnTo = (value: number, aim: number, share: number): number => value + (aim - value) * share
const shareOf = (dt: Seconds, lag: Seconds): number => 1 - Math.exp(-dt / lag)

/** The side of the leeway: to leeward. */
const leewayOf = (heel: Radians, speed: MetresPerSecond): Radians =>
  clamped(degrees((leewayPerHeel * inDegrees(heel)) / Math.max(inKnots(speed), 0.5) ** 2), mostLeeway)

/** How the boat turns, accelerates, heels and drifts, in its own frame. */
export class Hull {
  /** Radians per second, positive to starboard. */
  rateOfTurn = 0
  speed: MetresPerSecond = 0
  /** Positive to starboard. */
  heel: Radians = 0

  /** Angle of the course through the water to starboard of the heading. */
  get leeway(): Radians {
    return leewayOf(this.heel, this.speed)
  }

  turn(dt: Seconds, rudder: Radians, waves: number): void {
    const law = nomoto(this.speed)
    this.rateOfTurn = drawnTo(this.rateOfTurn, law.gain * rudder + waves, shareOf(dt, law.lag))
  }

  gatherWay(dt: Seconds, aim: MetresPerSecond): void {
    this.speed = drawnTo(this.speed, aim, shareOf(dt, speedLag))
  }

  lean(dt: Seconds, { angle, speed }: Apparent): void {
    const wind = heelPerWind * inKnots(speed) ** 2 * Math.sin(angle)
    // Wind from port, which is negative, heels the boat to starboard.
    this.heel = drawnTo(this.heel, -clamped(degrees(wind), mostHeel), shareOf(dt, heelLag))
  }
}
