import { CommandRun, changedNothing, waitForConfirmation, type CommandLog } from '#devices/command-run.ts'
import { IdempotencyCache, type IdempotencyCacheOptions } from '#devices/idempotency-cache.ts'
import { DeviceQueue } from '#devices/device-queue.ts'
import {
  MarineDataError,
  type AnchorCommand,
  type AnchorExtraCommand,
  type AnchorPlaceRequest,
  type AnchorReport,
  type AnchorState,
  type ProblemCode,
} from '@marinedata/model'
import type { AnchorDevice } from './anchor-device.ts'
import type { AnchorRegistry } from './anchor-registry.ts'

/** All commands of an anchor watch: the basic ones, and those that only some providers support. */
export type AnyAnchorCommand = AnchorCommand | AnchorExtraCommand

/** The actor of a command with its idempotency key. */
export interface AnchorRequester {
  /** The unique name of the principal. */
  readonly who: string
  readonly from: string
  /** A repeated command with the same key has no second effect. */
  readonly idempotencyKey: string | undefined
}

export interface AnchorCommandsOptions extends CommandLog<AnyAnchorCommand>, IdempotencyCacheOptions {
  readonly registry: AnchorRegistry
  /** Sends a command to the provider; rejects when the provider refuses it. */
  readonly send: (
    device: { readonly id: string; readonly provider: string },
    command: AnyAnchorCommand,
    options: { readonly deadlineMs: number; readonly signal: AbortSignal },
  ) => Promise<unknown>
}

/** Problem codes that are passed on from a provider. Any other code becomes `rejected-by-device`. */
const providerCodes: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'anchor-no-position',
  'anchor-not-down',
  'invalid-value',
  'input-stale',
  'busy',
  'unsupported-action',
  'rejected-by-device',
])

const raisedFirst = 'Cancelled: the anchor was raised first'
/** Metres; allows for rounding in the provider. */
const tolerance = 0.01

const isNear = (shown: number | null, asked: number): boolean =>
  shown !== null && Math.abs(shown - asked) <= tolerance

/** Degrees; about a centimetre. */
const sameDegrees = 1e-7

const isSamePosition = (shown: AnchorReport['position'], asked: AnchorPlaceRequest): boolean =>
  shown !== null &&
  Math.abs(shown.latitude - asked.latitude) <= sameDegrees &&
  Math.abs(shown.longitude - asked.longitude) <= sameDegrees

/** The predicate that tells whether a report confirms a command. */
const confirmationOf = (command: AnyAnchorCommand): ((report: AnchorReport) => boolean) => {
  const { name, input } = command
  if (name === 'drop') return ({ state }) => state === 'setting'
  if (name === 'raise') return ({ state }) => state === 'raised'
  if (name === 'radius')
    return ({ state, maxRadius }) => state === 'watching' && isNear(maxRadius, input.value)
  if (name === 'set-from-track') return ({ state }) => state === 'watching'
  if (name === 'set-at')
    return ({ state, position }) => state === 'watching' && isSamePosition(position, input)
  return ({ state, rodeLength }) => state === 'watching' && isNear(rodeLength, input.rodeLength)
}

/**
 * Sends commands to the anchor watch, one at a time, and waits for their confirmation. A command never writes the
 * tree.
 */
export class AnchorCommands {
  readonly #options: AnchorCommandsOptions
  readonly #queue: DeviceQueue
  readonly #answers: IdempotencyCache

  constructor(options: AnchorCommandsOptions) {
    this.#options = options
    this.#queue = new DeviceQueue(options.clock)
    this.#answers = new IdempotencyCache(options)
  }

  /**
   * Resolves with the anchor's state when the provider has answered and a report confirms the command.
   * @throws MarineDataError when the command is rejected or not confirmed
   */
  command(command: AnyAnchorCommand, requester: AnchorRequester): Promise<AnchorState> {
    const { who, idempotencyKey: key } = requester
    const run = (): Promise<AnchorState> => this.#commandNow(command, requester)
    // Raise is idempotent by itself, and a used key must not block it.
    if (key === undefined || command.name === 'raise') return run()
    return this.#answers.once({ who, key, body: JSON.stringify(command) }, run)
  }

  async #commandNow(command: AnyAnchorCommand, requester: AnchorRequester): Promise<AnchorState> {
    const { device } = this.#options.registry
    if (device === undefined)
      throw new MarineDataError('no-provider', 'There is no anchor watch. Start a plugin that provides one')
    const run = new CommandRun<AnyAnchorCommand>({
      device: device.id,
      asked: command,
      requester,
      readState: () => device.state,
    })
    return run.recordIn(this.#options, async () => {
      await this.#execute({ run, device, command })
      return stateOf(device)
    })
  }

  async #execute(pending: PendingCommand): Promise<void> {
    if (pending.command.name === 'raise') {
      // Raise never queues: it cancels the running command and all waiting ones.
      using _way = this.#queue.preempt(raisedFirst)
      pending.device.isRaiseRequested = true
      // Awaited here, so that `using` blocks the queue until the command is done.
      await this.#confirm(pending, undefined).catch((error: unknown) => {
        if (changedNothing(error)) pending.device.isRaiseRequested = false
        throw error
      })
      return this.#options.registry.handleRaised()
    }
    using turn = await this.#queue.acquire()
    // A raise may have cancelled this command while it waited.
    if (turn.signal.aborted) throw new MarineDataError('busy', raisedFirst)
    return await this.#confirm(pending, turn.signal)
  }

  /** Sends the command and waits for both the answer and a confirming report: neither alone is enough. */
  async #confirm(
    { run, device, command }: PendingCommand,
    cancelled: AbortSignal | undefined,
  ): Promise<void> {
    if (device.link !== 'on-line')
      throw new MarineDataError(
        'no-provider',
        `The anchor watch "${device.id}" is off-line. Check its plugin`,
      )
    const { clock, send } = this.#options
    const { confirmMs: deadlineMs } = device
    run.sent = command
    const { name } = command
    using wait = device.waitUntil(confirmationOf(command))
    await waitForConfirmation(
      { clock, name, deadlineMs, cancelled, cancelReason: 'the anchor was raised' },
      async (signal) => {
        await send(device, command, { deadlineMs, signal }).catch((error: unknown) => {
          throw refusalFrom(error, device)
        })
        wait.answered()
        await wait.confirmed
      },
    )
  }
}

/** A command with its device and its audit record. */
interface PendingCommand {
  readonly run: CommandRun<AnyAnchorCommand>
  readonly device: AnchorDevice
  readonly command: AnyAnchorCommand
}

/** The state after a confirmed command. */
const stateOf = ({ state }: AnchorDevice): AnchorState => {
  if (state === undefined) throw new MarineDataError('internal', 'The confirming report is missing')
  return state
}

/** Maps an error of a provider to the problem for the client. */
export const refusalFrom = (error: unknown, { id }: Pick<AnchorDevice, 'id'>): MarineDataError => {
  if (!(error instanceof MarineDataError))
    return new MarineDataError('rejected-by-device', `"${id}" refused: ${String(error)}`, { cause: error })
  if (error.code === 'plugin-not-running' || error.code === 'plugin-not-found')
    return new MarineDataError('no-provider', `The plugin of the anchor watch "${id}" is not running`, {
      // A plugin that stopped during the command may have carried it out.
      outcome: error.details.outcome ?? 'none',
      cause: error,
    })
  if (error.code === 'unconfirmed' || providerCodes.has(error.code)) return error
  return new MarineDataError('rejected-by-device', error.message, { cause: error })
}
