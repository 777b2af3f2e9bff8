import { Attempt, changedNothing, confirmed, type Asking, type CommandLog } from '#command-record.ts'
import { RememberedAnswers, type AnswerMemory } from '#remembered-answers.ts'
import { Turns, type Turn } from '#turns.ts'
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
} from './command-laws.ts'
import type { AutopilotDevice, OnlineView } from './device.ts'
import { Helm } from './helm.ts'
import { HelmContest, turnOf } from './helm-contest.ts'
import type { PilotRegistry } from './pilot-registry.ts'
import type { Surroundings } from './surroundings.ts'

/** Who asks, from where, and what goes with it. */
export interface Asker {
  /** The name of the principal, which no other has. */
  readonly who: string
  readonly from: string
  /** The token of whoever holds the helm. */
  readonly lease: string | undefined
  /** One effect for each key. */
  readonly idempotencyKey: string | undefined
}

export interface HelmsmanPorts extends CommandLog<AutopilotCommand>, AnswerMemory {
  readonly registry: PilotRegistry
  readonly surroundings: Surroundings
  /** Hands a command to the device's provider; rejects when that refuses. */
  readonly send: (
    device: { readonly id: string; readonly provider: string },
    command: AutopilotCommand,
    options: { readonly deadlineMs: number; readonly signal: AbortSignal },
  ) => Promise<unknown>
  readonly newToken: () => string
}

/** What a provider may say of itself; anything else is the device that refused. */
const providerCodes: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'not-engaged',
  'not-allowed-in-mode',
  'wrong-direction',
  'busy',
  'input-stale',
  'unsupported-action',
  'rejected-by-device',
])

const letGoFirst = 'The autopilot was disengaged first'

/** The helm of one device. */
interface Station {
  readonly turns: Turns
  readonly helm: Helm
  readonly contest: HelmContest
  /** Who was last published as the holder of the helm. */
  publishedHolder: string | null
  /** Whether the alarm stands that several steer against each other. */
  isAlarmed: boolean
}

/** Takes commands to devices, one at a time for each, and says what became of them. A command never writes the tree. */
export class Helmsman {
  readonly #ports: HelmsmanPorts
  readonly #answers: RememberedAnswers
  readonly #stationById = new Map<string, Station>()

  constructor(ports: HelmsmanPorts) {
    this.#ports = ports
    this.#answers = new RememberedAnswers(ports)
  }

  /**
   * Has a device do something; resolves with its id when its own report shows the effect.
   * @throws MarineDataError with what stood in the way
   */
  command(id: string, request: PilotRequest, asker: Asker): Promise<string> {
    const { who, idempotencyKey: key } = asker
    const run = (): Promise<string> => this.#commandNow(id, request, asker)
    // To let go twice is to let go; no key that was used before may stand in its way.
    if (key === undefined || request.kind === 'disengage') return run()
    return this.#answers.once({ who, key, body: JSON.stringify([id, request]) }, run)
  }

  helm(id: string): HelmState {
    return this.#station(this.#ports.registry.find(id)).helm.state
  }

  /** Takes the helm or keeps it; what changes hands is recorded, a lease that is only prolonged is not. */
  takeHelm(id: string, request: HelmRequest, asker: Asker): HelmTaken {
    const device = this.#ports.registry.find(id)
    const { helm, contest } = this.#station(device)
    const take = (): HelmTaken => {
      const lease = helm.take(request, asker.lease)
      contest.end()
      return { ...helm.state, lease }
    }
    if (helm.isHeldWith(asker.lease)) return take()
    const asked = { kind: 'take-helm', ...request }
    return this.#recorded({ device: device.id, asked, asker, look: () => helm.state }, take)
  }

  releaseHelm(id: string, asker: Asker): void {
    const device = this.#ports.registry.find(id)
    const { helm } = this.#station(device)
    const asked = { kind: 'release-helm' }
    this.#recorded({ device: device.id, asked, asker, look: () => helm.state }, () =>
      helm.release(asker.lease),
    )
  }

  /** Makes a device the default, for good; gives its id. */
  chooseDefault(id: string, asker: Asker): string {
    const { registry } = this.#ports
    const { id: device } = registry.find(id)
    const asked = { kind: 'choose-default' }
    const look = (): object => ({ default: registry.defaultId })
    return this.#recorded({ device, asked, asker, look }, () => registry.choose(device).id)
  }

  /** To be called several times a second: publishes who has the helm, and raises the alarm when it is contested. */
  watch(): void {
    const { registry } = this.#ports
    for (const [id, station] of this.#stationById) {
      const { label } = station.helm.state
      if (label !== station.publishedHolder) registry.tellHelm(id, label)
      station.publishedHolder = label
      const { parties } = station.contest
      const isContested = parties !== undefined
      if (isContested !== station.isAlarmed) registry.tellContest(id, parties)
      station.isAlarmed = isContested
    }
    this.#forgetGone()
  }

  /** The helm of a device that is gone stays until its lease has ended: the device may be back after a restart of its plugin. */
  #forgetGone(): void {
    const aboard = new Set(this.#ports.registry.devices.map(({ id }) => id))
    for (const [id, { helm, isAlarmed }] of this.#stationById)
      if (!aboard.has(id) && !helm.state.held && !isAlarmed) this.#stationById.delete(id)
  }

  #recorded<T>(asking: Asking, act: () => T): T {
    return new Attempt<AutopilotCommand>(asking).keepNow(this.#ports, act)
  }

  async #commandNow(id: string, request: PilotRequest, asker: Asker): Promise<string> {
    const device = this.#ports.registry.find(id)
    const attempt = new Attempt<AutopilotCommand>({
      device: device.id,
      asked: request,
      asker,
      look: () => device.view,
    })
    return attempt.keepIn(this.#ports, async () => {
      await this.#carryOut({ attempt, device, request, asker })
      return device.id
    })
  }

  async #carryOut(asked: Asked): Promise<void> {
    const { device, request, asker } = asked
    const { turns, helm } = this.#station(device)
    if (request.kind === 'disengage') {
      // Never refused, never kept waiting: whatever else was going on is over.
      using _way = turns.clear(letGoFirst)
      // Awaited here: the way stays clear, and a turn is kept, until it is done.
      return await this.#act(asked, undefined)
    }
    helm.check(asker.lease)
    using turn = await turns.take()
    // It may be over before it has begun.
    if (turn.signal.aborted) throw new MarineDataError('busy', letGoFirst)
    helm.check(asker.lease)
    return await this.#act(asked, turn)
  }

  async #act(asked: Asked, turn: Turn | undefined): Promise<void> {
    const { attempt, device, request } = asked
    const { view } = device
    if (view.link === 'off-line') return this.#reachOut(asked)
    const situation: Situation = { device, view, windAngle: this.#ports.surroundings.windAngle() }
    const plan = planOf(request, situation)
    if (plan === undefined) return
    this.#checkContest(asked, view)
    attempt.sent = plan.command
    if (leadsToStandby(request, device)) device.expectStandby(this.#ports.clock.now())
    await this.#confirm(device, plan, turn?.signal).catch((error: unknown) => {
      if (changedNothing(error)) device.expectStandby(-Infinity)
      throw error
    })
    this.#ports.registry.calm(device.id)
  }

  /** Whoever has the helm steers, and letting go is always allowed. @throws MarineDataError `helm-contested` */
  #checkContest({ device, request, asker }: Asked, { target }: OnlineView): void {
    const { helm, contest } = this.#station(device)
    if (helm.isHeldWith(asker.lease) || leadsToStandby(request, device)) return
    contest.admit(asker.who, turnOf(request, target))
  }

  /** Nothing can be asked of a device that is off-line, but that it stop steering: it may hear what it cannot answer. */
  async #reachOut({ attempt, device, request }: Asked): Promise<void> {
    const offline = (cause?: unknown): MarineDataError =>
      new MarineDataError('autopilot-offline', `The autopilot "${device.id}" is off-line`, {
        outcome: cause === undefined || isUnheard(cause) ? 'none' : 'unknown',
        cause,
      })
    if (request.kind !== 'disengage') throw offline()
    const plan = disengaging()
    attempt.sent = plan.command
    device.expectStandby(this.#ports.clock.now())
    await this.#confirm(device, plan, undefined).catch((cause: unknown) => {
      throw offline(cause)
    })
    this.#ports.registry.calm(device.id)
  }

  /** Sends, and waits for the report that shows it; the provider's word alone is not enough. */
  async #confirm(device: AutopilotDevice, plan: Plan, cut: AbortSignal | undefined): Promise<void> {
    const { clock, send } = this.#ports
    const { confirmMs: deadlineMs } = device
    const { name } = plan.command
    using wait = device.waitUntil(plan.isShown)
    await confirmed(
      { clock, name, deadlineMs, cut, cutBecause: 'the autopilot was disengaged' },
      async (signal) => {
        const refused = Promise.withResolvers<never>()
        send(device, plan.command, { deadlineMs, signal }).catch((error: unknown) => {
          const refusal = refusalFrom(error, device)
          // A provider that did not answer may still have done it: the report tells.
          if (refusal !== undefined) refused.reject(refusal)
        })
        await Promise.race([wait.shown.catch(() => Promise.reject(lost(device))), refused.promise])
      },
    )
  }

  #station(device: AutopilotDevice): Station {
    const known = this.#stationById.get(device.id)
    if (known !== undefined) return known
    const { clock, newToken } = this.#ports
    const station: Station = {
      turns: new Turns(clock),
      helm: new Helm(clock, newToken),
      contest: new HelmContest(clock),
      publishedHolder: null,
      isAlarmed: false,
    }
    this.#stationById.set(device.id, station)
    return station
  }
}

/** A request, whom it goes to, who asks, and what the audit will tell of it. */
interface Asked {
  readonly attempt: Attempt<AutopilotCommand>
  readonly device: AutopilotDevice
  readonly request: PilotRequest
  readonly asker: Asker
}

const lost = ({ id }: AutopilotDevice): MarineDataError =>
  new MarineDataError('autopilot-offline', `The autopilot "${id}" went off-line`, { outcome: 'unknown' })

/** Whether there was nobody to tell. */
const isUnheard = (error: unknown): boolean =>
  changedNothing(error) && (error as MarineDataError).code === 'autopilot-offline'

const refusalFrom = (error: unknown, { id }: AutopilotDevice): MarineDataError | undefined => {
  if (!(error instanceof MarineDataError))
    return new MarineDataError('rejected-by-device', `"${id}" refused: ${String(error)}`, { cause: error })
  if (error.code === 'unconfirmed') return undefined
  if (error.code === 'plugin-not-running' || error.code === 'plugin-not-found')
    return new MarineDataError('autopilot-offline', `The provider of "${id}" is not there`, {
      // One that ended in the middle may have done it all the same.
      outcome: error.details.outcome ?? 'none',
      cause: error,
    })
  if (providerCodes.has(error.code)) return error
  return new MarineDataError('rejected-by-device', error.message, { cause: error })
}
