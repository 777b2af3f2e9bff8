import {
  AlertBook,
  AlertDesk,
  AlertRoad,
  ZoneWatch,
  type AlertStore,
  type Clock,
  type Counters,
  type DeltaTree,
} from '@marinedata/core'
import { isWholePosition, selfContext, type Condition, type Position, type Severity } from '@marinedata/model'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

interface AlertParts {
  readonly tree: DeltaTree
  readonly clock: Clock
  readonly counters: Counters
  readonly store: AlertStore
  readonly log: Logger
  /** Called when alerts could not be written. */
  readonly onDiskFault: (error: unknown) => void
}

const zoneSource = 'zones'
const freshFixMs = 10_000
/** How long the end waits for the last alerts to be written. */
const lastWriteMs = 2_000

/** This very process: what it found wrong before the start it finds again, or it is over. */
const isOwnSource = (source: string): boolean => source === 'server' || source === 'plugins'

/** Where the boat is; null when no fix is fresh. */
export const freshFix = ({ tree, clock }: Pick<AlertParts, 'tree' | 'clock'>): Position | null => {
  const cell = tree.row(tree.self, 'navigation.position')?.preferred
  if (cell === undefined || cell.isStale || clock.now() - cell.heardAt > freshFixMs) return null
  const { value } = cell
  return typeof value === 'object' && value !== null && isWholePosition(value) ? value : null
}

const zonedValues = function* (tree: DeltaTree) {
  const { rowByPath, metadataByPath } = tree.self
  for (const { path, preferred } of rowByPath.values()) {
    const own = metadataByPath?.get(path)
    if ((own?.zones ?? path.metadata?.zones) === undefined) continue
    const { value, isStale } = preferred
    yield { path: path.text, value, isStale, metadata: { ...path.metadata, ...own } }
  }
}

const bookOf = ({ tree, clock, counters, store, log, onDiskFault }: AlertParts): AlertBook =>
  new AlertBook({
    store,
    clock,
    counters,
    newId: randomUUID,
    onFault: (error) => {
      log.error({ event: 'alerts.write_failed', err: error }, 'alerts could not be written')
      onDiskFault(error)
    },
    tell: ({ path, source, value }) => {
      tree.open({ context: selfContext, source, timestamp: clock.timestamp() })
      tree.put(path, value)
      tree.commit()
    },
  })

/** The alerts of the own vessel, as they were when the last process ended; a stretch of the road leads through them. */
export const composeAlerts = (parts: AlertParts) => {
  const { tree, clock } = parts
  const book = bookOf(parts)
  const isOwn = (context: string): boolean =>
    context === selfContext || tree.context(context)?.isSelf === true
  /** What stands at a path in the name of a source; undefined when there is no alert. */
  const stateAt = (path: string, source: string): Severity | undefined => {
    const record = book.at(path, source)
    return record?.status === 'rectified' ? 'normal' : record?.condition.state
  }
  const road = new AlertRoad({ road: tree, book, isOwn })
  const zones = new ZoneWatch({
    clock,
    values: () => zonedValues(tree),
    told: (path) => stateAt(path, zoneSource),
    tell: (path: string, condition: Condition) => {
      road.open({ context: selfContext, source: zoneSource, timestamp: clock.timestamp() })
      road.put(path, condition)
      road.commit()
    },
  })
  book.restore(isOwnSource)
  const desk = new AlertDesk({ book, clock, position: () => freshFix(parts) })
  const watch = (): void => {
    zones.watch()
    book.watch()
  }
  /** What was said so far is written, unless that takes too long; what plugins say because they are stopped is not. */
  const close = (): Promise<void> =>
    Promise.race([book.close(), sleep(lastWriteMs, undefined, { ref: false })])
  return { road, desk, book, stateAt, watch, close }
}
