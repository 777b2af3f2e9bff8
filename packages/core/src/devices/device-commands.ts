import { actorKey, MarineDataError, type Actor, type ProblemCode } from '@marinedata/model'
import { CommandRun, waitForConfirmation, type CommandLog } from './command-run.ts'
import { DeviceQueue } from './device-queue.ts'
import type { Device, DeviceDetails } from './device.ts'
import { IdempotencyCache, type IdempotencyCacheOptions } from './idempotency-cache.ts'

/** The actor of a command with its idempotency key. */
export interface DeviceRequester {
  readonly actor: Actor
  /** A repeated command with the same key has no second effect. */
  readonly idempotencyKey: string | undefined
}

/** Sends a command to the provider of a device; rejects when the provider refuses it. */
export type SendCommand<Command> = (
  device: { readonly id: string; readonly provider: string },
  command: Command,
  options: { readonly deadlineMs: number; readonly signal: AbortSignal },
) => Promise<unknown>

export interface DeviceCommandsOptions<Command> extends CommandLog<Command>, IdempotencyCacheOptions {
  readonly send: SendCommand<Command>
}

/** The command to send, and the predicate that tells whether a report confirms it. */
export interface DevicePlan<Command, View> {
  readonly command: Command
  readonly isConfirmed: (view: View) => boolean
}

type CommandedDevice = Pick<
  Device<DeviceDetails, never, unknown>,
  'id' | 'provider' | 'confirmMs' | 'waitUntil'
>

/** The view of a device that its reports produce. */
type ViewOf<D extends CommandedDevice> = Parameters<Parameters<D['waitUntil']>[0]>[0]

/** The types of the commands of one kind of device. */
export interface CommandTypes {
  readonly device: CommandedDevice
  /** The request of a client, and the command to the provider that is planned for it. */
  readonly request: unknown
  readonly command: { readonly name: string }
  readonly requester: DeviceRequester
  readonly answer: unknown
}

/** A request with its device. */
export type DeviceRequest<T extends CommandTypes> = Readonly<Pick<T, 'device' | 'request' | 'requester'>>

/** How the commands of one kind of device differ from others. */
export interface CommandRules<T extends CommandTypes> {
  /** The one command that is never queued and cancels all others, such as disengage. */
  readonly preempts: (request: T['request']) => boolean
  /** Why it cancelled the others, such as "the autopilot was disengaged". */
  readonly preemption: string
  /** Whether the devices share one queue. */
  readonly hasSharedQueue?: boolean
  /** Whether the provider's answer is needed besides the report. */
  readonly needsAnswer: boolean
  /** Rejects a request before it waits for its turn, and again after. */
  readonly check?: (request: DeviceRequest<T>) => void
  /**
   * Plans the command; undefined when the device is already in the requested state.
   * @throws MarineDataError when the request is not possible, before anything is sent
   */
  readonly plan: (request: DeviceRequest<T>) => DevicePlan<T['command'], ViewOf<T['device']>> | undefined
  /** Wraps the sending, to prepare for the effect or to undo the preparation. */
  readonly around?: (request: DeviceRequest<T>, send: () => Promise<void>) => Promise<void>
  /** The state of a device in the audit. */
  readonly stateOf: (device: T['device']) => unknown
  /** The answer to a confirmed command. A repeated request with the same key gets the same answer. */
  readonly answerOf: (device: T['device']) => T['answer']
}

/** How errors of a provider become problems for the client. */
export interface RefusalRules {
  /** For messages, such as "autopilot". */
  readonly noun: string
  /** The code of the problem when the device cannot be reached. */
  readonly offlineCode: ProblemCode
  /** Codes that are passed on from a provider. Any other code becomes `rejected-by-device`. */
  readonly providerCodes: ReadonlySet<ProblemCode>
}

/** Maps an error of a provider to the problem for the client. */
export const refusalFrom = (
  error: unknown,
  { noun, offlineCode, providerCodes }: RefusalRules,
  { id }: { readonly id: string },
): MarineDataError => {
  if (!(error instanceof MarineDataError))
    return new MarineDataError('rejected-by-device', `"${id}" refused: ${String(error)}`, { cause: error })
  if (error.code === 'plugin-not-running' || error.code === 'plugin-not-found')
    return new MarineDataError(offlineCode, `The plugin of the ${noun} "${id}" is not running`, {
      // A plugin that stopped during the command may have carried it out.
      outcome: error.details.outcome ?? 'none',
      cause: error,
    })
  if (error.code === 'unconfirmed' || providerCodes.has(error.code)) return error
  return new MarineDataError('rejected-by-device', error.message, { cause: error })
}

const sharedQueue = ''

/**
 * Sends commands to the devices of one kind, one at a time per device, waits for their confirmation and records them
 * in the audit. A command never writes the tree.
 */
export class DeviceCommands<T extends CommandTypes> {
  readonly #kind: RefusalRules
  readonly #rules: CommandRules<T>
  readonly #options: DeviceCommandsOptions<T['command']>
  readonly #answers: IdempotencyCache
  readonly #queueById = new Map<string, DeviceQueue>()

  constructor(kind: RefusalRules, rules: CommandRules<T>, options: DeviceCommandsOptions<T['command']>) {
    this.#kind = kind
    this.#rules = rules
    this.#options = options
    this.#answers = new IdempotencyCache(options)
  }

  /**
   * Commands a device; resolves with the answer when a report confirms the command.
   * @param find finds the device when the command is executed
   * @param name the name of the device in the request, which belongs to the idempotency key
   * @throws MarineDataError when the command is rejected or not confirmed
   */
  command(
    { find, name }: { readonly find: () => T['device']; readonly name: string },
    request: T['request'],
    requester: T['requester'],
  ): Promise<T['answer']> {
    const { actor, idempotencyKey: key } = requester
    const run = (): Promise<T['answer']> => this.#commandNow(find, request, requester)
    // The preempting command is idempotent by itself, and a used key must not block it.
    if (key === undefined || this.#rules.preempts(request)) return run()
    return this.#answers.once({ actorKey: actorKey(actor), key, body: JSON.stringify([name, request]) }, run)
  }

  async #commandNow(
    find: () => T['device'],
    request: T['request'],
    requester: T['requester'],
  ): Promise<T['answer']> {
    const device = find()
    const readState = (): unknown => this.#rules.stateOf(device)
    const run = new CommandRun<T['command']>({
      device: device.id,
      asked: request,
      actor: requester.actor,
      readState,
    })
    return run.recordIn(this.#options, async () => {
      await this.#execute(run, { device, request, requester })
      return this.#rules.answerOf(device)
    })
  }

  async #execute(run: CommandRun<T['command']>, request: DeviceRequest<T>): Promise<void> {
    const { preempts, preemption, check, hasSharedQueue = false } = this.#rules
    const queue = this.#queue(hasSharedQueue ? sharedQueue : request.device.id)
    const cancelledFirst = `Cancelled: ${preemption} first`
    if (preempts(request.request)) {
      using _preemption = queue.preempt(cancelledFirst)
      // Awaited here, so that `using` blocks the queue until the command is done.
      return await this.#planAndSend(run, request, undefined)
    }
    check?.(request)
    using slot = await queue.acquire()
    // The preempting command may have cancelled this one while it waited.
    if (slot.signal.aborted) throw new MarineDataError('busy', cancelledFirst)
    check?.(request)
    return await this.#planAndSend(run, request, slot.signal)
  }

  async #planAndSend(
    run: CommandRun<T['command']>,
    request: DeviceRequest<T>,
    cancelled: AbortSignal | undefined,
  ): Promise<void> {
    const { plan, around } = this.#rules
    const planned = plan(request)
    if (planned === undefined) return
    run.sent = planned.command
    const send = (): Promise<void> => this.#confirm(request.device, planned, cancelled)
    await (around === undefined ? send() : around(request, send))
  }

  /** Sends the command and waits for a confirming report. The provider's answer alone is not enough. */
  async #confirm(
    device: T['device'],
    { command, isConfirmed }: DevicePlan<T['command'], ViewOf<T['device']>>,
    cancelled: AbortSignal | undefined,
  ): Promise<void> {
    const { clock, send } = this.#options
    const { needsAnswer, preemption: cancelReason } = this.#rules
    const { confirmMs: deadlineMs } = device
    using wait = device.waitUntil(isConfirmed, { needsAnswer })
    await waitForConfirmation(
      { clock, name: command.name, deadlineMs, cancelled, cancelReason },
      async (signal) => {
        const refused = Promise.withResolvers<never>()
        send(device, command, { deadlineMs, signal }).then(
          () => wait.answered(),
          (error: unknown) => {
            const refusal = refusalFrom(error, this.#kind, device)
            // Without an answer the command may still have been carried out: the report decides.
            if (needsAnswer || refusal.code !== 'unconfirmed') refused.reject(refusal)
          },
        )
        const confirmed = wait.confirmed.catch(() => Promise.reject(this.#lost(device)))
        await Promise.race([confirmed, refused.promise])
      },
    )
  }

  #lost({ id }: T['device']): MarineDataError {
    const { noun, offlineCode } = this.#kind
    return new MarineDataError(offlineCode, `The ${noun} "${id}" went off-line during the command`, {
      outcome: 'unknown',
    })
  }

  /** Queues without a command are removed, so that withdrawn devices leave nothing behind. */
  #queue(id: string): DeviceQueue {
    for (const [other, queue] of this.#queueById)
      if (other !== id && queue.isIdle) this.#queueById.delete(other)
    const queue = this.#queueById.get(id) ?? new DeviceQueue(this.#options.clock)
    this.#queueById.set(id, queue)
    return queue
  }
}
