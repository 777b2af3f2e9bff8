import type { Clock } from './clock.ts'
import { MarineDataError, problemOf } from '@marinedata/model'

/** One command from beginning to end, for the audit. */
export interface CommandRecord<Command = unknown> {
  readonly device: string
  readonly who: string
  readonly from: string
  readonly asked: unknown
  readonly before: unknown
  /** What the provider was asked; null when nothing was sent. */
  readonly sent: Command | null
  readonly reported: unknown
  readonly outcome: string
  readonly milliseconds: number
}

/** Where commands are recorded, and the clock by which. */
export interface CommandLog<Command> {
  readonly clock: Clock
  /** Resolves when the record is on disk; a disk that does not answer is not waited for long. */
  readonly record: (record: CommandRecord<Command>) => Promise<void>
  /** A command could not be recorded. It is carried out and answered all the same. */
  readonly onFault: (error: unknown) => void
}

/** A command as it is asked for. */
export interface Asking {
  readonly device: string
  readonly asked: unknown
  readonly asker: { readonly who: string; readonly from: string }
  /** How the device stands at this moment. */
  readonly look: () => unknown
}

const done = 'OK'

/** One command on its way, as the audit will tell it. */
export class Attempt<Command> {
  readonly #asking: Asking
  readonly #before: unknown
  /** To be set when the provider is asked. */
  sent: Command | null = null

  constructor(asking: Asking) {
    this.#asking = asking
    this.#before = asking.look()
  }

  /** Carries it out, and records what became of it. */
  async keepIn<T>(log: CommandLog<Command>, carryOut: () => Promise<T>): Promise<T> {
    const startedAt = log.clock.now()
    let outcome = done
    try {
      return await carryOut()
    } catch (error) {
      outcome = codeOf(error)
      throw error
    } finally {
      await this.#writeDown(log, { outcome, milliseconds: log.clock.now() - startedAt })
    }
  }

  /** The same for what is done at once, without a device; recorded soon. */
  keepNow<T>(log: CommandLog<Command>, carryOut: () => T): T {
    let outcome = done
    try {
      return carryOut()
    } catch (error) {
      outcome = codeOf(error)
      throw error
    } finally {
      void this.#writeDown(log, { outcome, milliseconds: 0 })
    }
  }

  /** A full disk must not turn a command that was carried out into a failed one. */
  async #writeDown(log: CommandLog<Command>, end: { outcome: string; milliseconds: number }): Promise<void> {
    const { device, asked, asker, look } = this.#asking
    const { who, from } = asker
    const before = this.#before ?? null
    try {
      await log.record({
        device,
        who,
        from,
        asked,
        before,
        sent: this.sent,
        reported: look() ?? null,
        ...end,
      })
    } catch (error) {
      log.onFault(error)
    }
  }
}

/** Whether a command was refused with certainty: nothing came of it, and asking again cannot do it twice. */
export const changedNothing = (error: unknown): boolean =>
  error instanceof MarineDataError && problemOf(error).outcome === 'none'

const codeOf = (error: unknown): string => (error instanceof MarineDataError ? error.code : 'internal')

interface Confirming {
  readonly clock: Clock
  /** What is confirmed: the command's name. */
  readonly name: string
  readonly deadlineMs: number
  /** Whatever else ends it. */
  readonly cut: AbortSignal | undefined
  /** "the autopilot was disengaged" */
  readonly cutBecause: string
}

/**
 * Waits until a command is confirmed, but not beyond its deadline.
 * @param confirm is told by its signal that it is too late: what is not done by then must not be done any more
 * @throws MarineDataError `unconfirmed` when no report showed it in time, or it was cut short
 */
export const confirmed = async (
  { clock, name, deadlineMs, cut, cutBecause }: Confirming,
  confirm: (over: AbortSignal) => Promise<void>,
): Promise<void> => {
  const over = new AbortController()
  const failed = Promise.withResolvers<never>()
  // Whoever has been answered need not hear of it.
  failed.promise.catch(() => undefined)
  const giveUp = (message: string): void => {
    over.abort()
    failed.reject(new MarineDataError('unconfirmed', message))
  }
  const cutShort = (): void => giveUp(`"${name}" was cut short: ${cutBecause}`)
  cut?.addEventListener('abort', cutShort, { once: true })
  using _deadline = clock.after(deadlineMs, () =>
    giveUp(`No report showed "${name}" within ${deadlineMs / 1000} s`),
  )
  try {
    await Promise.race([confirm(over.signal), failed.promise])
  } finally {
    cut?.removeEventListener('abort', cutShort)
    over.abort()
  }
}
