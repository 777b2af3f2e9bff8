import {
  AlertRegistry,
  AlertService,
  AlertIntake,
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
/** How long a shutdown waits for the last alerts to be written. */
const lastWriteMs = 2_000

/** Sources inside the server. Their alerts are not restored: the server raises them again if they still apply. */
const isOwnSource = (source: string): boolean => source === 'server' || source === 'plugins'

/** The current position of the boat; null without a fresh fix. */
export const freshFix = ({ tree, clock }: Pick<AlertParts, 'tree' | 'clock'>): Position | null => {
  const cell = tree.row(tree.self, 'navigation.position')?.preferred
  if (cell === undefined || cell.isStale || clock.now() - cell.receivedAt > freshFixMs) return null
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

const registryOf = ({ tree, clock, counters, store, log, onDiskFault }: AlertParts): AlertRegistry =>
  new AlertRegistry({
    store,
    clock,
    counters,
    newId: randomUUID,
    onFault: (error) => {
      log.error({ event: 'alerts.write_failed', err: error }, 'alerts not saved')
      onDiskFault(error)
    },
    publish: ({ path, source, value }) => {
      tree.open({ context: selfContext, source, timestamp: clock.timestamp() })
      tree.put(path, value)
      tree.commit()
    },
  })

/** The alerts of own ship, restored from the store. Notifications in deltas pass through `intake`. */
export const composeAlerts = (parts: AlertParts) => {
  const { tree, clock } = parts
  const registry = registryOf(parts)
  const isOwn = (context: string): boolean =>
    context === selfContext || tree.context(context)?.isSelf === true
  /** The state of the alert of a source at a path; undefined when there is no alert. */
  const stateAt = (path: string, source: string): Severity | undefined => {
    const record = registry.at(path, source)
    return record?.status === 'rectified' ? 'normal' : record?.condition.state
  }
  const intake = new AlertIntake({ sink: tree, registry, isOwn })
  const zones = new ZoneWatch({
    clock,
    values: () => zonedValues(tree),
    stateAt: (path) => stateAt(path, zoneSource),
    publish: (path: string, condition: Condition) => {
      intake.open({ context: selfContext, source: zoneSource, timestamp: clock.timestamp() })
      intake.put(path, condition)
      intake.commit()
    },
  })
  registry.restore(isOwnSource)
  const service = new AlertService({ registry, clock, position: () => freshFix(parts) })
  const watch = (): void => {
    zones.watch()
    registry.watch()
  }
  /** Writes pending alerts, within a time limit. Ignores alerts that plugins raise because they are being stopped. */
  const close = (): Promise<void> =>
    Promise.race([registry.close(), sleep(lastWriteMs, undefined, { ref: false })])
  const clearZone = (path: string): void => zones.clear(path)
  return { intake, service, registry, stateAt, watch, clearZone, close }
}
