import {
  CommandRun,
  changedNothing,
  waitForConfirmation,
  type CommandRequest,
  type CommandLog,
} from '#devices/command-run.ts'
import { IdempotencyCache, type IdempotencyCacheOptions } from '#devices/idempotency-cache.ts'
import { DeviceQueue, type QueueSlot } from '#devices/device-queue.ts'
import {
  MarineDataError,
  type AutopilotCommand,
  type HelmRequest,
  type HelmState,
  type HelmTaken,
  type ProblemCode,
} from '@marinedata/model'
import {
  disengaging,
  leadsToStandby,
  planOf,
  type PilotRequest,
  type Plan,
  type Situation,
} from './command-rules.ts'
import type { AutopilotDevice, OnlineView } from './device.ts'
import { Helm } from './helm.ts'
import { HelmContest, turnOf } from './helm-contest.ts'
import type { PilotRegistry } from './pilot-registry.ts'
import type { Surroundings } from './surroundings.ts'

/** The actor of a command with its lease and idempotency key. */
export interface AutopilotRequester {
  /** The unique name of the principal. */
  readonly who: string
  readonly from: string
  /** The helm lease that the client sent. */
  readonly lease: string | undefined
  /** A repeated command with the same key has no second effect. */
  readonly idempotencyKey: string | undefined
}

export interface AutopilotCommandsOptions extends CommandLog<AutopilotCommand>, IdempotencyCacheOptions {
  readonly registry: PilotRegistry
  readonly surroundings: Surroundings
  /** Sends a command to the device's provider; rejects when the provider refuses it. */
  readonly send: (
    device: { readonly id: string; readonly provider: string },
    command: AutopilotCommand,
    options: { readonly deadlineMs: number; readonly signal: AbortSignal },
  ) => Promise<unknown>
  readonly newToken: () => string
}

/** Problem codes that are passed on from a provider. Any other code becomes `rejected-by-device`. */
const providerCodes: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'not-engaged',
  'not-allowed-in-mode',
  'wrong-direction',
  'busy',
  'input-stale',
  'unsupported-action',
  'rejected-by-device',
])

const disengagedFirst = 'Cancelled: the autopilot was disengaged first'

/** The queue and the helm of one device. */
interface DeviceControl {
  readonly queue: DeviceQueue
  readonly helm: Helm
  readonly contest: HelmContest
  /** The last published holder of the helm. */
  publishedHolder: string | null
  /** Whether the contest alarm is raised. */
  isAlarmed: boolean
}

/**
 * Sends commands to autopilots, one at a time per device, and waits for their confirmation. A command never writes
 * the tree.
 */
export class AutopilotCommands {
  readonly #options: AutopilotCommandsOptions
  readonly #answers: IdempotencyCache
  readonly #controlById = new Map<string, DeviceControl>()

  constructor(options: AutopilotCommandsOptions) {
    this.#options = options
    this.#answers = new IdempotencyCache(options)
  }

  /**
   * Commands a device; resolves with its id when a report confirms the command.
   * @throws MarineDataError when the command is rejected or not confirmed
   */
  command(id: string, request: PilotRequest, requester: AutopilotRequester): Promise<string> {
    const { who, idempotencyKey: key } = requester
    const run = (): Promise<string> => this.#commandNow(id, request, requester)
    // Disengage is idempotent by itself, and a used key must not block it.
    if (key === undefined || request.kind === 'disengage') return run()
    return this.#answers.once({ who, key, body: JSON.stringify([id, request]) }, run)
  }

  helm(id: string): HelmState {
    return this.#control(this.#options.registry.find(id)).helm.state
  }

  /** Takes the helm or extends the lease. A change of the holder is recorded, an extension is not. */
  takeHelm(id: string, request: HelmRequest, requester: AutopilotRequester): HelmTaken {
    const device = this.#options.registry.find(id)
    const { helm, contest } = this.#control(device)
    const take = (): HelmTaken => {
      const lease = helm.take(request, requester.lease)
      contest.end()
      return { ...helm.state, lease }
    }
    if (helm.isHeldWith(requester.lease)) return take()
    const asked = { kind: 'take-helm', ...request }
    return this.#recordSync({ device: device.id, asked, requester, readState: () => helm.state }, take)
  }

  releaseHelm(id: string, requester: AutopilotRequester): void {
    const device = this.#options.registry.find(id)
    const { helm } = this.#control(device)
    const asked = { kind: 'release-helm' }
    this.#recordSync({ device: device.id, asked, requester, readState: () => helm.state }, () =>
      helm.release(requester.lease),
    )
  }

  /** Makes a device the default, persistently; returns its id. */
  chooseDefault(id: string, requester: AutopilotRequester): string {
    const { registry } = this.#options
    const { id: device } = registry.find(id)
    const asked = { kind: 'choose-default' }
    const readState = (): object => ({ default: registry.defaultId })
    return this.#recordSync({ device, asked, requester, readState }, () => registry.choose(device).id)
  }

  /** Publishes the holder of the helm, and raises or ends the contest alarm. Called several times a second. */
  watch(): void {
    const { registry } = this.#options
    for (const [id, control] of this.#controlById) {
      const { label } = control.helm.state
      if (label !== control.publishedHolder) registry.publishHelm(id, label)
      control.publishedHolder = label
      const { parties } = control.contest
      const isContested = parties !== undefined
      if (isContested !== control.isAlarmed) registry.publishContest(id, parties)
      control.isAlarmed = isContested
    }
    this.#removeGone()
  }

  /**
   * Keeps the helm of a removed device until its lease ends: the device may come back after a restart of its plugin.
   */
  #removeGone(): void {
    const registered = new Set(this.#options.registry.devices.map(({ id }) => id))
    for (const [id, { helm, isAlarmed }] of this.#controlById)
      if (!registered.has(id) && !helm.state.held && !isAlarmed) this.#controlById.delete(id)
  }

  #recordSync<T>(command: CommandRequest, execute: () => T): T {
    return new CommandRun<AutopilotCommand>(command).recordSync(this.#options, execute)
  }

  async #commandNow(id: string, request: PilotRequest, requester: AutopilotRequester): Promise<string> {
    const device = this.#options.registry.find(id)
    const run = new CommandRun<AutopilotCommand>({
      device: device.id,
      asked: request,
      requester,
      readState: () => device.view,
    })
    return run.recordIn(this.#options, async () => {
      await this.#execute({ run, device, request, requester })
      return device.id
    })
  }

  async #execute(pending: PendingRequest): Promise<void> {
    const { device, request, requester } = pending
    const { queue, helm } = this.#control(device)
    if (request.kind === 'disengage') {
      // Disengage is never refused and never queues: it cancels the running command and all waiting ones.
      using _preemption = queue.preempt(disengagedFirst)
      // Awaited here, so that `using` blocks the queue until the command is done.
      return await this.#planAndSend(pending, undefined)
    }
    helm.check(requester.lease)
    using slot = await queue.acquire()
    // A disengage may have cancelled this command while it waited.
    if (slot.signal.aborted) throw new MarineDataError('busy', disengagedFirst)
    helm.check(requester.lease)
    return await this.#planAndSend(pending, slot)
  }

  async #planAndSend(pending: PendingRequest, slot: QueueSlot | undefined): Promise<void> {
    const { run, device, request } = pending
    const { view } = device
    if (view.link === 'off-line') return this.#commandOffline(pending)
    const situation: Situation = { device, view, windAngle: this.#options.surroundings.windAngle() }
    const plan = planOf(request, situation)
    if (plan === undefined) return
    this.#checkContest(pending, view)
    run.sent = plan.command
    if (leadsToStandby(request, device)) device.expectStandby(this.#options.clock.now())
    await this.#confirm(device, plan, slot?.signal).catch((error: unknown) => {
      if (changedNothing(error)) device.expectStandby(-Infinity)
      throw error
    })
    this.#options.registry.clearAlarm(device.id)
  }

  /** The holder of the helm may always steer, and everyone may disengage. @throws MarineDataError `helm-contested` */
  #checkContest({ device, request, requester }: PendingRequest, { target }: OnlineView): void {
    const { helm, contest } = this.#control(device)
    if (helm.isHeldWith(requester.lease) || leadsToStandby(request, device)) return
    contest.check(requester.who, turnOf(request, target))
  }

  /** Rejects commands to an off-line device, except disengage: the device may receive what it cannot confirm. */
  async #commandOffline({ run, device, request }: PendingRequest): Promise<void> {
    const offline = (cause?: unknown): MarineDataError =>
      new MarineDataError(
        'autopilot-offline',
        `The autopilot "${device.id}" is off-line. Steer by hand and check its plugin`,
        {
          outcome: cause === undefined || reachedNoProvider(cause) ? 'none' : 'unknown',
          cause,
        },
      )
    if (request.kind !== 'disengage') throw offline()
    const plan = disengaging()
    run.sent = plan.command
    device.expectStandby(this.#options.clock.now())
    await this.#confirm(device, plan, undefined).catch((cause: unknown) => {
      throw offline(cause)
    })
    this.#options.registry.clearAlarm(device.id)
  }

  /** Sends the command and waits for a confirming report. The provider's answer alone is not enough. */
  async #confirm(device: AutopilotDevice, plan: Plan, cancelled: AbortSignal | undefined): Promise<void> {
    const { clock, send } = this.#options
    const { confirmMs: deadlineMs } = device
    const { name } = plan.command
    using wait = device.waitUntil(plan.isConfirmed)
    await waitForConfirmation(
      { clock, name, deadlineMs, cancelled, cancelReason: 'the autopilot was disengaged' },
      async (signal) => {
        const refused = Promise.withResolvers<never>()
        send(device, plan.command, { deadlineMs, signal }).catch((error: unknown) => {
          const refusal = refusalFrom(error, device)
          // Without an answer the command may still have been carried out: the report decides.
          if (refusal !== undefined) refused.reject(refusal)
        })
        await Promise.race([wait.confirmed.catch(() => Promise.reject(lost(device))), refused.promise])
      },
    )
  }

  #control(device: AutopilotDevice): DeviceControl {
    const known = this.#controlById.get(device.id)
    if (known !== undefined) return known
    const { clock, newToken } = this.#options
    const control: DeviceControl = {
      queue: new DeviceQueue(clock),
      helm: new Helm(clock, newToken),
      contest: new HelmContest(clock),
      publishedHolder: null,
      isAlarmed: false,
    }
    this.#controlById.set(device.id, control)
    return control
  }
}

/** A request with its device, requester and audit record. */
interface PendingRequest {
  readonly run: CommandRun<AutopilotCommand>
  readonly device: AutopilotDevice
  readonly request: PilotRequest
  readonly requester: AutopilotRequester
}

const lost = ({ id }: AutopilotDevice): MarineDataError =>
  new MarineDataError('autopilot-offline', `The autopilot "${id}" went off-line during the command`, {
    outcome: 'unknown',
  })

/** Whether the command reached no provider. */
const reachedNoProvider = (error: unknown): boolean =>
  changedNothing(error) && (error as MarineDataError).code === 'autopilot-offline'

const refusalFrom = (error: unknown, { id }: AutopilotDevice): MarineDataError | undefined => {
  if (!(error instanceof MarineDataError))
    return new MarineDataError('rejected-by-device', `"${id}" refused: ${String(error)}`, { cause: error })
  if (error.code === 'unconfirmed') return undefined
  if (error.code === 'plugin-not-running' || error.code === 'plugin-not-found')
    return new MarineDataError('autopilot-offline', `The plugin of the autopilot "${id}" is not running`, {
      // A plugin that stopped during the command may have carried it out.
      outcome: error.details.outcome ?? 'none',
      cause: error,
    })
  if (providerCodes.has(error.code)) return error
  return new MarineDataError('rejected-by-device', error.message, { cause: error })
}
