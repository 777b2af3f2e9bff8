import type { Place } from '#boat/values.ts'

/** The points being drawn, and the states before each change. */
export interface Drawing {
  readonly points: readonly Place[]
  readonly past: readonly (readonly Place[])[]
}

export const blank: Drawing = { points: [], past: [] }
/** Maximum number of points of a route. */
export const mostPoints = 500
/** Changes that can be undone. */
const mostPast = 200

const changed = ({ points, past }: Drawing, next: readonly Place[]): Drawing => ({
  points: next,
  past: [...past.slice(1 - mostPast), points],
})

export const drawingOf = (points: readonly Place[]): Drawing => ({ points, past: [] })

/** Inserts a point before the one at the index; at the end when absent. A full drawing stays as it is. */
export const withPoint = (drawing: Drawing, point: Place, index = drawing.points.length): Drawing =>
  drawing.points.length >= mostPoints ? drawing : changed(drawing, drawing.points.toSpliced(index, 0, point))

export const withoutPoint = (drawing: Drawing, index: number): Drawing =>
  index in drawing.points ? changed(drawing, drawing.points.toSpliced(index, 1)) : drawing

export const reversed = (drawing: Drawing): Drawing => changed(drawing, drawing.points.toReversed())

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
