import { dscCallPath, safetyTextPath, selfContext } from '@marinedata/model'
import type { SentDelta } from '@marinedata/plugin-api'
import { mmsiOf } from '../evidence/identity.ts'
import type { StationValues } from '../evidence/read-station.ts'

export const statePath = 'navigation.state'
export const positionPath = 'navigation.position'

const memberByPath: ReadonlyMap<string, 'state' | 'position' | 'text' | 'call'> = new Map([
  [statePath, 'state'],
  [positionPath, 'position'],
  [safetyTextPath, 'text'],
  [dscCallPath, 'call'],
])

/** Values of one message may arrive in several deltas. */
const gatherMs = 50
const maxStations = 256
/** Values that were already in the tree when the plugin started count for this long. */
const oldAfterMs = 600_000
const startMs = 5_000

/** Every ship sends its state, and one state only is of interest. */
const isOfInterest = (context: string, path: string, value: unknown): boolean =>
  memberByPath.has(path) &&
  value !== null &&
  (path !== statePath || context.startsWith('sar.') || value === 'ais-sart')

interface ArrivalsOptions {
  /** The MMSI of the boat. */
  readonly own: string | undefined
  readonly onStations: (stations: readonly StationValues[]) => void
}

/** Gathers what each station has sent. No timer runs while nothing arrives. */
export class Arrivals implements Disposable {
  readonly #options: ArrivalsOptions
  readonly #startedAt = performance.now()
  #byContext = new Map<string, StationValues>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: ArrivalsOptions) {
    this.#options = options
  }

  handle({ context, updates }: SentDelta): void {
    const mmsi = context === selfContext ? this.#options.own : mmsiOf(context)
    if (mmsi === undefined) return
    for (const { timestamp: stamp, values = [] } of updates.filter(
      ({ timestamp }) => !this.#isOld(timestamp),
    ))
      for (const { path, value, stale: isStale } of values)
        if (isStale !== true && isOfInterest(context, path, value))
          this.#gather({ mmsi, context, stamp, [memberByPath.get(path) ?? '']: value })
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
  }

  #gather(values: StationValues): void {
    const { context, stamp } = values
    const known = this.#byContext.get(context)
    if (known === undefined && this.#byContext.size >= maxStations) return
    const latest = known !== undefined && known.stamp > stamp ? known.stamp : stamp
    this.#byContext.set(context, { ...known, ...values, stamp: latest })
    this.#timer ??= setTimeout(() => this.#flush(), gatherMs)
  }

  #isOld(timestamp: string): boolean {
    return performance.now() - this.#startedAt < startMs && Date.now() - Date.parse(timestamp) > oldAfterMs
  }

  #flush(): void {
    this.#timer = undefined
    const stations = [...this.#byContext.values()]
    this.#byContext = new Map()
    this.#options.onStations(stations)
  }
}
