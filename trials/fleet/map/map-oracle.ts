import { isInside, type BoundingBox, type FleetMark } from '@marinedata/model'
import { decodeLive } from '@marinedata/uplink-protocol'
import type { NatsConnection } from '@nats-io/transport-node'

interface Sent {
  readonly latitude: number
  readonly longitude: number
  readonly at: number
}

/** How a window differs from what boats have sent. */
export interface Differences {
  /** Boats that are not shown as they were at any moment of the tolerated time. */
  readonly late: number
  /** Boats that are shown where they never were. */
  readonly wrong: number
}

/** Positions of a boat that are remembered. An older one on a map is wrong, not late. */
const remembered = 12

const squareOf = ({ latitude, longitude }: Pick<Sent, 'latitude' | 'longitude'>): string =>
  `${Math.floor(latitude)} ${Math.floor(longitude)}`

/** What each boat has sent, in the way of its latest values, which is not that of the map. */
export class MapOracle {
  readonly #sentByToken = new Map<string, Sent[]>()
  /** Boats that were lately in a square of a degree: comparing all of them takes longer than a picture may be late. */
  readonly #tokensBySquare = new Map<string, Set<string>>()

  constructor(connection: NatsConnection) {
    connection.subscribe('md.live.>', {
      callback: (_error, { subject, data }) => {
        const value = decodeLive(data).updates[0]?.values?.[0]?.value as Omit<Sent, 'at'>
        this.#take(subject.slice(subject.lastIndexOf('.') + 1), { ...value, at: performance.now() })
      },
    })
  }

  get boats(): number {
    return this.#sentByToken.size
  }

  differencesIn(box: BoundingBox, marks: ReadonlyMap<string, FleetMark>, toleranceMs: number): Differences {
    const since = performance.now() - toleranceMs
    let [late, wrong] = [0, 0]
    for (const token of new Set([...this.#nearby(box), ...marks.keys()])) {
      const sent = this.#sentByToken.get(token) ?? []
      const mark = marks.get(token)
      if (mark !== undefined && !sent.some((one) => isAt(one, mark))) wrong++
      else if (!isTimely(box, sent, { mark, since })) late++
    }
    return { late, wrong }
  }

  #take(token: string, sent: Sent): void {
    const all = this.#sentByToken.get(token) ?? []
    this.#sentByToken.set(token, all)
    all.push(sent)
    const square = squareOf(sent)
    this.#tokensBySquare.set(square, (this.#tokensBySquare.get(square) ?? new Set()).add(token))
    if (all.length <= remembered) return
    const oldest = all.shift()
    if (oldest === undefined || all.some((one) => squareOf(one) === squareOf(oldest))) return
    this.#tokensBySquare.get(squareOf(oldest))?.delete(token)
  }

  #nearby({ south, west, north, east }: BoundingBox): Set<string> {
    const tokens = new Set<string>()
    for (let latitude = Math.floor(south); latitude <= north; latitude++)
      for (let longitude = Math.floor(west); longitude <= east; longitude++)
        for (const token of this.#tokensBySquare.get(squareOf({ latitude, longitude })) ?? [])
          tokens.add(token)
    return tokens
  }
}

const isAt = (one: Sent, mark: FleetMark): boolean =>
  one.latitude === mark.latitude && one.longitude === mark.longitude

/** Whether a mark, or its absence, is right for a moment of the tolerated time. */
const isTimely = (
  box: BoundingBox,
  sent: readonly Sent[],
  { mark, since }: { readonly mark: FleetMark | undefined; readonly since: number },
): boolean => {
  const before = sent.findLastIndex(({ at }) => at < since)
  // A boat that has sent its first position only just now may be missing.
  if (before === -1 && mark === undefined) return true
  return sent
    .slice(Math.max(0, before))
    .some((one) => (isInside(box, one) ? mark !== undefined && isAt(one, mark) : mark === undefined))
}
