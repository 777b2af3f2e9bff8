import { severityOf, type Condition, type Notification } from '@marinedata/model'
import { shareOf } from './alert-room.ts'
import { keyOf, quietly, shownState, type AlertRecord, type Hearing } from './alert-record.ts'

export const unrecordedLimits = { total: 1_024, perSource: 128 } as const

interface Unrecorded {
  readonly hearing: Hearing
  /** What someone acknowledged before it made room; undefined when nobody has. */
  readonly acknowledged: Condition | undefined
}

const loudness = ({ condition }: Hearing): number => severityOf(condition.state)

/** What is wrong without a place of its own among the alerts: it is told all the same, and gets a place when there is one. */
export class UnrecordedAlerts {
  readonly #byKey = new Map<string, Unrecorded>()

  /** How many wait for a place. */
  get waiting(): number {
    return this.#loud().length
  }

  /** Whether it was acknowledged before it made room, and is neither worse nor another call: then it stays quiet. */
  isAcknowledged({ path, source, condition }: Hearing): boolean {
    const before = this.#byKey.get(keyOf({ path, source }))?.acknowledged
    return (
      before !== undefined &&
      severityOf(condition.state) <= severityOf(before.state) &&
      condition.episode === before.episode
    )
  }

  /** What made room: it is acknowledged still, or waits for a place again. */
  addEvicted(record: AlertRecord): void {
    const { path, source, condition, status } = record
    if (status === 'rectified') return
    const state = shownState(record)
    const acknowledged = status === 'acknowledged' ? { ...condition, state } : undefined
    this.#put({ hearing: { path, source, condition }, acknowledged })
  }

  /** What is told of it; undefined when it is not known. */
  at(place: Pick<Hearing, 'path' | 'source'>): Notification | undefined {
    const known = this.#byKey.get(keyOf(place))
    return known?.acknowledged ? quietly(known.hearing.condition) : known?.hearing.condition
  }

  /** Takes in what finds no place; gives what is told of it. */
  hear(hearing: Hearing): Notification {
    const acknowledged = this.isAcknowledged(hearing)
      ? this.#byKey.get(keyOf(hearing))?.acknowledged
      : undefined
    this.#put({ hearing, acknowledged })
    return acknowledged ? quietly(hearing.condition) : hearing.condition
  }

  remove(place: Pick<Hearing, 'path' | 'source'>): void {
    this.#byKey.delete(keyOf(place))
  }

  /** Those that wait for a place: the worst first, of equals the oldest. */
  inOrder(): Hearing[] {
    return this.#loud().toSorted((one, other) => loudness(other) - loudness(one))
  }

  /** What the server says of it: how many, and whose most of them are; undefined when none waits. */
  condition(): Condition | undefined {
    const loud = this.#loud()
    if (loud.length === 0) return undefined
    const bySource = [...Map.groupBy(loud, ({ source }) => shareOf(source)).values()]
    const [own = []] = bySource.toSorted((one, other) => other.length - one.length)
    const source = shareOf(own[0]?.source ?? '')
    const isAlarm = loud.some((hearing) => loudness(hearing) >= severityOf('alarm'))
    return {
      state: isAlarm ? 'alarm' : 'warn',
      method: isAlarm ? ['visual', 'sound'] : ['visual'],
      message: `Too many alerts: ${loud.length} have no place in the list, ${own.length} of them from "${source}". Check "${source}", and acknowledge alerts to make room.`,
    }
  }

  #loud(): Hearing[] {
    return [...this.#byKey.values()].flatMap(({ hearing, acknowledged }) => (acknowledged ? [] : hearing))
  }

  /** One more than there is room for is told, and not remembered: it has to be raised again to get a place. */
  #put(unrecorded: Unrecorded): void {
    const key = keyOf(unrecorded.hearing)
    const known = this.#byKey.get(key)
    if (known === undefined && !this.#hasRoomFor(unrecorded.hearing)) return
    this.#byKey.set(key, unrecorded)
  }

  #hasRoomFor({ source }: Hearing): boolean {
    if (this.#byKey.size >= unrecordedLimits.total) return false
    let own = 0
    const share = shareOf(source)
    for (const { hearing } of this.#byKey.values()) if (shareOf(hearing.source) === share) own++
    return own < unrecordedLimits.perSource
  }
}
