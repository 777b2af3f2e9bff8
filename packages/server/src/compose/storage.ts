import { FreeAuthor } from '@marinedata/core'
import type { Notification } from '@marinedata/model'
import type { Logger } from 'pino'
import type { Core } from './core.ts'
import type { BoatStore } from '../storage/boat-store.ts'

interface StorageParts {
  readonly core: Pick<Core, 'clock' | 'intake'>
  readonly store: BoatStore
  readonly log: Logger
}

export interface WatchedStorage extends AsyncDisposable {
  /** What was damaged and put right at this start, as people read it. */
  readonly repairs: readonly string[]
}

const longestMessage = 1_024

const warningOf = (sentences: readonly string[]): Notification => ({
  state: sentences.length === 0 ? 'normal' : 'warn',
  method: sentences.length === 0 ? [] : ['visual'],
  message: sentences.length === 0 ? 'What is kept is whole' : sentences.join('. ').slice(0, longestMessage),
})

/** Keeps the last good copy, and tells everyone what was damaged: the log, the crew and the audit. */
export const composeStorage = (
  { core, store, log }: StorageParts,
  repairsBefore: readonly string[],
): WatchedStorage => {
  const repairs = [...repairsBefore, ...store.repairs]
  const author = new FreeAuthor('server')
  const warn = (sentences: readonly string[]): void => {
    const value = warningOf(sentences)
    core.intake.accept({ updates: [{ values: [{ path: 'notifications.server.storage', value }] }] }, author)
  }
  for (const repair of repairs) {
    log.warn(repair)
    const deed = { kind: 'server', deed: 'repaired', who: 'server', from: 'server' } as const
    store.audit.recordDeed({ ...deed, subject: 'storage', details: repair }, core.clock.timestamp())
  }
  if (repairs.length > 0) warn(repairs)
  let isFailing = false
  const copies = store.keepCopies((fault) => {
    if (fault !== undefined && !isFailing) {
      log.error({ err: fault }, 'the database could not be copied')
      warn([...repairs, `The database could not be copied: ${fault.message}`])
    }
    if (fault === undefined && isFailing) warn(repairs)
    isFailing = fault !== undefined
  })
  return { repairs, [Symbol.asyncDispose]: () => copies[Symbol.asyncDispose]() }
}
