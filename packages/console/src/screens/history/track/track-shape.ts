import type { TrackPoint } from '@marinedata/model'

/** A point of a drawing in metres, x to the east and y to the south. */
export interface PlottedPoint {
  readonly at: number
  readonly x: number
  readonly y: number
}

interface Place {
  readonly latitude: number
  readonly longitude: number
}

const metresPerDegree = 111_195
/** A longer track is drawn with fewer points. */
const mostPoints = 4_000

/** Degrees from −180 to 180. */
const turned = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180

/** Places as metres from the first one. Also across the date line, and near enough for a small drawing. */
export class Projection {
  readonly #origin: Place
  readonly #eastScale: number

  constructor(origin: Place) {
    this.#origin = origin
    this.#eastScale = metresPerDegree * Math.cos((origin.latitude * Math.PI) / 180)
  }

  of({ latitude, longitude }: Place): Omit<PlottedPoint, 'at'> {
    return {
      x: turned(longitude - this.#origin.longitude) * this.#eastScale,
      y: (this.#origin.latitude - latitude) * metresPerDegree,
    }
  }
}

/** The points of a time. If there are very many, only every `step`th of them. */
export const shownPoints = (
  points: readonly TrackPoint[],
  { from, to }: { readonly from: number; readonly to: number },
): { readonly points: readonly TrackPoint[]; readonly step: number } => {
  const within = points.filter(([at]) => at >= from && at <= to)
  const step = Math.max(1, Math.ceil(within.length / mostPoints))
  const isShown = (index: number): boolean => index % step === 0 || index === within.length - 1
  return { points: step === 1 ? within : within.filter((_, index) => isShown(index)), step }
}

/** Where the boat was, between two points; undefined outside of the track. */
export const pointAt = (
  points: readonly PlottedPoint[],
  moment: number,
): (PlottedPoint & { readonly course: number | undefined }) | undefined => {
  const index = points.findLastIndex(({ at }) => at <= moment)
  const [before, after] = [points[index], points[index + 1]]
  if (before === undefined) return undefined
  if (after === undefined) return moment - before.at > 120_000 ? undefined : { ...before, course: undefined }
  const share = (moment - before.at) / (after.at - before.at)
  const [east, south] = [after.x - before.x, after.y - before.y]
  return {
    at: moment,
    x: before.x + share * east,
    y: before.y + share * south,
    course: Math.hypot(east, south) < 1 ? undefined : Math.atan2(east, -south),
  }
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const leastMetres = 40

/** The box around all points, with room at its edges. */
export const boxAround = (points: readonly Omit<PlottedPoint, 'at'>[]): Box => {
  let [west, east, north, south] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { x, y } of points) {
    west = Math.min(west, x)
    east = Math.max(east, x)
    north = Math.min(north, y)
    south = Math.max(south, y)
  }
  if (west > east)
    return { x: -leastMetres, y: -leastMetres, width: 2 * leastMetres, height: 2 * leastMetres }
  const room = Math.max(east - west, south - north, leastMetres) * 0.1
  const width = Math.max(east - west, leastMetres) + 2 * room
  const height = Math.max(south - north, leastMetres) + 2 * room
  return { x: (west + east - width) / 2, y: (north + south - height) / 2, width, height }
}

/** A round length of at most a third of the box, in metres. */
export const roundLength = (metres: number): number => {
  const power = 10 ** Math.floor(Math.log10(metres))
  return ([5, 2, 1].find((each) => each * power <= metres) ?? 1) * power
}
