export { degrees, toDegrees, type Metres, type Radians } from '@marinedata/model'

export type MetresPerSecond = number
/** Of time that passes, or since whatever the clock counts from. */
export type Seconds = number
