import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import { selfContext, type AlertRequest, type SentDelta } from '@marinedata/model'
import type { Boat } from '#boat/boat.ts'
import { ActionRequests } from '#boat/requests.ts'
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
  isBanded,
  pressingOf,
  type AlertUpdate,
  type ShownAlert,
  applyUpdate,
  noAlerts,
  withoutLost,
  type ActiveAlerts,
} from './alert.ts'

const silenceMs = 30_000

type AlertBoat = Pick<Boat, 'client' | 'link' | 'values' | 'session' | 'onDelta'>

interface AlertDisplay {
  /** This display is not used for steering or navigation, so every alarm may fill it. */
  readonly isUnattended: boolean
}

/** The alerts of the boat, those that fill the screen or are shown above it, and the user's answers. */
export class Alerts implements Disposable {
  readonly #boat: AlertBoat
  readonly #active = signal<ActiveAlerts>(noAlerts)
  /** When each alert was last received, on the clock of `performance.now()`. */
  readonly #lastReceivedAt = new Map<string, number>()
  readonly #minimized = signal<string | undefined>(undefined)
  readonly #requests: ActionRequests<WordKey>
  /** Id of the crew call raised from this page. */
  readonly #called = signal<string | undefined>(undefined)
  readonly #ends: (() => void)[]

  /** Alerts outside the server's list are silenced on this page only. */
  readonly #quietHere = signal<ReadonlySet<string>>(new Set())

  /** The most severe first. */
  readonly list: ReadonlySignal<readonly ShownAlert[]> = computed(() =>
    [...this.#active.value.values()].map((alert) => this.#asHere(alert)).toSorted(byUrgency),
  )
  readonly isFlashing: ReadonlySignal<boolean> = computed(() => this.list.value.some(isFlashing))
  /** An unacknowledged crew call from this page. */
  readonly ownCall: ReadonlySignal<ShownAlert | undefined> = computed(() =>
    this.list.value.find((alert) => alert.id === this.#called.value && isUnanswered(alert)),
  )
  /** Alerts for this page. The crew call raised here neither fills this screen nor sounds here. */
  readonly forHere: ReadonlySignal<readonly ShownAlert[]> = computed(() =>
    this.list.value.filter(({ id }) => id !== this.#called.value),
  )
  /** The alarm to answer first, until it is silenced or acknowledged. */
  readonly pressing: ReadonlySignal<ShownAlert | undefined> = computed(() => pressingOf(this.forHere.value))
  /** The alarm that fills the screen. */
  readonly takeover: ReadonlySignal<ShownAlert | undefined>
  /** The alarms that have a band, answered or not, until their cause ends. The most severe first. */
  readonly banded: ReadonlySignal<readonly ShownAlert[]>
  /** Whether the user of this page has minimized the alarm to a bar or band. */
  readonly isMinimized: ReadonlySignal<boolean> = computed(
    () => this.pressing.value !== undefined && markOf(this.pressing.value) === this.#minimized.value,
  )
  /** Why alarms cannot be answered here; undefined if they can. */
  readonly disabledReason: ReadonlySignal<WordKey | undefined>
  /** Why the last answer was refused. */
  readonly problem: ReadonlySignal<string | undefined>

  constructor(boat: AlertBoat, { isUnattended }: AlertDisplay) {
    this.#boat = boat
    this.takeover = computed(() => {
      const alert = this.pressing.value
      if (alert === undefined || this.isMinimized.value) return undefined
      return isUnattended || !isBanded(alert) ? alert : undefined
    })
    this.banded = computed(() =>
      this.forHere.value.filter((alert) => isBanded(alert) && isAlarm(alert) && alert.status !== 'rectified'),
    )
    this.#requests = new ActionRequests<WordKey>(boat, {
      scope: 'alerts.ack',
      lost: 'alerts.noLink',
      forbidden: 'alerts.notAllowed',
    })
    this.problem = this.#requests.problem
    this.disabledReason = this.#requests.disabledReason
    for (const path of boat.values.paths) this.#receiveReading(path)
    const listening = boat.onDelta((delta) => this.#take(delta))
    const forgetting = effect(() => {
      if (this.pressing.value === undefined) this.#minimized.value = undefined
    })
    this.#ends = [() => listening[Symbol.dispose](), forgetting, this.#catchUpAfterLoss()]
  }

  /** Silences all sounding alerts for 30 s. */
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

  /** Acknowledges only the alerts that were shown: a new alert stays unread. */
  acknowledge(alerts: readonly ShownAlert[]): Promise<void> {
    return this.#answer('acknowledge', alerts.filter(isAcknowledgeable))
  }

  /** Ends an alert whose source cannot know when it is over. */
  async end({ id }: Pick<ShownAlert, 'id'>): Promise<void> {
    await this.#requests.send(() => this.#boat.client.call('DELETE notifications/{id}', { params: { id } }))
  }

  /** Raises a crew call. */
  async call(body: AlertRequest): Promise<void> {
    const done = await this.#requests.send(() => this.#boat.client.call('POST notifications', { body }))
    if (done !== undefined) this.#called.value = done.alert.id
  }

  /**
   * Minimizes an alarm to a bar or band; it stays active and sounds. Also for an alarm raised here that has not arrived yet.
   */
  minimize(alert: Pick<ShownAlert, 'id' | 'priority'>): void {
    this.#minimized.value = markOf(alert)
  }

  restore(): void {
    this.#minimized.value = undefined
  }

  [Symbol.dispose](): void {
    this.#requests[Symbol.dispose]()
    for (const end of this.#ends) end()
  }

  async #answer(verb: 'silence' | 'acknowledge', alerts: readonly ShownAlert[]): Promise<void> {
    await this.#requests.send(async () => {
      const answers = await Promise.allSettled(
        alerts.map(({ id }) => this.#boat.client.call(`POST notifications/{id}/${verb}`, { params: { id } })),
      )
      const refused = answers.find((answer) => answer.status === 'rejected')
      if (refused !== undefined) throw refused.reason
    })
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

  #take({ context, updates }: SentDelta): void {
    if (context !== selfContext) return
    batch(() => {
      for (const { $source: source = '', values = [] } of updates)
        for (const { path, value } of values) this.#receive({ path, source, value })
    })
  }

  #receiveReading(path: string): void {
    const reading = this.#boat.values.of(path).peek()
    if (reading !== undefined) this.#receive({ path, source: reading.source, value: reading.value })
  }

  #receive(update: AlertUpdate): void {
    if (!update.path.startsWith(notificationRoot)) return
    const now = performance.now()
    this.#active.value = applyUpdate(this.#active.peek(), update)
    const key = keyOf(update)
    if (this.#active.peek().has(key)) this.#lastReceivedAt.set(key, now)
    else this.#lastReceivedAt.delete(key)
  }

  /** Reloads the list after a lost connection: a restarted server does not report alerts that ended during the loss. */
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
      const known = new Set((await this.#boat.client.call('GET notifications')).map(({ id }) => id))
      // An unlisted alert has ended if the server has not sent it again since.
      const isLost = ({ key, id, isListed }: ShownAlert): boolean =>
        !known.has(id) && (this.#lastReceivedAt.get(key) ?? 0) < (isListed ? askedAt : lostAt)
      this.#active.value = withoutLost(this.#active.peek(), isLost)
    } catch {
      // The connection is lost again; the list is reloaded when it is back.
    }
  }
}

/** The priority is part of the mark: an alarm that gets worse fills the screen again. */
const markOf = ({ id, priority }: Pick<ShownAlert, 'id' | 'priority'>): string => `${id} ${priority}`
