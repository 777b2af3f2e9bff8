import type { Size } from './scale.ts'

export interface Motion {
  /** Course over ground from true north; undefined if unknown. */
  readonly course: number | undefined
  readonly speed: number | undefined
}

/** Share of the screen by which the boat is set back. */
const share = 0.2
/** Metres per second: below the first the boat is at rest, from the second on it is fully set back. */
const [still, full] = [0.5, 2]

/**
 * Position of the boat in pixels right of and below the middle: set back, so that more is visible ahead than astern.
 */
export const lookAhead = (
  { course, speed }: Motion,
  rotation: number,
  size: Size,
): readonly [number, number] => {
  if (course === undefined || speed === undefined || speed <= still) return [0, 0]
  const amount = share * Math.min(1, (speed - still) / (full - still))
  const onScreen = course + rotation
  return [-Math.sin(onScreen) * size.width * amount, Math.cos(onScreen) * size.height * amount]
}
