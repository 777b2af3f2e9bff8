import type { Notification } from '@marinedata/model'
import type { Logger } from 'pino'
import type { Core } from './core.ts'
import { diskFaultOf } from '../disk-faults.ts'
import type { BoatStore } from '../storage/boat-store.ts'
import { every } from '../system-clock.ts'

interface StorageParts {
  readonly core: Pick<Core, 'clock' | 'voice' | 'health' | 'storage'>
  readonly store: BoatStore
  readonly log: Logger
}

export interface WatchedStorage extends AsyncDisposable {
  /** What was damaged and put right at this start, as people read it. */
  readonly repairs: readonly string[]
}

const longestMessage = 1_024
const watchMs = 2_000
const path = 'notifications.server.storage'

/** What is wrong with what is kept. */
interface StorageFaults {
  /** Why nothing can be written. */
  disk?: string | undefined
  /** Why the last good copy could not be made. */
  copy?: Error | undefined
  readonly repairs: readonly string[]
}

const conditionOf = ({ disk, copy, repairs }: StorageFaults): Notification => {
  const sentences = [
    ...(disk === undefined ? [] : [`${disk}: changes are not saved until it can be written again`]),
    ...repairs,
    ...(copy === undefined ? [] : [`The database could not be copied: ${copy.message}`]),
  ]
  if (sentences.length === 0) return { state: 'normal', method: [], message: 'What is kept is whole' }
  const message = sentences.join('. ').slice(0, longestMessage)
  return disk === undefined
    ? { state: 'warn', method: ['visual'], message }
    : { state: 'alarm', method: ['visual', 'sound'], message }
}

const noteRepairs = ({ core, store, log }: StorageParts, repairs: readonly string[]): void => {
  for (const repair of repairs) {
    log.warn({ event: 'storage.repaired' }, repair)
    const deed = { kind: 'server', deed: 'repaired', who: 'server', from: 'server' } as const
    store.audit.recordDeed({ ...deed, subject: 'storage', details: repair }, core.clock.timestamp())
  }
}

/** Tells the log, the crew and `/health` whether the disk can be written. */
const watchDisk = (
  { core, log }: StorageParts,
  onChange: (reason: string | undefined) => void,
): Disposable => {
  core.storage.observe((reason) => {
    if (reason === undefined) core.health.clear('storage')
    else core.health.report('storage', `${reason}: changes are not saved`)
    log.warn({ event: 'storage.changed', reason }, reason ?? 'the disk can be written again')
    onChange(reason)
  })
  return every(watchMs, () => void core.storage.watch())
}

/** Has a thread of its own write from here on and keep the last good copy, watches the disk, and tells everyone what is wrong: the log, the crew, `/health` and the audit. */
export const composeStorage = (parts: StorageParts, repairsBefore: readonly string[]): WatchedStorage => {
  const { core, store, log } = parts
  const faults: StorageFaults = { repairs: [...repairsBefore, ...store.repairs] }
  const { repairs } = faults
  const tell = (): void => core.voice.publish('server', [{ path, value: conditionOf(faults) }])
  noteRepairs(parts, repairs)
  if (repairs.length > 0) tell()
  const watching = watchDisk(parts, (reason) => {
    faults.disk = reason
    tell()
  })
  const onCopy = (fault: Error | undefined): void => {
    const isNew = (fault === undefined) !== (faults.copy === undefined)
    faults.copy = fault
    if (!isNew) return
    if (fault !== undefined)
      log.error({ event: 'storage.copy_failed', err: fault }, 'the database could not be copied')
    if (diskFaultOf(fault) !== undefined) core.storage.failed(fault)
    tell()
  }
  // That it works again is found by the watch, when everything that waited is saved.
  const onDisk = (fault: Error | undefined): void => {
    if (fault !== undefined) core.storage.failed(fault)
  }
  const thread = store.writeInThread({ onDisk, onCopy })
  return {
    repairs,
    [Symbol.asyncDispose]: () => {
      watching[Symbol.dispose]()
      return thread[Symbol.asyncDispose]()
    },
  }
}
