import { toDegrees, turnBetween, type Radians } from '@marinedata/model'

export const degreesText = (angle: Radians): string => `${toDegrees(angle).toFixed(1)}°`

export const isWithin = (a: Radians, b: Radians, limit: Radians): boolean =>
  Math.abs(turnBetween(a, b)) <= limit
