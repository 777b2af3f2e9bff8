import { earthRadius, type Condition, type Position } from '@marinedata/model'

/** The newest position of one source. */
export interface ReceivedPosition {
  readonly source: string
  readonly position: Position
  /** Monotonic milliseconds. */
  readonly receivedAt: number
  /** The place in the configured order; equal when no priority is set. */
  readonly rank: number
}

/** How far apart receivers disagree, and how near they must come to agree again, in metres. */
const [apartFrom, togetherFrom]: readonly [number, number] = [50, 30]
/** How long they must disagree, or agree. */
const patienceMs = 10_000
/** How far back two receivers are compared: one may report every ten seconds, and late. */
const trailMs = 30_000
const mostSources = 8

const metresPerDegree = (earthRadius * Math.PI) / 180

interface Offset {
  readonly east: number
  readonly north: number
}

interface Pair {
  readonly used: string
  readonly other: string
  readonly apart: number
}

const calm: Condition = { state: 'normal', method: [], message: '' }

const metres = (value: number): string =>
  value >= 10_000 ? `${Math.round(value / 1000).toLocaleString('en')} km` : `${Math.round(value)} m`

/**
 * Warns when two receivers without a priority say different places: one of them may be wrong, and everything on board
 * goes by one. Compares each receiver with the recent path of the other, so that latency at speed is no difference.
 */
export class ReceiverComparison {
  readonly #publish: (condition: Condition) => void
  readonly #trailBySource = new Map<string, ReceivedPosition[]>()
  /** The published text, without the distance: a new text each second would be a new alert. */
  #warned: string | undefined
  /** Since when the receivers have differed from what was published. */
  #changingSince: number | undefined

  constructor(publish: (condition: Condition) => void) {
    this.#publish = publish
  }

  /**
   * Called every second.
   * @param received the newest position of each source, the preferred one first
   */
  compare(received: readonly ReceivedPosition[], now: number): void {
    const fresh = received.filter(({ receivedAt }) => now - receivedAt <= trailMs).slice(0, mostSources)
    this.#follow(fresh, now)
    const pair = received[0] === fresh[0] ? this.#farthest(fresh) : undefined
    const key = pair && `${pair.used} ${pair.other}`
    if (key === this.#warned) return void (this.#changingSince = undefined)
    this.#changingSince ??= now
    if (now - this.#changingSince < patienceMs) return
    this.#changingSince = undefined
    this.#warned = key
    this.#publish(pair === undefined ? calm : warningOf(pair))
  }

  #follow(fresh: readonly ReceivedPosition[], now: number): void {
    if (fresh.length < 2) return this.#trailBySource.clear()
    const sources = new Set(fresh.map(({ source }) => source))
    for (const source of this.#trailBySource.keys())
      if (!sources.has(source)) this.#trailBySource.delete(source)
    for (const fix of fresh) {
      const trail = (this.#trailBySource.get(fix.source) ?? []).filter(
        ({ receivedAt }) => now - receivedAt <= trailMs,
      )
      if (trail.at(-1)?.receivedAt !== fix.receivedAt) trail.push(fix)
      this.#trailBySource.set(fix.source, trail)
    }
  }

  /** The receiver that is farthest from the preferred one, if that is too far. */
  #farthest([used, ...others]: readonly ReceivedPosition[]): Pair | undefined {
    if (used === undefined) return undefined
    const limit = this.#warned === undefined ? apartFrom : togetherFrom
    return others
      .filter(({ rank }) => rank === used.rank)
      .map((other) => ({ used: used.source, other: other.source, apart: this.#apart(used, other) }))
      .filter(({ apart }) => apart > limit)
      .toSorted((a, b) => b.apart - a.apart)[0]
  }

  /** The later vessel follows the path of the other. */
  #apart(one: ReceivedPosition, other: ReceivedPosition): number {
    return Math.min(
      distanceToPath(one.position, this.#trailBySource.get(other.source) ?? []),
      distanceToPath(other.position, this.#trailBySource.get(one.source) ?? []),
    )
  }
}

const warningOf = ({ used, other, apart }: Pair): Condition => ({
  state: 'warn',
  method: ['visual'],
  message: `${used} and ${other} say places ${metres(apart)} apart. The boat goes by ${used}: check both receivers`,
})

const offsetOf = (from: Position, to: Position): Offset => {
  const degreesEast = ((to.longitude - from.longitude + 540) % 360) - 180
  return {
    east: degreesEast * metresPerDegree * Math.cos((from.latitude * Math.PI) / 180),
    north: (to.latitude - from.latitude) * metresPerDegree,
  }
}

const distanceToPath = (from: Position, path: readonly ReceivedPosition[]): number => {
  const offsets = path.map(({ position }) => offsetOf(from, position))
  return Math.min(...offsets.map((end, index) => distanceToLeg(offsets[index - 1] ?? end, end)))
}

/** The distance of the origin from the straight line between two points. */
const distanceToLeg = (start: Offset, end: Offset): number => {
  const [east, north] = [end.east - start.east, end.north - start.north]
  const squared = east ** 2 + north ** 2
  const along = squared === 0 ? 0 : -(start.east * east + start.north * north) / squared
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(start.east + share * east, start.north + share * north)
}
