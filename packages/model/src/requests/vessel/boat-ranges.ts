/** A range of a number, both ends included. */
export interface NumberRange {
  readonly minimum: number
  readonly maximum: number
}

const range = (minimum: number, maximum: number): NumberRange => ({ minimum, maximum })

/** Possible lengths of the boat's details, in metres. */
export const boatRanges = {
  length: range(0.5, 500),
  beam: range(0.2, 100),
  draught: range(0, 40),
  airDraught: range(0, 150),
  gpsFromBow: range(0, 500),
  gpsFromCentre: range(-50, 50),
  depthSensorBelowWaterline: range(0, 40),
  depthSensorAboveKeel: range(-10, 40),
} as const

/** Possible limits: metres, metres per second, volts. */
export const limitRanges = {
  depth: range(0, 500),
  wind: range(0.5, 100),
  battery: range(1, 1_000),
} as const

/** Two lengths that differ by less are the same measurement. */
export const lengthTolerance = 0.011
