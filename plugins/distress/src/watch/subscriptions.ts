import { dscCallPath, safetyTextPath } from '@marinedata/model'
import type { Subscription } from '@marinedata/plugin-api'
import { positionPath, statePath } from './arrivals.ts'

/** A ship that shows the state of a beacon is a warning, which may wait. */
const shipPeriodMs = 60_000
const sources = 'all'

/** Nothing arrives while there is no beacon, no text and no call. */
export const subscriptions: readonly Subscription[] = [
  {
    context: 'sar.*',
    subscribe: [
      { path: statePath, sources },
      { path: positionPath, sources },
    ],
  },
  {
    context: '*',
    subscribe: [
      { path: safetyTextPath, sources },
      { path: dscCallPath, sources },
    ],
  },
  { context: 'vessels.*', subscribe: [{ path: statePath, minPeriod: shipPeriodMs }] },
]
