import { batch, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { MarineDataError, turnBetween } from '@marinedata/model'
import type { CallMethod } from '@marinedata/client'
import type { Boat } from '#boat/boat.ts'
import { agedDeed, deedAfterReport, type Deed } from './deed.ts'
import type { HelmLease } from './helm-lease.ts'
import { isDodging, type PilotReport } from './pilot-report.ts'
import type { Pilots } from './pilots.ts'
import { turned, type Side } from './steering-kind.ts'
import { accepted, aged, isNothing, merged, told, wished, type Ask, type TargetWish } from './target-wish.ts'

export interface CommandsOptions {
  readonly boat: Pick<Boat, 'client' | 'link' | 'now'>
  readonly pilots: Pilots
  readonly lease: HelmLease
}

/** What a pilot, or the boat in its place, refused, in its own words. */
export interface Refusal {
  readonly pilot: string
  readonly words: string
  /** The time of this device, in milliseconds. */
  readonly at: number
  /** The same on the clock of `performance.now()`. */
  readonly heardAt: number
}

interface Request {
  readonly method: CallMethod
  readonly path: string
  readonly body?: unknown
}

const keptRefusals = 20
const inDegrees = (radians: number): number => Math.round((radians * 1_800) / Math.PI) / 10

/** Pages on a plain line have no `randomUUID`. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** A target is set by number, a dodge only ever changed by so much. */
const targetRequest = (ask: Ask, report: PilotReport): Request => {
  if (isDodging(report)) {
    const value = 'by' in ask ? ask.by : inDegrees(turnBetween(report.target ?? ask.to, ask.to))
    return { method: 'PUT', path: 'dodge', body: { value, units: 'deg' } }
  }
  if ('by' in ask) return { method: 'PUT', path: 'target/adjust', body: { value: ask.by, units: 'deg' } }
  return { method: 'PUT', path: 'target', body: { value: ask.to } }
}

/**
 * Asks things of the chosen pilot, and keeps what was asked and is not done yet. Requested is what was sent, accepted what the
 * boat said yes to, and confirmed only what the pilot itself reports. Nothing is kept to be sent later.
 */
export class Commands implements Disposable {
  readonly #options: CommandsOptions
  readonly #wish = signal<TargetWish | undefined>(undefined)
  readonly #deed = signal<Deed | undefined>(undefined)
  readonly #refusals = signal<readonly Refusal[]>([])
  readonly #ending: (() => void)[]
  /** What the next request will carry. */
  #next: Ask | undefined
  #isSending = false
  /** Aborted when the line is lost: what is on its way then must not arrive later. */
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

  /** The target that is wanted and not shown yet. */
  get wish(): ReadonlySignal<TargetWish | undefined> {
    return this.#wish
  }

  /** The last other thing that was asked and is not shown yet. */
  get deed(): ReadonlySignal<Deed | undefined> {
    return this.#deed
  }

  /** The newest first. */
  get refusals(): ReadonlySignal<readonly Refusal[]> {
    return this.#refusals
  }

  /** Taps add up: one request at a time, and the next carries the sum. */
  adjust(degrees: number): void {
    this.#askFor({ by: degrees })
  }

  aim(target: number): void {
    this.#askFor({ to: target })
  }

  /** The same target once more, by number, so that it cannot be added twice. */
  retry(): void {
    const wish = this.#wish.peek()
    if (wish !== undefined) this.#askFor({ to: wish.wanted })
  }

  engage(): Promise<void> {
    return this.#do({ kind: 'engage' }, { method: 'POST', path: 'engage' })
  }

  /** Whoever may steer may do this, whoever has the helm; it goes at once, and whatever else was asked is over. */
  standby(): Promise<void> {
    this.#next = undefined
    this.#wish.value = undefined
    return this.#do({ kind: 'disengage' }, { method: 'POST', path: 'disengage' })
  }

  setMode(mode: string): Promise<void> {
    return this.#do({ kind: 'mode', mode }, { method: 'PUT', path: 'mode', body: { value: mode } })
  }

  turn(kind: 'tack' | 'gybe', direction: Side): Promise<void> {
    return this.#do({ kind }, { method: 'POST', path: `${kind}/${direction}` })
  }

  /** Breaks a manoeuvre off: another target does. */
  cancelTurn(target: number): Promise<void> {
    return this.#do({ kind: 'cancel' }, { method: 'PUT', path: 'target', body: { value: target } })
  }

  dodge(): Promise<void> {
    return this.#do({ kind: 'dodge' }, { method: 'POST', path: 'dodge' })
  }

  resume(): Promise<void> {
    return this.#do({ kind: 'resume' }, { method: 'DELETE', path: 'dodge' })
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
    this.#wish.value = wished(this.#wish.peek(), { ask, held, now: performance.now(), turn })
    if (!this.#isSending) void this.#sendTargets()
  }

  async #sendTargets(): Promise<void> {
    this.#isSending = true
    try {
      for (let ask = this.#takeNext(); ask !== undefined; ask = this.#takeNext()) {
        const report = this.#options.pilots.chosen.peek()
        if (report !== undefined && !isNothing(ask)) await this.#send(report.id, targetRequest(ask, report))
      }
      this.#wish.value = accepted(this.#wish.peek())
      this.#settle(this.#options.pilots.chosen.peek())
    } catch (error) {
      this.#next = undefined
      this.#fail(error, this.#wish)
    } finally {
      this.#isSending = false
    }
  }

  #takeNext(): Ask | undefined {
    const next = this.#next
    this.#next = undefined
    return next
  }

  async #do(deed: Pick<Deed, 'kind' | 'mode'>, request: Request): Promise<void> {
    const id = this.#options.pilots.chosen.peek()?.id
    if (id === undefined) return
    const asked: Deed = { ...deed, phase: 'requested', since: performance.now() }
    this.#deed.value = asked
    try {
      await this.#send(id, request, deed.kind === 'disengage')
      if (this.#deed.peek() === asked) this.#deed.value = { ...asked, phase: 'accepted' }
      this.#settle(this.#options.pilots.chosen.peek())
    } catch (error) {
      this.#fail(error, this.#deed.peek() === asked ? this.#deed : undefined)
    }
  }

  async #send(pilot: string, { method, path, body }: Request, isFree = false): Promise<void> {
    const { boat, lease } = this.#options
    const { signal: line } = this.#line
    const held = isFree ? {} : await lease.headers()
    const headers = { ...held, 'Idempotency-Key': newKey() }
    const segments = ['vessels', 'self', 'autopilots', pilot, ...path.split('/')]
    await boat.client.call(method, segments, { headers, signal: line, ...(body !== undefined && { body }) })
  }

  /** What nobody answered may have been done: the report, or three seconds without one, will tell. */
  #fail(error: unknown, asked?: Signal<unknown>): void {
    if (!(error instanceof MarineDataError) || error.code === 'unconfirmed') return
    const { pilots } = this.#options
    const pilot = pilots.chosen.peek()?.id ?? ''
    const refusal = { pilot, words: error.message, at: Date.now(), heardAt: performance.now() }
    batch(() => {
      this.#refusals.value = [refusal, ...this.#refusals.peek()].slice(0, keptRefusals)
      if (asked !== undefined) asked.value = undefined
    })
    pilots.refresh()
  }

  /** What the pilot says decides what is still open. A target means something else in another mode. */
  #settle(report: PilotReport | undefined): void {
    const steeredBy = `${report?.id} ${report?.mode} ${report?.isEngaged}`
    batch(() => {
      if (steeredBy !== this.#steeredBy) this.#next = undefined
      const wish = steeredBy === this.#steeredBy ? this.#wish.peek() : undefined
      this.#steeredBy = steeredBy
      this.#wish.value = this.#next === undefined ? told(wish, report?.target ?? null) : wish
      this.#deed.value = deedAfterReport(this.#deed.peek(), report)
    })
  }

  #age(now: number): void {
    this.#wish.value = aged(this.#wish.peek(), now)
    this.#deed.value = agedDeed(this.#deed.peek(), now)
  }

  #hangUp(): void {
    this.#next = undefined
    this.#line.abort()
    this.#line = new AbortController()
  }
}
