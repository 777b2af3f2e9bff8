import type { CommandRecord, Counters } from '@marinedata/core'
import type { Condition } from '@marinedata/model'
import type { Logger } from 'pino'
import type { Core } from './core.ts'
import type { BoatStore } from '../storage/boat-store.ts'

interface FaultWarning {
  /** The name of the condition in `/health`. */
  readonly name: string
  /** The stable name of the log event. */
  readonly event: string
  /** Where the crew is warned. */
  readonly path: `notifications.${string}`
  readonly severity: 'warn' | 'alarm'
  readonly message: string
  readonly count: (counters: Counters) => void
}

const calm: Condition = { state: 'normal', method: [], message: '' }

/**
 * What to do with a fault that must not stop anything: log and count each one, warn the crew once and say it in `/health`,
 * and take both back when it is over (undefined).
 */
export const warnOfFault = (
  { voice, counters, health }: Core,
  log: Logger,
  { name, event, path, severity, message, count }: FaultWarning,
): ((fault: unknown) => void) => {
  const warning: Condition = {
    state: severity,
    method: severity === 'alarm' ? ['visual', 'sound'] : ['visual'],
    message,
  }
  let isWarned = false
  const publish = (isFailing: boolean): void => {
    if (isFailing === isWarned) return
    isWarned = isFailing
    if (isFailing) health.report(name, message)
    else health.clear(name)
    voice.publish('server', [{ path, value: isFailing ? warning : calm }])
  }
  return (fault) => {
    publish(fault !== undefined)
    if (fault === undefined) return
    count(counters)
    log.error({ event, err: fault }, message)
  }
}

/** The command has been carried out: its answer waits no longer than this for the disk. */
const longestRecordingMs = 250

interface CommandLogParts {
  readonly core: Core
  readonly store: BoatStore
  readonly log: Logger
}

/**
 * Where commands are recorded, before they are answered. One that cannot be recorded is carried out all the same, and the crew
 * is warned.
 */
export const composeCommandLog = ({ core, store, log }: CommandLogParts) => {
  const onFault = warnOfFault(core, log, {
    name: 'audit',
    event: 'audit.write_failed',
    path: 'notifications.server.audit',
    severity: 'warn',
    message: 'Commands are carried out, but they cannot be recorded',
    count: (counters) => counters.unrecordedCommands++,
  })
  return {
    record: async (record: CommandRecord): Promise<void> => {
      const written = store.audit
        .recordCommand(record, core.clock.timestamp())
        .then(() => onFault(undefined), onFault)
      const waitedLong = Promise.withResolvers<void>()
      using _limit = core.clock.after(longestRecordingMs, waitedLong.resolve)
      await Promise.race([written, waitedLong.promise])
    },
    onFault,
  }
}

export type CommandRecording = ReturnType<typeof composeCommandLog>
