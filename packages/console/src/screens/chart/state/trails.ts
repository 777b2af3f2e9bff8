import { nearestX, toMap, type MapPoint } from '@marinedata/console-map/earth'
import type { Target } from '#navigation/targets.ts'

/** A trail is this long; milliseconds. */
const trailMs = 600_000
/** Time between two points, so that a trail has at most 61 points. */
const stepMs = 10_000

interface TrailPoint {
  readonly at: number
  readonly point: MapPoint
}

/** Where ships have been in the last ten minutes, while the chart was open. */
export class Trails {
  readonly #points = new Map<string, TrailPoint[]>()

  /** Adds the present positions. The trail of a target that is no longer known is dropped. */
  add(targets: readonly Target[], now: number): void {
    const known = new Set(targets.map(({ context }) => context))
    for (const context of this.#points.keys()) if (!known.has(context)) this.#points.delete(context)
    for (const target of targets) if (target.kind === 'vessel' && !target.isLost) this.#addTo(target, now)
  }

  /** The trails of these targets, oldest point first, each in one copy of the world. */
  of(targets: readonly Target[]): MapPoint[][] {
    return targets
      .map(({ context }) => (this.#points.get(context) ?? []).map(({ point }) => point))
      .filter(({ length }) => length > 1)
  }

  #addTo({ context, place }: Target, now: number): void {
    const points = this.#points.get(context) ?? []
    const last = points.at(-1)
    if (last !== undefined && now - last.at < stepMs) return
    const [x, y] = toMap(place)
    points.push({ at: now, point: [last === undefined ? x : nearestX(x, last.point[0]), y] })
    this.#points.set(
      context,
      points.filter(({ at }) => now - at <= trailMs),
    )
  }
}
