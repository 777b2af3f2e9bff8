import { checkOf, LogbookPage, type LogbookTrip } from '@marinedata/model'
import type { Storage } from '@marinedata/plugin-api'
import type { SavedConditions } from './conditions.ts'
import { noCounters, type Counters } from './trip-meter.ts'

/** Everything besides the pages and conditions. Times are those of the wall clock. */
export interface SavedState {
  readonly savedAt: string
  readonly isUnderWay: boolean
  readonly since: string
  readonly trip: Counters
  readonly day: string
  readonly today: Counters
  /** Of the last regular entry, in milliseconds. */
  readonly regularAt: number
  readonly removed: LogbookTrip['removed']
}

export interface SavedLogbook {
  readonly state: SavedState
  readonly conditions: SavedConditions
  readonly pages: readonly LogbookPage[]
}

export const keys = {
  state: 'state',
  conditions: 'conditions',
  index: 'index',
  page: (id: string) => `page-${id}`,
} as const

/** Pages requested at once. */
const batch = 16

const pageCheck = checkOf<LogbookPage>(LogbookPage)

export const newState = (now: Date): SavedState => ({
  savedAt: now.toISOString(),
  isUnderWay: false,
  since: now.toISOString(),
  trip: noCounters,
  day: now.toISOString().slice(0, 10),
  today: noCounters,
  regularAt: now.getTime(),
  removed: null,
})

/** Reads what an earlier run has saved. */
export const loadLogbook = async (storage: Storage, now: Date): Promise<SavedLogbook> => {
  // Only this plugin writes its storage.
  const state = ((await storage.get(keys.state)) ?? newState(now)) as SavedState
  const conditions = ((await storage.get(keys.conditions)) ?? {}) as SavedConditions
  const ids = ((await storage.get(keys.index)) ?? []) as readonly string[]
  const pages: LogbookPage[] = []
  for (let at = 0; at < ids.length; at += batch) {
    const some = await Promise.all(ids.slice(at, at + batch).map((id) => storage.get(keys.page(id))))
    // A page of another version is not readable; the others are.
    pages.push(...some.filter((page) => pageCheck.accepts(page)))
  }
  return { state, conditions, pages }
}
