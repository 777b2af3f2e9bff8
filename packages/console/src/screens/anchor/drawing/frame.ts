import type { Offset } from './plane.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** Converts metres to pixels: offset zero is in the middle, north is up. */
export interface Frame extends Size {
  readonly pixelsPerMetre: number
}

/** Room around the ring for letters and marks. */
const margin = 30
const leastReach = 20
const ladder = [1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8, 10] as const

/** Rounds up to a fixed ladder: a scale that changes with every metre is unreadable. */
export const steppedUp = (metres: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(metres, 1)))
  return power * (ladder.find((step) => step * power >= metres - 1e-9) ?? 10)
}

export interface Contents {
  /** Radius that must fit completely. */
  readonly ring: number
  /** Distance of the farthest other item. */
  readonly farthest: number
}

/** Metres from the middle to the edge. If the ring contains everything, it alone sets the scale. */
export const reachOf = ({ ring, farthest }: Contents): number =>
  Math.max(leastReach, ring >= farthest ? ring : steppedUp(farthest))

export const frameOf = ({ width, height }: Size, reach: number): Frame => ({
  width,
  height,
  pixelsPerMetre: Math.max(Math.min(width, height) / 2 - margin, 1) / reach,
})

export const pointAt = ({ width, height, pixelsPerMetre }: Frame, { east, north }: Offset): Point => ({
  x: width / 2 + east * pixelsPerMetre,
  y: height / 2 - north * pixelsPerMetre,
})

/** The offset at a pixel; inverse of the projection. */
export const offsetAt = ({ width, height, pixelsPerMetre }: Frame, { x, y }: Point): Offset => ({
  east: (x - width / 2) / pixelsPerMetre,
  north: (height / 2 - y) / pixelsPerMetre,
})

/** A round length for the scale bar, within a maximum of pixels. */
export const scaleBarMetres = (
  { pixelsPerMetre }: Pick<Frame, 'pixelsPerMetre'>,
  mostPixels: number,
): number => {
  const most = mostPixels / pixelsPerMetre
  const power = 10 ** Math.floor(Math.log10(most))
  return [5, 2, 1].map((step) => step * power).find((length) => length <= most) ?? power
}
