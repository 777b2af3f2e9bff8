import { serverActor, type Notification } from '@marinedata/model'
import type { Base, Feature } from '../compose/feature.ts'
import { diskFaultOf } from '../disk-faults.ts'
import { every } from '../system-clock.ts'

export interface Storage extends Feature {
  /** Repairs made at this start, as messages for people. */
  readonly repairs: readonly string[]
}

const maxMessageLength = 1_024
const watchMs = 2_000
const path = 'notifications.server.storage'

/** Current faults of the storage. */
interface StorageFaults {
  /** When changes are saved again. */
  readonly remedy: string
  /** Why the disk cannot be written. */
  disk?: string | undefined
  /** Why the last copy of the database failed. */
  copy?: Error | undefined
  readonly repairs: readonly string[]
}

const conditionOf = ({ disk, copy, repairs, remedy }: StorageFaults): Notification => {
  const sentences = [
    ...(disk === undefined ? [] : [`${disk}: changes are not saved until ${remedy}`]),
    ...repairs,
    ...(copy === undefined ? [] : [`The backup copy of the database failed: ${copy.message}`]),
  ]
  if (sentences.length === 0) return { state: 'normal', method: [], message: 'Storage works' }
  const message = sentences.join('. ').slice(0, maxMessageLength)
  return disk === undefined
    ? { state: 'warn', method: ['visual'], message }
    : { state: 'alarm', method: ['visual', 'sound'], message }
}

const noteRepairs = ({ core, store, log }: Base, repairs: readonly string[]): void => {
  for (const repair of repairs) {
    log.warn({ event: 'storage.repaired', repair }, 'storage repaired')
    const event = { kind: 'server', operation: 'repaired', actor: serverActor } as const
    store.audit.recordEvent({ ...event, subject: 'storage', details: repair }, core.clock.timestamp())
  }
}

/** Reports in the log and in `/health` whether the disk is writable. */
const watchDisk = ({ core, log }: Base, onChange: (reason: string | undefined) => void): Disposable => {
  core.storage.observe((reason) => {
    if (reason === undefined) {
      core.health.clear('storage')
      log.warn({ event: 'storage.recovered' }, 'disk writable again')
    } else {
      core.health.report('storage', `${reason}: changes are not saved`)
      log.warn({ event: 'storage.failed', reason }, 'disk not writable')
    }
    onChange(reason)
  })
  return every(watchMs, () => void core.storage.watch())
}

/** Moves the writes to a thread, or rejects them while nothing can be saved. */
const startWriter = (
  store: Base['store'],
  handlers: Parameters<Base['store']['writeInThread']>[0],
): AsyncDisposable => {
  if (store.unsaved === undefined) return store.writeInThread(handlers)
  store.rejectWrites()
  return new AsyncDisposableStack()
}

const start = (base: Base, faults: StorageFaults): AsyncDisposable => {
  const { core, store, log } = base
  const publishCondition = (): void => core.voice.publish('server', [{ path, value: conditionOf(faults) }])
  noteRepairs(base, faults.repairs)
  if (faults.repairs.length > 0) publishCondition()
  const watching = watchDisk(base, (reason) => {
    faults.disk = reason
    publishCondition()
  })
  const onCopy = (fault: Error | undefined): void => {
    const isNew = (fault === undefined) !== (faults.copy === undefined)
    faults.copy = fault
    if (!isNew) return
    if (fault !== undefined) log.error({ event: 'storage.copy_failed', err: fault }, 'database copy failed')
    if (diskFaultOf(fault) !== undefined) core.storage.failed(fault)
    publishCondition()
  }
  // Only the monitor decides that the disk works again, when everything pending is saved.
  const onDisk = (fault: Error | undefined): void => {
    if (fault !== undefined) core.storage.failed(fault)
  }
  const thread = startWriter(store, { onDisk, onCopy })
  return {
    [Symbol.asyncDispose]: () => {
      watching[Symbol.dispose]()
      return thread[Symbol.asyncDispose]()
    },
  }
}

/**
 * Moves writes and copies to a worker thread and monitors the disk. Reports faults and repairs in the log, as a
 * notification, in `/health` and in the audit.
 */
export const storageFeature = (base: Base, repairsBefore: readonly string[]): Storage => {
  const repairs = [...repairsBefore, ...base.store.repairs]
  const remedy =
    base.store.unsaved === undefined
      ? 'it is writable again'
      : 'it is writable again and the server is restarted'
  return { repairs, start: () => start(base, { repairs, remedy }) }
}
