import { MarineDataError } from '@marinedata/client'
import type { AnchorCompleted, AnchorState } from '@marinedata/model'
import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import { anchorPath } from '#alerts/alert.ts'
import type { Alerts } from '#alerts/alerts.ts'
import type { Boat } from '#boat/boat.ts'
import { ActionRequests } from '#boat/requests.ts'
import { ageOf, numberIn, placeIn, textIn, type Place } from '#boat/values.ts'
import type { WordKey } from '#words/screen-words.ts'
import { afterReport, agedRadius, type PendingRadius, watchStateOf, type WatchState } from './watch-state.ts'

const anchor = 'vessels/self/navigation/anchor'
const pollMs = 2_000
/** An older report is out of date. */
const reportLastsMs = 8_000
const undoMs = 10_000

/** Whether an anchor watch is available. */
type Provider = 'asking' | 'none' | 'there'

type Order = 'drop' | 'radius' | 'reposition' | 'veer' | 'raise' | 'set-from-track' | 'set-at'
type AnchorRequest = (client: Boat['client']) => Promise<AnchorCompleted>

interface ReceivedReport {
  readonly report: AnchorState
  readonly at: number
}

const stateIn = (text: string | undefined): AnchorState['state'] | undefined =>
  text === 'raised' || text === 'setting' || text === 'watching' ? text : undefined

/** The anchor as reported by the watch, and the commands to it. */
export class AnchorController implements Disposable {
  readonly #boat: Boat
  readonly #alerts: Alerts
  readonly #provider = signal<Provider>('asking')
  readonly #received = signal<ReceivedReport | undefined>(undefined)
  readonly #pendingRadius = signal<PendingRadius | undefined>(undefined)
  readonly #undoUntil = signal(0)
  readonly #busy = signal<Order | undefined>(undefined)
  readonly #requests: ActionRequests<WordKey>
  readonly #ends: (() => void)[]
  #isSendingRadius = false

  readonly provider: ReadonlySignal<Provider> = this.#provider
  /** The command in progress. */
  readonly busy: ReadonlySignal<Order | undefined> = this.#busy
  /** Why the last command was refused, in the server's words. */
  readonly problem: ReadonlySignal<string | undefined>
  readonly pendingRadius: ReadonlySignal<PendingRadius | undefined> = this.#pendingRadius
  readonly report: ReadonlySignal<AnchorState | undefined> = computed(() => this.#received.value?.report)
  readonly state: ReadonlySignal<AnchorState['state'] | undefined>
  readonly isDown: ReadonlySignal<boolean> = computed(
    () => this.state.value === 'setting' || this.state.value === 'watching',
  )
  readonly place: ReadonlySignal<Place | undefined>
  readonly limit: ReadonlySignal<number | undefined>
  readonly watchState: ReadonlySignal<WatchState>
  /** The message of the watch, unless all is well. */
  readonly words: ReadonlySignal<string | undefined>
  /** Why commands are not possible here; undefined if they are. */
  readonly disabledReason: ReadonlySignal<WordKey | undefined>
  /** Whole seconds left to undo; 0 if too late. */
  readonly undoSeconds: ReadonlySignal<number>

  constructor(boat: Boat, alerts: Alerts) {
    this.#boat = boat
    this.#alerts = alerts
    const reading = (name: string) => boat.values.of(`navigation.anchor.${name}`)
    const [state, place, limit] = [reading('state'), reading('position'), reading('maxRadius')]
    this.state = computed(() => stateIn(textIn(state.value)))
    this.place = computed(() => placeIn(place.value))
    this.limit = computed(() => numberIn(limit.value))
    this.watchState = computed(() => this.#watchState())
    this.words = computed(() => this.#alert?.message ?? this.report.value?.degraded ?? undefined)
    this.#requests = new ActionRequests<WordKey>(boat, {
      scope: 'anchor.command',
      lost: 'shell.noLink',
      forbidden: 'anchor.why.forbidden',
    })
    this.problem = this.#requests.problem
    this.disabledReason = this.#requests.disabledReason
    this.undoSeconds = computed(() =>
      this.isDown.value ? Math.max(0, Math.ceil((this.#undoUntil.value - boat.now.value) / 1_000)) : 0,
    )
    const polling = setInterval(() => void this.#poll(), pollMs)
    const following = effect(() => this.#updatePendingRadius(this.limit.value, boat.now.value))
    // Immediately, and again after a reconnection.
    const returning = effect(() => void (boat.link.isLost.value || this.#poll()))
    this.#ends = [() => clearInterval(polling), following, returning]
  }

  /** Drops the anchor at the bow. */
  async drop(): Promise<boolean> {
    return await this.#begin('drop', (client) => client.call(`POST ${anchor}/drop`))
  }

  /** Sets the anchor at the end of the rode; metres. */
  async reposition(rodeLength: number, anchorDepth: number): Promise<boolean> {
    return await this.#begin('reposition', (client) =>
      client.call(`POST ${anchor}/reposition`, { body: { rodeLength, anchorDepth } }),
    )
  }

  /** Sets the length of the rode without moving the anchor; metres. */
  async veer(rodeLength: number, anchorDepth: number): Promise<boolean> {
    const body = { rodeLength, anchorDepth }
    const done = await this.#send('veer', (client) => client.call(`POST ${anchor}/veer`, { body }))
    return done !== undefined
  }

  /** Sets the anchor where the boat was at that time. */
  async setFromTrack(time: string): Promise<boolean> {
    return await this.#begin('set-from-track', (client) =>
      client.call(`POST ${anchor}/set-from-track`, { body: { time } }),
    )
  }

  /** Sets the anchor at a place. */
  async setAt({ latitude, longitude }: Place): Promise<boolean> {
    return await this.#begin('set-at', (client) =>
      client.call(`POST ${anchor}/set-at`, { body: { latitude, longitude } }),
    )
  }

  async raise(): Promise<void> {
    this.#undoUntil.value = 0
    await this.#send('raise', (client) => client.call(`POST ${anchor}/raise`))
  }

  /** Requests a radius in metres. A later request replaces one in progress. */
  async askRadius(wanted: number): Promise<void> {
    if (this.disabledReason.peek() !== undefined) return
    this.#pendingRadius.value = { wanted, phase: 'requested', since: performance.now() }
    if (this.#isSendingRadius) return
    this.#isSendingRadius = true
    try {
      let sent: number | undefined
      while (this.#pendingRadius.value?.phase === 'requested' && this.#pendingRadius.value.wanted !== sent) {
        sent = this.#pendingRadius.value.wanted
        await this.#sendRadius(sent)
      }
    } finally {
      this.#isSendingRadius = false
    }
  }

  [Symbol.dispose](): void {
    this.#requests[Symbol.dispose]()
    for (const end of this.#ends) end()
  }

  get #alert() {
    return this.#alerts.list.value.find(({ path, status }) => path === anchorPath && status !== 'rectified')
  }

  #watchState(): WatchState {
    const { link, now, values } = this.#boat
    const received = this.#received.value
    const isRecent = received !== undefined && now.value - received.at < reportLastsMs
    const distance = values.of('navigation.anchor.currentRadius').value
    return watchStateOf({
      state: this.state.value,
      isLost: link.isLost.value || !isRecent,
      isConfirmed: received?.report.confirmed !== false && received?.report.online !== false,
      hasDistance: ageOf(distance, now.value) === 'fresh',
      degraded: received?.report.degraded ?? null,
      alert: this.#alert,
    })
  }

  /** Runs a command that starts a stay. It can be undone for a while, which raises the anchor. */
  async #begin(order: Order, request: AnchorRequest): Promise<boolean> {
    const wasDown = this.isDown.peek()
    const isDone = (await this.#send(order, request)) !== undefined
    if (isDone && !wasDown) this.#undoUntil.value = this.#boat.now.peek() + undoMs
    return isDone
  }

  async #sendRadius(value: number): Promise<void> {
    const report = await this.#send('radius', (client) =>
      client.call(`POST ${anchor}/radius`, { body: { value } }),
    )
    const pendingRadius = this.#pendingRadius.peek()
    if (pendingRadius?.wanted !== value) return
    this.#pendingRadius.value = report === undefined ? undefined : { ...pendingRadius, phase: 'accepted' }
    this.#updatePendingRadius(this.limit.peek(), performance.now())
  }

  async #send(order: Order, request: AnchorRequest): Promise<AnchorState | undefined> {
    if (this.disabledReason.peek() !== undefined) return undefined
    this.#busy.value = order
    const done = await this.#requests.send(() => request(this.#boat.client))
    if (done !== undefined) this.#receive(done.anchor)
    this.#busy.value = undefined
    return done?.anchor
  }

  #updatePendingRadius(limit: number | undefined, now: number): void {
    this.#pendingRadius.value = agedRadius(afterReport(this.#pendingRadius.peek(), limit), now)
  }

  #receive(report: AnchorState): void {
    batch(() => {
      this.#provider.value = 'there'
      this.#received.value = { report, at: performance.now() }
    })
  }

  async #poll(): Promise<void> {
    if (this.#boat.link.isLost.peek() || this.#busy.peek() !== undefined) return
    try {
      const report = await this.#boat.client.call(`GET ${anchor}`)
      // The response to a command is newer than this report.
      if (this.#busy.peek() === undefined) this.#receive(report)
    } catch (error) {
      if (error instanceof MarineDataError && error.code === 'no-provider') this.#provider.value = 'none'
    }
  }
}
