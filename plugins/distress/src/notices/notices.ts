import { checkOf, severityOf, Type, type Condition, type Static } from '@marinedata/model'
import { nextEpisode, type AlertChange } from '../casualties/change.ts'
import { methodOf } from '../casualties/casualty.ts'
import type { Announcement } from '../evidence/evidence.ts'

const endsAfterMs = 1_800_000
const maxNotices = 16

/** A safety text or call in the list of alerts, as it is saved. Times are milliseconds since 1970. */
const Notice = Type.Object(
  {
    from: Type.String({ pattern: '^[0-9]{9}$' }),
    context: Type.String({ maxLength: 320 }),
    state: Type.Enum(['alert', 'warn']),
    message: Type.String({ maxLength: 256 }),
    episode: Type.Integer({ minimum: 0 }),
    heardAt: Type.Number({ minimum: 0 }),
  },
  { $id: 'Notice', additionalProperties: false },
)
type Notice = Static<typeof Notice>

const noticeCheck = checkOf<Notice>(Notice)

/** Safety texts, or urgency and safety calls: one alert per sender, which ends by time. */
export class Notices {
  readonly #group: Announcement['group']
  readonly #bySender = new Map<string, Notice>()

  constructor(group: Announcement['group']) {
    this.#group = group
  }

  get size(): number {
    return this.#bySender.size
  }

  get records(): readonly Notice[] {
    return [...this.#bySender.values()]
  }

  restore(saved: unknown, now: number): AlertChange[] {
    const records = Array.isArray(saved)
      ? saved.slice(0, maxNotices).filter((one) => noticeCheck.accepts(one))
      : []
    return records.map((record: Notice) => this.#put({ ...record, heardAt: Math.min(record.heardAt, now) }))
  }

  receive({ from, context, state, message }: Announcement, now: number): AlertChange[] {
    const known = this.#bySender.get(from)
    if (known?.message === message && known.state === state) {
      this.#bySender.set(from, { ...known, heardAt: now })
      return []
    }
    const changes = known === undefined ? this.#makeRoom(state) : []
    if (changes === undefined) return []
    const episode = nextEpisode(now, known?.episode)
    return [...changes, this.#put({ from, context, state, message, episode, heardAt: now })]
  }

  tick(now: number): AlertChange[] {
    return this.records
      .filter(({ heardAt }) => now - heardAt >= endsAfterMs)
      .map((notice) => this.#end(notice))
  }

  /** The oldest of the least severe gives way; undefined when all are more severe. */
  #makeRoom(state: Notice['state']): AlertChange[] | undefined {
    if (this.#bySender.size < maxNotices) return []
    const least = this.records.reduce((one, other) => (isLess(other, one) ? other : one))
    return severityOf(least.state) > severityOf(state) ? undefined : [this.#end(least)]
  }

  #put(notice: Notice): AlertChange {
    this.#bySender.set(notice.from, notice)
    const { state, message, episode, context } = notice
    const condition: Condition = { state, method: methodOf(state), message, episode, context, endable: true }
    return { path: this.#pathOf(notice), condition }
  }

  #end(notice: Notice): AlertChange {
    this.#bySender.delete(notice.from)
    return { path: this.#pathOf(notice), condition: undefined }
  }

  #pathOf({ from }: Notice): string {
    return `notifications.${this.#group}.${from}`
  }
}

const isLess = (one: Notice, other: Notice): boolean =>
  severityOf(one.state) < severityOf(other.state) ||
  (one.state === other.state && one.heardAt < other.heardAt)
