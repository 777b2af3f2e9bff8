import { changedNothing, CommandRun, type CommandRequest } from '#devices/command-run.ts'
import {
  DeviceCommands,
  type CommandRules,
  type DeviceCommandsOptions,
  type DeviceRequest,
  type DeviceRequester,
} from '#devices/device-commands.ts'
import {
  MarineDataError,
  shoreAddress,
  type AutopilotCommand,
  type HelmRequest,
  type HelmState,
  type HelmTaken,
} from '@marinedata/model'
import { disengaging, leadsToStandby, planOf, type PilotRequest, type Plan } from './command-rules.ts'
import type { AutopilotDevice, OnlineView } from './autopilot-device.ts'
import { Helm } from './helm.ts'
import { HelmContest, turnOf } from './helm-contest.ts'
import { autopilotKind, type PilotRegistry } from './pilot-registry.ts'
import type { Surroundings } from './surroundings.ts'

/** The actor of a command with its lease and idempotency key. */
export interface AutopilotRequester extends DeviceRequester {
  /** The helm lease that the client sent. */
  readonly lease: string | undefined
}

export interface AutopilotCommandsOptions extends DeviceCommandsOptions<AutopilotCommand> {
  readonly registry: PilotRegistry
  readonly surroundings: Surroundings
  readonly newToken: () => string
}

interface AutopilotTypes {
  readonly device: AutopilotDevice
  readonly request: PilotRequest
  readonly command: AutopilotCommand
  readonly requester: AutopilotRequester
  /** The id of the device. */
  readonly answer: string
}

type PendingRequest = DeviceRequest<AutopilotTypes>

/** The helm of one device. */
interface HelmControl {
  readonly helm: Helm
  readonly contest: HelmContest
  /** The last published holder of the helm. */
  publishedHolder: string | null
  /** Whether the contest alarm is raised. */
  isAlarmed: boolean
}

/** Commands to autopilots: the helm lease, contests, and the rules of each command. */
export class AutopilotCommands {
  readonly #options: AutopilotCommandsOptions
  readonly #commands: DeviceCommands<AutopilotTypes>
  readonly #controlById = new Map<string, HelmControl>()

  constructor(options: AutopilotCommandsOptions) {
    this.#options = options
    this.#commands = new DeviceCommands(autopilotKind, this.#rules(), options)
  }

  /**
   * Commands a device; resolves with its id when a report confirms the command.
   * @throws MarineDataError when the command is rejected or not confirmed
   */
  command(id: string, request: PilotRequest, requester: AutopilotRequester): Promise<string> {
    const find = (): AutopilotDevice => this.#options.registry.find(id)
    return this.#commands.command({ find, name: id }, request, requester)
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
    return this.#recordSync(
      { device: device.id, asked, actor: requester.actor, readState: () => helm.state },
      take,
    )
  }

  releaseHelm(id: string, requester: AutopilotRequester): void {
    const device = this.#options.registry.find(id)
    const { helm } = this.#control(device)
    const asked = { kind: 'release-helm' }
    this.#recordSync({ device: device.id, asked, actor: requester.actor, readState: () => helm.state }, () =>
      helm.release(requester.lease),
    )
  }

  /** Makes a device the default, persistently; returns its id. */
  chooseDefault(id: string, requester: AutopilotRequester): string {
    const { registry } = this.#options
    const { id: device } = registry.find(id)
    const asked = { kind: 'choose-default' }
    const readState = (): object => ({ default: registry.defaultId })
    return this.#recordSync(
      { device, asked, actor: requester.actor, readState },
      () => registry.choose(device).id,
    )
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

  #rules(): CommandRules<AutopilotTypes> {
    return {
      // Disengage is never refused.
      preempts: ({ kind }) => kind === 'disengage',
      preemption: 'the autopilot was disengaged',
      needsAnswer: false,
      check: ({ device, request, requester }) => {
        refuseManoeuvreFromShore(request, requester)
        this.#control(device).helm.check(requester.lease)
      },
      plan: (pending) => this.#plan(pending),
      around: (pending, send) => this.#prepareAndSend(pending, send),
      stateOf: ({ view }) => view,
      answerOf: ({ id }) => id,
    }
  }

  #plan(pending: PendingRequest): Plan | undefined {
    const { device, request } = pending
    const { view } = device
    if (view.link === 'off-line') {
      // The device may receive what it cannot confirm.
      if (request.kind === 'disengage') return disengaging()
      throw offline(device)
    }
    const plan = planOf(request, { device, view, windAngle: this.#options.surroundings.windAngle() })
    if (plan !== undefined) this.#checkContest(pending, view)
    return plan
  }

  /** The holder of the helm may always steer, and everyone may disengage. @throws MarineDataError `helm-contested` */
  #checkContest({ device, request, requester }: PendingRequest, { target }: OnlineView): void {
    const { helm, contest } = this.#control(device)
    if (helm.isHeldWith(requester.lease) || leadsToStandby(request, device)) return
    contest.check(requester.actor, turnOf(request, target))
  }

  async #prepareAndSend({ device, request }: PendingRequest, send: () => Promise<void>): Promise<void> {
    const isOffline = device.view.link === 'off-line'
    if (leadsToStandby(request, device)) device.expectStandby(this.#options.clock.now())
    await send().catch((error: unknown) => {
      if (changedNothing(error)) device.expectStandby(-Infinity)
      throw isOffline ? offline(device, error) : error
    })
    this.#options.registry.clearAlarm(device.id)
  }

  #control(device: AutopilotDevice): HelmControl {
    const known = this.#controlById.get(device.id)
    if (known !== undefined) return known
    const { clock, newToken } = this.#options
    const control: HelmControl = {
      helm: new Helm(clock, newToken),
      contest: new HelmContest(clock),
      publishedHolder: null,
      isAlarmed: false,
    }
    this.#controlById.set(device.id, control)
    return control
  }
}

/** Turns that need someone on deck to look around. */
const manoeuvres: ReadonlySet<PilotRequest['kind']> = new Set(['tack', 'gybe', 'dodge', 'dodge-by'])

/** @throws MarineDataError `forbidden` */
const refuseManoeuvreFromShore = ({ kind }: PilotRequest, { actor }: AutopilotRequester): void => {
  if (actor.address === shoreAddress && manoeuvres.has(kind))
    throw new MarineDataError('forbidden', 'A manoeuvre is not possible from ashore. Start it on the boat')
}

/** @param cause why a disengage failed */
const offline = ({ id }: AutopilotDevice, cause?: unknown): MarineDataError =>
  new MarineDataError(
    'autopilot-offline',
    `The autopilot "${id}" is off-line. Steer by hand and check its plugin`,
    { outcome: cause === undefined || reachedNoProvider(cause) ? 'none' : 'unknown', cause },
  )

/** Whether the command reached no provider. */
const reachedNoProvider = (error: unknown): boolean =>
  changedNothing(error) && (error as MarineDataError).code === 'autopilot-offline'
