import { MarineDataError } from '@marinedata/model'

/** A command that is sent to a device, and the report that shows its effect. */
export interface SentCommand {
  /** Sends the command, once. */
  readonly send: () => Promise<void> | void
  /** Whether the device reports the effect. */
  readonly isShown: () => boolean
  /** Of the command: after it is aborted, nobody waits any more. */
  readonly signal: AbortSignal
  /** Identifies the command in the refusals of the device, if they contain such a text. */
  readonly key?: string
  /**
   * Milliseconds after which it is sent again, until the effect is shown: only for a command that may be carried out
   * twice, such as standby. A refusal does not end it. Default: it is sent once.
   */
  readonly repeatMs?: number
}

interface Pending extends SentCommand {
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/**
 * Waits for the reports that show the effects of commands. An acknowledgement is not an effect, and nothing is sent
 * twice unless it says so: a command that is neither shown nor refused waits until its signal is aborted.
 */
export class CommandConfirmations {
  readonly #pending = new Set<Pending>()

  /** Sends a command. Resolves when `check` finds its effect. Rejects when the device refuses, or sending fails. */
  async run(command: SentCommand): Promise<void> {
    const { send, signal, repeatMs } = command
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const pending: Pending = { ...command, resolve, reject }
    const abort = (): void => reject(signal.reason as Error)
    let repeating: NodeJS.Timeout | undefined
    this.#pending.add(pending)
    signal.addEventListener('abort', abort)
    try {
      const isLater = (error: unknown): boolean => repeatMs !== undefined && isPassing(error)
      void sent(send).then(
        () => confirm(pending),
        (error: Error) => isLater(error) || reject(error),
      )
      // The first one says what is wrong; a repetition that cannot be sent changes nothing.
      if (repeatMs !== undefined)
        repeating = setInterval(() => void sent(send).catch(() => undefined), repeatMs)
      await promise
    } finally {
      clearInterval(repeating)
      this.#pending.delete(pending)
      signal.removeEventListener('abort', abort)
    }
  }

  /** Call it after each message of the device. */
  check(): void {
    for (const pending of this.#pending) confirm(pending)
  }

  /**
   * The device has refused a command. One that is repeated goes on: the refusal may be that of a command before it, and
   * standby must not end with that.
   * @param isKey whether the refusal is about a command with this key; default all
   */
  refuse(error: Error, isKey: (key: string) => boolean = () => true): void {
    this.check()
    for (const { key = '', repeatMs, reject } of this.#pending)
      if (repeatMs === undefined && isKey(key)) reject(error)
  }
}

/** It can be sent a moment later: too much is sent at the moment, or the device has not claimed its address yet. */
const passing: ReadonlySet<string> = new Set(['too-many-requests', 'busy', 'device-not-found'])

const isPassing = (error: unknown): boolean => error instanceof MarineDataError && passing.has(error.code)

/** Sends now. A failure rejects, also one that is thrown. */
const sent = async (send: SentCommand['send']): Promise<void> => {
  await send()
}

const confirm = ({ isShown, resolve }: Pending): void => {
  if (isShown()) resolve()
}
