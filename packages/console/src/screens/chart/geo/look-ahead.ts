import type { Size } from './scale.ts'

export interface Motion {
  /** Over the ground, from true north; undefined when it is not known. */
  readonly course: number | undefined
  readonly speed: number | undefined
}

/** So much of each side the boat is set back. */
const share = 0.2
/** Metres per second: below the first it lies still, from the second on all of the way ahead is shown. */
const [still, full] = [0.5, 2]

/**
 * Where the boat stands, in pixels right of and below the middle of the screen: set back, so that there is more to be seen
 * ahead of it than astern.
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
