import type { CommandRecord, Counters } from '@marinedata/core'
import type { Condition } from '@marinedata/model'
import type { Logger } from 'pino'
import type { Core } from './core.ts'
import type { Base } from './feature.ts'

interface FaultWarning {
  /** The name of the condition in `/health`. */
  readonly name: string
  /** The `event` key of the log entry. */
  readonly event: string
  /** Path of the notification. */
  readonly path: `notifications.${string}`
  readonly severity: 'warn' | 'alarm'
  readonly message: string
  readonly count: (counters: Counters) => void
}

const calm: Condition = { state: 'normal', method: [], message: '' }

/**
 * Creates a handler for faults that must not stop the server. Logs and counts each fault, raises one notification and
 * one health condition, and clears both when called with undefined.
 */
export const faultWarning = (
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

/** How long the answer of an executed command waits for the disk. */
const maxRecordingMs = 250

/**
 * Records commands in the audit before they are answered. A command that cannot be recorded is executed nevertheless,
 * and the crew is warned.
 */
export const commandRecording = ({ core, store, log }: Base) => {
  const onFault = faultWarning(core, log, {
    name: 'audit',
    event: 'audit.write_failed',
    path: 'notifications.server.audit',
    severity: 'warn',
    message: 'Commands are executed, but cannot be recorded in the audit',
    count: (counters) => counters.unrecordedCommands++,
  })
  // No command may follow that would show that the audit is written again.
  core.storage.observe((reason) => {
    if (reason === undefined) onFault(undefined)
  })
  return {
    record: async (record: CommandRecord): Promise<void> => {
      const written = store.audit
        .recordCommand(record, core.clock.timestamp())
        .then(() => onFault(undefined), onFault)
      const waitedLong = Promise.withResolvers<void>()
      using _limit = core.clock.after(maxRecordingMs, waitedLong.resolve)
      await Promise.race([written, waitedLong.promise])
    },
    onFault,
  }
}

export type CommandRecording = ReturnType<typeof commandRecording>
