import type { Place } from '#boat/reading.ts'

/** Points that are being drawn, and how they were before each change. */
export interface Drawing {
  readonly points: readonly Place[]
  readonly past: readonly (readonly Place[])[]
}

export const blank: Drawing = { points: [], past: [] }
/** As many as a route may have. */
export const mostPoints = 500

const changed = ({ points, past }: Drawing, next: readonly Place[]): Drawing => ({
  points: next,
  past: [...past, points],
})

export const drawingOf = (points: readonly Place[]): Drawing => ({ points, past: [] })

export const withPoint = (drawing: Drawing, point: Place): Drawing =>
  drawing.points.length >= mostPoints ? drawing : changed(drawing, [...drawing.points, point])

/** The whole way of a finger is one change: it begins with `lifted`, and `moved` changes nothing of the past. */
export const lifted = (drawing: Drawing): Drawing => changed(drawing, drawing.points)

export const moved = ({ points, past }: Drawing, index: number, to: Place): Drawing => ({
  points: points.map((point, at) => (at === index ? to : point)),
  past,
})

export const undone = (drawing: Drawing): Drawing => {
  const before = drawing.past.at(-1)
  return before === undefined ? drawing : { points: before, past: drawing.past.slice(0, -1) }
}
