import { batch, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { MarineDataError, turnBetween, radians, type AngleRequest, type NameRequest } from '@marinedata/model'
import type { OperationKey } from '@marinedata/client'
import type { Boat } from '#boat/boat.ts'
import {
  agedCommand,
  commandAfterReport,
  type PendingCommand,
  accepted,
  aged,
  firstStep,
  isNothing,
  merged,
  targetAfterReport,
  requestTarget,
  type Ask,
  type PendingTarget,
} from './pending-command.ts'
import type { HelmLease } from './helm-lease.ts'
import { isDodging, type PilotReport, type Pilots, turned, type Side } from './pilots.ts'

export interface CommandsOptions {
  readonly boat: Pick<Boat, 'client' | 'link' | 'now'>
  readonly pilots: Pilots
  readonly lease: HelmLease
}

/** A refusal of the autopilot or the server, in its own words. */
export interface Refusal {
  readonly pilot: string
  readonly words: string
  /** Time of this device in milliseconds. */
  readonly at: number
  /** The same on the clock of `performance.now()`. */
  readonly receivedAt: number
}

const below = 'vessels/self/autopilots/{id}/'
type PilotOperation = Extract<OperationKey, `${string} ${typeof below}${string}`>
/** The method of a command, and its path below the autopilot's. */
type PilotCommand = PilotOperation extends infer Key
  ? Key extends `${infer Method} ${typeof below}${infer Path}`
    ? `${Method} ${Path}`
    : never
  : never

interface Request {
  readonly command: PilotCommand
  readonly body?: AngleRequest | NameRequest
  readonly params?: { readonly direction: Side }
}

const maxRefusals = 20
const inDegrees = (angle: number): number => Math.round((angle * 1_800) / Math.PI) / 10

/** `crypto.randomUUID` does not exist on an unencrypted connection. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** A target is set as an absolute value, a dodge only changed by an offset. */
const targetRequest = (ask: Ask, report: PilotReport): Request => {
  if (isDodging(report)) {
    const value =
      'by' in ask ? ask.by : inDegrees(turnBetween(radians(report.target ?? ask.to), radians(ask.to)))
    return { command: 'PUT dodge', body: { value, units: 'deg' } }
  }
  if ('by' in ask) return { command: 'PUT target/adjust', body: { value: ask.by, units: 'deg' } }
  return { command: 'PUT target', body: { value: ask.to } }
}

/**
 * Sends commands to the selected autopilot and tracks the pending ones. Requested: sent. Accepted: the server said yes.
 * Confirmed: the autopilot reports it. Nothing is queued to be sent later.
 */
export class Commands implements Disposable {
  readonly #options: CommandsOptions
  readonly #pendingTarget = signal<PendingTarget | undefined>(undefined)
  readonly #pendingCommand = signal<PendingCommand | undefined>(undefined)
  readonly #refusals = signal<readonly Refusal[]>([])
  readonly #ending: (() => void)[]
  /** The content of the next request. */
  #next: Ask | undefined
  #isSending = false
  /** Aborts when the connection is lost: a request in flight must not arrive later. */
  #line = new AbortController()
  #steeredBy = ''

  constructor(options: CommandsOptions) {
    this.#options = options
    const { boat, pilots } = options
    this.#ending = [
      effect(() => this.#settle(pilots.chosen.value)),
      effect(() => this.#age(boat.now.value)),
      effect(() => {
        if (boat.link.isLost.value) this.#hangUp()
      }),
    ]
  }

  /** The pending target. */
  get pendingTarget(): ReadonlySignal<PendingTarget | undefined> {
    return this.#pendingTarget
  }

  /** The pending command other than a target. */
  get pendingCommand(): ReadonlySignal<PendingCommand | undefined> {
    return this.#pendingCommand
  }

  /** The newest first. */
  get refusals(): ReadonlySignal<readonly Refusal[]> {
    return this.#refusals
  }

  /** Adds up taps: one request at a time, and the next one carries the sum. */
  adjust(degrees: number): void {
    this.#askFor({ by: degrees })
  }

  aim(target: number): void {
    this.#askFor({ to: target })
  }

  /** Repeats the pending target as an absolute value, so that it cannot be added twice. */
  retry(): void {
    const pendingTarget = this.#pendingTarget.peek()
    if (pendingTarget !== undefined) this.#askFor({ to: pendingTarget.wanted })
  }

  engage(): Promise<void> {
    return this.#do({ kind: 'engage' }, { command: 'POST engage' })
  }

  /** Allowed to every user who may steer, no matter who has the helm. Sent immediately; cancels every pending command. */
  standby(): Promise<void> {
    this.#next = undefined
    this.#pendingTarget.value = undefined
    return this.#do({ kind: 'disengage' }, { command: 'POST disengage' })
  }

  setMode(mode: string): Promise<void> {
    return this.#do({ kind: 'mode', mode }, { command: 'PUT mode', body: { value: mode } })
  }

  turn(kind: 'tack' | 'gybe', direction: Side): Promise<void> {
    return this.#do({ kind }, { command: `POST ${kind}/{direction}`, params: { direction } })
  }

  /** Cancels a manoeuvre by setting a target. */
  cancelTurn(target: number): Promise<void> {
    return this.#do({ kind: 'cancel' }, { command: 'PUT target', body: { value: target } })
  }

  dodge(): Promise<void> {
    return this.#do({ kind: 'dodge' }, { command: 'POST dodge' })
  }

  resume(): Promise<void> {
    return this.#do({ kind: 'resume' }, { command: 'DELETE dodge' })
  }

  async takeHelm(): Promise<void> {
    try {
      await this.#options.lease.take()
    } catch (error) {
      this.#fail(error)
    }
  }

  [Symbol.dispose](): void {
    for (const end of this.#ending) end()
  }

  #askFor(ask: Ask): void {
    const { pilots, boat } = this.#options
    const held = pilots.chosen.peek()?.target ?? null
    if (held === null || boat.link.isLost.peek()) return
    const turn = (target: number, by: number): number => turned(target, by, pilots.kind.peek())
    this.#next = merged(this.#next, ask, turn)
    this.#pendingTarget.value = requestTarget(this.#pendingTarget.peek(), {
      ask,
      held,
      now: performance.now(),
      turn,
    })
    if (!this.#isSending) void this.#sendTargets()
  }

  async #sendTargets(): Promise<void> {
    this.#isSending = true
    try {
      for (let ask = this.#takeNext(); ask !== undefined; ask = this.#takeNext()) {
        const report = this.#options.pilots.chosen.peek()
        if (report !== undefined && !isNothing(ask)) await this.#send(report.id, targetRequest(ask, report))
      }
      this.#pendingTarget.value = accepted(this.#pendingTarget.peek())
      this.#settle(this.#options.pilots.chosen.peek())
    } catch (error) {
      this.#next = undefined
      this.#fail(error, this.#pendingTarget)
    } finally {
      this.#isSending = false
    }
  }

  /** A pilot with keys only gets one key after the other. */
  #takeNext(): Ask | undefined {
    const next = this.#next
    const { pilots } = this.#options
    const steps =
      pilots.action('set-target')?.available === false ? pilots.description.peek()?.options.steps : undefined
    const [now, later] = firstStep(next, steps)
    this.#next = later
    return now
  }

  async #do(pendingCommand: Pick<PendingCommand, 'kind' | 'mode'>, request: Request): Promise<void> {
    const id = this.#options.pilots.chosen.peek()?.id
    if (id === undefined) return
    const requested: PendingCommand = { ...pendingCommand, phase: 'requested', since: performance.now() }
    this.#pendingCommand.value = requested
    try {
      await this.#send(id, request, pendingCommand.kind === 'disengage')
      if (this.#pendingCommand.peek() === requested)
        this.#pendingCommand.value = { ...requested, phase: 'accepted' }
      this.#settle(this.#options.pilots.chosen.peek())
    } catch (error) {
      this.#fail(error, this.#pendingCommand.peek() === requested ? this.#pendingCommand : undefined)
    }
  }

  async #send(id: string, { command, params, ...content }: Request, isFree = false): Promise<void> {
    const { boat, lease } = this.#options
    const { signal: line } = this.#line
    const held = isFree ? {} : await lease.headers()
    const headers = { ...held, 'Idempotency-Key': newKey() }
    // The command with the path of the autopilot before it is the operation.
    const operation = command.replace(' ', ` ${below}`) as 'POST vessels/self/autopilots/{id}/engage'
    await boat.client.call(operation, { params: { id, ...params }, headers, signal: line, ...content })
  }

  /** A request without a response may have taken effect: the report decides, or three seconds without one. */
  #fail(error: unknown, requested?: Signal<unknown>): void {
    if (!(error instanceof MarineDataError) || error.code === 'unconfirmed') return
    const { pilots } = this.#options
    const pilot = pilots.chosen.peek()?.id ?? ''
    const refusal = { pilot, words: error.message, at: Date.now(), receivedAt: performance.now() }
    batch(() => {
      this.#refusals.value = [refusal, ...this.#refusals.peek()].slice(0, maxRefusals)
      if (requested !== undefined) requested.value = undefined
    })
    pilots.refresh()
  }

  /** Compares pending commands with the report. A target has another meaning in another mode. */
  #settle(report: PilotReport | undefined): void {
    const steeredBy = `${report?.id} ${report?.mode} ${report?.isEngaged}`
    batch(() => {
      if (steeredBy !== this.#steeredBy) this.#next = undefined
      const pendingTarget = steeredBy === this.#steeredBy ? this.#pendingTarget.peek() : undefined
      this.#steeredBy = steeredBy
      this.#pendingTarget.value =
        this.#next === undefined ? targetAfterReport(pendingTarget, report?.target ?? null) : pendingTarget
      this.#pendingCommand.value = commandAfterReport(this.#pendingCommand.peek(), report)
    })
  }

  #age(now: number): void {
    this.#pendingTarget.value = aged(this.#pendingTarget.peek(), now)
    this.#pendingCommand.value = agedCommand(this.#pendingCommand.peek(), now)
  }

  #hangUp(): void {
    this.#next = undefined
    this.#line.abort()
    this.#line = new AbortController()
  }
}
