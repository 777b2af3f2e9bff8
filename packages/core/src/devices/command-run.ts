import type { Clock } from '../clock.ts'
import { MarineDataError, problemOf, type Actor } from '@marinedata/model'

/** A finished command, for the audit. */
export interface CommandRecord<Command = unknown> {
  readonly device: string
  readonly actor: Actor
  readonly asked: unknown
  readonly before: unknown
  /** The command sent to the provider; null when nothing was sent. */
  readonly sent: Command | null
  readonly reported: unknown
  readonly outcome: string
  readonly milliseconds: number
}

/** The audit of commands. */
export interface CommandLog<Command> {
  readonly clock: Clock
  /** Resolves when the record is on disk, or after a short timeout. */
  readonly record: (record: CommandRecord<Command>) => Promise<void>
  /** Called when a command could not be recorded. The command is executed and answered all the same. */
  readonly onFault: (error: unknown) => void
}

/** A requested command. */
export interface CommandRequest {
  readonly device: string
  readonly asked: unknown
  readonly actor: Actor
  /** Reads the present state of the device. */
  readonly readState: () => unknown
}

const done = 'OK'

/** Runs one command and records it in the audit. */
export class CommandRun<Command> {
  readonly #request: CommandRequest
  readonly #before: unknown
  /** Set when the command is sent to the provider. */
  sent: Command | null = null

  constructor(request: CommandRequest) {
    this.#request = request
    this.#before = request.readState()
  }

  /** Executes the command, then records its outcome. */
  async recordIn<T>(log: CommandLog<Command>, execute: () => Promise<T>): Promise<T> {
    const startedAt = log.clock.now()
    let outcome = done
    try {
      return await execute()
    } catch (error) {
      outcome = codeOf(error)
      throw error
    } finally {
      await this.#record(log, { outcome, milliseconds: log.clock.now() - startedAt })
    }
  }

  /** Executes a synchronous command without a device, and records it in the background. */
  recordSync<T>(log: CommandLog<Command>, execute: () => T): T {
    let outcome = done
    try {
      return execute()
    } catch (error) {
      outcome = codeOf(error)
      throw error
    } finally {
      void this.#record(log, { outcome, milliseconds: 0 })
    }
  }

  /** Never throws: a full disk must not turn an executed command into a failed one. */
  async #record(log: CommandLog<Command>, end: { outcome: string; milliseconds: number }): Promise<void> {
    const { device, asked, actor, readState } = this.#request
    const before = this.#before ?? null
    try {
      await log.record({
        device,
        actor,
        asked,
        before,
        sent: this.sent,
        reported: readState() ?? null,
        ...end,
      })
    } catch (error) {
      log.onFault(error)
    }
  }
}

/** Whether an error guarantees that the command had no effect, so that a retry is safe. */
export const changedNothing = (error: unknown): boolean =>
  error instanceof MarineDataError && problemOf(error).outcome === 'none'

const codeOf = (error: unknown): string => (error instanceof MarineDataError ? error.code : 'internal')

interface ConfirmationOptions {
  readonly clock: Clock
  /** The name of the command. */
  readonly name: string
  readonly deadlineMs: number
  /** Cancels the wait when it aborts. */
  readonly cancelled: AbortSignal | undefined
  /** The reason for a cancel, such as "the autopilot was disengaged". */
  readonly cancelReason: string
}

/**
 * Waits until a command is confirmed, at most until its deadline.
 * @param confirm its signal aborts at the deadline: after that the command must not run
 * @throws MarineDataError `unconfirmed` when no report confirmed it in time, or it was cancelled
 */
export const waitForConfirmation = async (
  { clock, name, deadlineMs, cancelled, cancelReason }: ConfirmationOptions,
  confirm: (over: AbortSignal) => Promise<void>,
): Promise<void> => {
  const over = new AbortController()
  const failed = Promise.withResolvers<never>()
  // Prevents an unhandled rejection when the command was confirmed first.
  failed.promise.catch(() => undefined)
  const giveUp = (message: string): void => {
    over.abort()
    failed.reject(new MarineDataError('unconfirmed', message))
  }
  const cancel = (): void => giveUp(`"${name}" was cancelled: ${cancelReason}`)
  cancelled?.addEventListener('abort', cancel, { once: true })
  using _deadline = clock.after(deadlineMs, () =>
    giveUp(
      `No report confirmed "${name}" within ${deadlineMs / 1000} s. Check the device before you repeat the command`,
    ),
  )
  try {
    await Promise.race([confirm(over.signal), failed.promise])
  } finally {
    cancelled?.removeEventListener('abort', cancel)
    over.abort()
  }
}
