import type { Place } from '#boat/reading.ts'

/** The points being drawn, and the states before each change. */
export interface Drawing {
  readonly points: readonly Place[]
  readonly past: readonly (readonly Place[])[]
}

export const blank: Drawing = { points: [], past: [] }
/** Maximum number of points of a route. */
export const mostPoints = 500

const changed = ({ points, past }: Drawing, next: readonly Place[]): Drawing => ({
  points: next,
  past: [...past, points],
})

export const drawingOf = (points: readonly Place[]): Drawing => ({ points, past: [] })

export const withPoint = (drawing: Drawing, point: Place): Drawing =>
  drawing.points.length >= mostPoints ? drawing : changed(drawing, [...drawing.points, point])

/** A whole drag is one change: it starts with `lifted`, and `moved` adds no history. */
export const lifted = (drawing: Drawing): Drawing => changed(drawing, drawing.points)

export const moved = ({ points, past }: Drawing, index: number, to: Place): Drawing => ({
  points: points.map((point, at) => (at === index ? to : point)),
  past,
})

export const undone = (drawing: Drawing): Drawing => {
  const before = drawing.past.at(-1)
  return before === undefined ? drawing : { points: before, past: drawing.past.slice(0, -1) }
}
