export { degrees, toDegrees, type Metres, type Radians } from '@marinedata/model'

export type MetresPerSecond = number
/** A duration, or a time on the clock in use. */
export type Seconds = number
