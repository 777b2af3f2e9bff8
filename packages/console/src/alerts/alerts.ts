import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import {
  selfContext,
  type AlertCompleted,
  type AlertList,
  type AlertRequest,
  type SentDelta,
} from '@marinedata/model'
import type { Boat } from '#boat/boat.ts'
import { sentenceOf } from '#boat/refusals.ts'
import type { WordKey } from '#words/words.ts'
import {
  byUrgency,
  isAcknowledgeable,
  isAlarm,
  isFlashing,
  isSilenceable,
  isUnanswered,
  keyOf,
  notificationRoot,
  takeoverOf,
  type News,
  type ShownAlert,
} from './alert.ts'
import { heard, nothingStands, withoutLost, type Standing } from './standing.ts'

const api = 'notifications'
const problemMs = 8_000
const silenceMs = 30_000

type AlertBoat = Pick<Boat, 'client' | 'link' | 'values' | 'session' | 'onDelta'>

/** The alerts of the boat: what stands, what takes the screen, and the answers of whoever sits at this page. */
export class Alerts implements Disposable {
  readonly #boat: AlertBoat
  readonly #standing = signal<Standing>(nothingStands)
  /** When each was last told, on the clock of `performance.now()`. */
  readonly #toldAt = new Map<string, number>()
  readonly #lookedPast = signal<string | undefined>(undefined)
  readonly #problem = signal<string | undefined>(undefined)
  /** The id of what was called from here. */
  readonly #called = signal<string | undefined>(undefined)
  readonly #ends: (() => void)[]
  #problemEnds: ReturnType<typeof setTimeout> | undefined

  /** What the boat has no place for is silenced on this page alone. */
  readonly #quietHere = signal<ReadonlySet<string>>(new Set())

  /** The worst first. */
  readonly list: ReadonlySignal<readonly ShownAlert[]> = computed(() =>
    [...this.#standing.value.values()].map((alert) => this.#asHere(alert)).toSorted(byUrgency),
  )
  readonly isFlashing: ReadonlySignal<boolean> = computed(() => this.list.value.some(isFlashing))
  /** A call for hands from this page that nobody has heard yet. */
  readonly ownCall: ReadonlySignal<ShownAlert | undefined> = computed(() =>
    this.list.value.find((alert) => alert.id === this.#called.value && isUnanswered(alert)),
  )
  /** Whoever calls others is not called: neither does it fill this screen nor is it heard here. */
  readonly forHere: ReadonlySignal<readonly ShownAlert[]> = computed(() =>
    this.list.value.filter(({ id }) => id !== this.#called.value),
  )
  /** An alarm that nobody has answered, until it is silenced or acknowledged. */
  readonly pressing: ReadonlySignal<ShownAlert | undefined> = computed(() => takeoverOf(this.forHere.value))
  /** Whoever looked past it on this page has it as a bar, and not all over the screen. */
  readonly isLookedPast: ReadonlySignal<boolean> = computed(
    () => this.pressing.value !== undefined && markOf(this.pressing.value) === this.#lookedPast.value,
  )
  /** Why alarms cannot be answered here; undefined when they can. */
  readonly hindrance: ReadonlySignal<WordKey | undefined>
  /** Why the last answer was not taken. */
  readonly problem: ReadonlySignal<string | undefined> = this.#problem

  constructor(boat: AlertBoat) {
    this.#boat = boat
    this.hindrance = computed(() => {
      if (boat.link.isLost.value) return 'alerts.noLink'
      return boat.session.mayAnswerAlarms.value ? undefined : 'alerts.notAllowed'
    })
    for (const path of boat.values.paths) this.#hearReading(path)
    const listening = boat.onDelta((delta) => this.#take(delta))
    const forgetting = effect(() => {
      if (this.pressing.value === undefined) this.#lookedPast.value = undefined
    })
    this.#ends = [() => listening[Symbol.dispose](), forgetting, this.#catchUpAfterLoss()]
  }

  /** Quiet for half a minute: everything that cries, as a hand on the bell stops all of it. */
  silenceAlarms(): Promise<void> {
    return this.silence(this.list.value.filter((alert) => isAlarm(alert) && alert.status === 'active'))
  }

  silence(alerts: readonly ShownAlert[]): Promise<void> {
    const { listed = [], others = [] } = Object.groupBy(alerts.filter(isSilenceable), ({ isListed }) =>
      isListed ? 'listed' : 'others',
    )
    this.#silenceHere(others)
    return this.#answer('silence', listed)
  }

  /** Only what was shown: one that comes in this very moment is not acknowledged unread. */
  acknowledge(alerts: readonly ShownAlert[]): Promise<void> {
    return this.#answer('acknowledge', alerts.filter(isAcknowledgeable))
  }

  /** Calls whoever is aboard. */
  async call(body: AlertRequest): Promise<void> {
    if (this.hindrance.peek() !== undefined) return
    try {
      const { alert } = await this.#boat.client.call<AlertCompleted>('POST', api, { body })
      this.#called.value = alert.id
      this.#complain(undefined)
    } catch (error) {
      this.#complain(sentenceOf(error))
    }
  }

  /** Makes room for a screen; the alarm stays, and is heard. Also for one that was raised here and is yet to be told. */
  lookPast(alert: Pick<ShownAlert, 'id' | 'priority'>): void {
    this.#lookedPast.value = markOf(alert)
  }

  lookAgain(): void {
    this.#lookedPast.value = undefined
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#problemEnds)
    for (const end of this.#ends) end()
  }

  async #answer(verb: 'silence' | 'acknowledge', alerts: readonly ShownAlert[]): Promise<void> {
    if (this.hindrance.peek() !== undefined) return
    const answers = await Promise.allSettled(
      alerts.map(({ id }) => this.#boat.client.call('POST', [api, id, verb])),
    )
    const refused = answers.find((answer) => answer.status === 'rejected')
    this.#complain(refused === undefined ? undefined : sentenceOf(refused.reason))
  }

  #asHere(alert: ShownAlert): ShownAlert {
    const isQuiet = !alert.isListed && this.#quietHere.value.has(markOf(alert))
    return isQuiet ? { ...alert, status: 'silenced', hasSound: false } : alert
  }

  #silenceHere(alerts: readonly ShownAlert[]): void {
    if (alerts.length === 0) return
    const marks = new Set(alerts.map(markOf))
    this.#quietHere.value = new Set([...this.#quietHere.peek(), ...marks])
    setTimeout(() => {
      this.#quietHere.value = new Set([...this.#quietHere.peek()].filter((mark) => !marks.has(mark)))
    }, silenceMs)
  }

  #complain(message: string | undefined): void {
    clearTimeout(this.#problemEnds)
    this.#problem.value = message
    if (message !== undefined) this.#problemEnds = setTimeout(() => this.#complain(undefined), problemMs)
  }

  #take({ context, updates }: SentDelta): void {
    if (context !== selfContext) return
    batch(() => {
      for (const { $source: source = '', values = [] } of updates)
        for (const { path, value } of values) this.#hear({ path, source, value })
    })
  }

  #hearReading(path: string): void {
    const reading = this.#boat.values.of(path).peek()
    if (reading !== undefined) this.#hear({ path, source: reading.source, value: reading.value })
  }

  #hear(news: News): void {
    if (!news.path.startsWith(notificationRoot)) return
    const now = performance.now()
    this.#standing.value = heard(this.#standing.peek(), news)
    const key = keyOf(news)
    if (this.#standing.peek().has(key)) this.#toldAt.set(key, now)
    else this.#toldAt.delete(key)
  }

  /** A boat that was started anew does not say what ended meanwhile. */
  #catchUpAfterLoss(): () => void {
    let lostAt: number | undefined
    return effect(() => {
      const isLost = this.#boat.link.isLost.value
      if (lostAt !== undefined && !isLost) void this.#catchUp(lostAt)
      lostAt = isLost ? (lostAt ?? performance.now()) : undefined
    })
  }

  async #catchUp(lostAt: number): Promise<void> {
    const askedAt = performance.now()
    try {
      const known = new Set((await this.#boat.client.call<AlertList>('GET', api)).map(({ id }) => id))
      // The boat does not list all that it tells: of that, what it has not told since is over.
      const isLost = ({ key, id, isListed }: ShownAlert): boolean =>
        !known.has(id) && (this.#toldAt.get(key) ?? 0) < (isListed ? askedAt : lostAt)
      this.#standing.value = withoutLost(this.#standing.peek(), isLost)
    } catch {
      // The line is gone again; it is asked anew when it is back.
    }
  }
}

/** Worse than before is not what was looked past. */
const markOf = ({ id, priority }: Pick<ShownAlert, 'id' | 'priority'>): string => `${id} ${priority}`
