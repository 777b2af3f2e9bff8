import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import { MarineDataError } from '@marinedata/client'
import type { AnchorCompleted, AnchorState } from '@marinedata/model'
import { anchorPath } from '#alerts/alert.ts'
import type { Alerts } from '#alerts/alerts.ts'
import type { Boat } from '#boat/boat.ts'
import { ageOf, numberIn, placeIn, textIn, type Place } from '#boat/reading.ts'
import { sentenceOf } from '#boat/refusals.ts'
import type { WordKey } from '#words/anchor.ts'
import { afterReport, agedWish, type RadiusWish } from './radius-wish.ts'
import { standingOf, type Standing } from './standing.ts'

const base = ['vessels', 'self', 'navigation', 'anchor'] as const
const lookEveryMs = 2_000
/** A report that is older than this tells nothing of now. */
const reportLastsMs = 8_000
const undoMs = 10_000
const problemMs = 8_000

/** Whether there is anyone who watches. */
export type Provider = 'asking' | 'none' | 'there'

type Order = 'drop' | 'radius' | 'reposition' | 'veer' | 'raise' | 'set-from-track' | 'set-at'

interface Heard {
  readonly report: AnchorState
  readonly at: number
}

const stateIn = (text: string | undefined): AnchorState['state'] | undefined =>
  text === 'raised' || text === 'setting' || text === 'watching' ? text : undefined

/** The anchor as the watch tells it, and what is asked of the watch from this page. */
export class AnchorDesk implements Disposable {
  readonly #boat: Boat
  readonly #alerts: Alerts
  readonly #provider = signal<Provider>('asking')
  readonly #heard = signal<Heard | undefined>(undefined)
  readonly #wish = signal<RadiusWish | undefined>(undefined)
  readonly #undoUntil = signal(0)
  readonly #busy = signal<Order | undefined>(undefined)
  readonly #problem = signal<string | undefined>(undefined)
  readonly #ends: (() => void)[]
  #problemEnds: ReturnType<typeof setTimeout> | undefined
  #isSendingRadius = false

  readonly provider: ReadonlySignal<Provider> = this.#provider
  /** What is asked and not answered yet. */
  readonly busy: ReadonlySignal<Order | undefined> = this.#busy
  /** Why the last command was not done, in the words of whoever refused. */
  readonly problem: ReadonlySignal<string | undefined> = this.#problem
  readonly wish: ReadonlySignal<RadiusWish | undefined> = this.#wish
  readonly report: ReadonlySignal<AnchorState | undefined> = computed(() => this.#heard.value?.report)
  readonly state: ReadonlySignal<AnchorState['state'] | undefined>
  readonly isDown: ReadonlySignal<boolean> = computed(
    () => this.state.value === 'setting' || this.state.value === 'watching',
  )
  readonly place: ReadonlySignal<Place | undefined>
  readonly limit: ReadonlySignal<number | undefined>
  readonly standing: ReadonlySignal<Standing>
  /** What the watch says of it, when it is not that all is well. */
  readonly words: ReadonlySignal<string | undefined>
  /** Why nothing can be commanded from here; undefined when it can. */
  readonly hindrance: ReadonlySignal<WordKey | undefined>
  /** Whole seconds for which what was done can be taken back; 0 when it cannot. */
  readonly undoSeconds: ReadonlySignal<number>

  constructor(boat: Boat, alerts: Alerts) {
    this.#boat = boat
    this.#alerts = alerts
    const reading = (name: string) => boat.values.of(`navigation.anchor.${name}`)
    const [state, place, limit] = [reading('state'), reading('position'), reading('maxRadius')]
    this.state = computed(() => stateIn(textIn(state.value)))
    this.place = computed(() => placeIn(place.value))
    this.limit = computed(() => numberIn(limit.value))
    this.standing = computed(() => this.#standing())
    this.words = computed(() => this.#alert?.message ?? this.report.value?.degraded ?? undefined)
    this.hindrance = computed(() => {
      if (boat.link.isLost.value) return 'anchor.why.lost'
      return boat.session.mayAnchor.value ? undefined : 'anchor.why.forbidden'
    })
    this.undoSeconds = computed(() =>
      this.isDown.value ? Math.max(0, Math.ceil((this.#undoUntil.value - boat.now.value) / 1_000)) : 0,
    )
    const looking = setInterval(() => void this.#look(), lookEveryMs)
    const following = effect(() => this.#followWish(this.limit.value, boat.now.value))
    // At once, and again when the line is back.
    const returning = effect(() => void (boat.link.isLost.value || this.#look()))
    this.#ends = [() => clearInterval(looking), following, returning]
  }

  /** The anchor falls now, from the bow. */
  async drop(): Promise<boolean> {
    return await this.#begin('drop')
  }

  /** The anchor lies at the end of so much rode; metres. */
  async reposition(rodeLength: number, anchorDepth: number): Promise<boolean> {
    return await this.#begin('reposition', { rodeLength, anchorDepth })
  }

  /** So much rode is out, and the anchor stays where it fell; metres. */
  async veer(rodeLength: number, anchorDepth: number): Promise<boolean> {
    return (await this.#send('veer', { rodeLength, anchorDepth })) !== undefined
  }

  /** The anchor fell where the boat was then. */
  async setFromTrack(time: string): Promise<boolean> {
    return await this.#begin('set-from-track', { time })
  }

  /** The anchor lies there. */
  async setAt({ latitude, longitude }: Place): Promise<boolean> {
    return await this.#begin('set-at', { latitude, longitude })
  }

  async raise(): Promise<void> {
    this.#undoUntil.value = 0
    await this.#send('raise')
  }

  /** Asks for a radius in metres; what is asked while another is on its way replaces it. */
  async askRadius(wanted: number): Promise<void> {
    if (this.hindrance.peek() !== undefined) return
    this.#wish.value = { wanted, phase: 'requested', since: performance.now() }
    if (this.#isSendingRadius) return
    this.#isSendingRadius = true
    try {
      let sent: number | undefined
      while (this.#wish.value?.phase === 'requested' && this.#wish.value.wanted !== sent) {
        sent = this.#wish.value.wanted
        await this.#sendRadius(sent)
      }
    } finally {
      this.#isSendingRadius = false
    }
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#problemEnds)
    for (const end of this.#ends) end()
  }

  get #alert() {
    return this.#alerts.list.value.find(({ path, status }) => path === anchorPath && status !== 'rectified')
  }

  #standing(): Standing {
    const { link, now, values } = this.#boat
    const heard = this.#heard.value
    const isRecent = heard !== undefined && now.value - heard.at < reportLastsMs
    const distance = values.of('navigation.anchor.currentRadius').value
    return standingOf({
      state: this.state.value,
      isLost: link.isLost.value || !isRecent,
      isConfirmed: heard?.report.confirmed !== false && heard?.report.online !== false,
      hasDistance: ageOf(distance, now.value) === 'fresh',
      degraded: heard?.report.degraded ?? null,
      alert: this.#alert,
    })
  }

  /** What begins a stay can be taken back for a while: then the anchor is up, as it was. */
  async #begin(order: Order, body?: unknown): Promise<boolean> {
    const wasDown = this.isDown.peek()
    const isDone = (await this.#send(order, body)) !== undefined
    if (isDone && !wasDown) this.#undoUntil.value = this.#boat.now.peek() + undoMs
    return isDone
  }

  async #sendRadius(value: number): Promise<void> {
    const anchor = await this.#send('radius', { value })
    const wish = this.#wish.peek()
    if (wish?.wanted !== value) return
    this.#wish.value = anchor === undefined ? undefined : { ...wish, phase: 'accepted' }
    this.#followWish(this.limit.peek(), performance.now())
  }

  async #send(order: Order, body?: unknown): Promise<AnchorState | undefined> {
    if (this.hindrance.peek() !== undefined) return undefined
    this.#busy.value = order
    try {
      const asking = body === undefined ? {} : { body }
      const { anchor } = await this.#boat.client.call<AnchorCompleted>('POST', [...base, order], asking)
      this.#complain(undefined)
      this.#hear(anchor)
      return anchor
    } catch (error) {
      this.#complain(sentenceOf(error))
      return undefined
    } finally {
      this.#busy.value = undefined
    }
  }

  #followWish(limit: number | undefined, now: number): void {
    this.#wish.value = agedWish(afterReport(this.#wish.peek(), limit), now)
  }

  #complain(message: string | undefined): void {
    clearTimeout(this.#problemEnds)
    this.#problem.value = message
    if (message !== undefined) this.#problemEnds = setTimeout(() => this.#complain(undefined), problemMs)
  }

  #hear(report: AnchorState): void {
    batch(() => {
      this.#provider.value = 'there'
      this.#heard.value = { report, at: performance.now() }
    })
  }

  async #look(): Promise<void> {
    if (this.#boat.link.isLost.peek() || this.#busy.peek() !== undefined) return
    try {
      const report = await this.#boat.client.call<AnchorState>('GET', base)
      // What was answered to a command meanwhile is newer.
      if (this.#busy.peek() === undefined) this.#hear(report)
    } catch (error) {
      if (error instanceof MarineDataError && error.code === 'no-provider') this.#provider.value = 'none'
    }
  }
}
