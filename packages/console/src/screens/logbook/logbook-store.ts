import type { Logbook, LogbookDay } from '@marinedata/model'
import { signal, type ReadonlySignal } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'
import { ActionRequests, Resource } from '#boat/requests.ts'
import type { WordKey } from '#words/screen-words.ts'

const address = 'vessels/self/logbook'
const pollMs = 5_000

/** Reads the logbook and the trip, adds notes and resets the trip. */
export class LogbookStore implements Disposable {
  readonly #boat: Boat
  readonly #summary: Resource<Logbook>
  /** The day whose entries are shown; undefined for the latest. */
  readonly #openDay = signal<string | undefined>(undefined)
  readonly #day: Resource<LogbookDay | undefined>
  #latestDay: string | undefined
  readonly #end: () => void

  readonly notes: ActionRequests<WordKey>
  readonly resets: ActionRequests<WordKey>

  constructor(boat: Boat) {
    this.#boat = boat
    this.notes = new ActionRequests<WordKey>(boat, {
      scope: 'alerts.ack',
      lost: 'logbook.lost',
      forbidden: 'logbook.crewOnly',
      keepsProblem: true,
    })
    this.resets = new ActionRequests<WordKey>(boat, {
      scope: 'course.command',
      lost: 'logbook.lost',
      forbidden: 'logbook.helmOnly',
    })
    this.#day = new Resource(() => this.#loadDay())
    this.#summary = new Resource(() => this.#load())
    this.#end = this.#summary.poll(pollMs, () => !boat.link.isLost.peek())
  }

  get summary(): ReadonlySignal<Logbook | undefined> {
    return this.#summary.value
  }

  get problem(): ReadonlySignal<string | undefined> {
    return this.#summary.problem
  }

  /** The entries of the open day, if there are any. */
  get day(): ReadonlySignal<LogbookDay | undefined> {
    return this.#day.value
  }

  /** Where a document with all entries is. */
  exportHref(kind: 'md' | 'csv'): string {
    return `/${this.#boat.productWord}/v2/api/${address}.${kind}`
  }

  open(day: string): void {
    this.#openDay.value = day
    void this.#day.refresh()
  }

  /** @returns whether it was saved */
  async addNote(text: string): Promise<boolean> {
    const saved = await this.notes.send(() =>
      this.#boat.client.call('POST vessels/self/logbook/entries', { body: { text } }),
    )
    if (saved === undefined) return false
    this.#openDay.value = undefined
    void this.#summary.refresh()
    return true
  }

  async resetTrip(): Promise<void> {
    await this.resets.send(() => this.#boat.client.call('POST vessels/self/logbook/trip/reset'))
    await this.#summary.refresh()
  }

  [Symbol.dispose](): void {
    this.#end()
    this.notes[Symbol.dispose]()
    this.resets[Symbol.dispose]()
  }

  /** Loads the logbook, and the entries of the open day when their number has changed. */
  async #load(): Promise<Logbook> {
    const logbook = await this.#boat.client.call('GET vessels/self/logbook')
    this.#latestDay = logbook.days[0]?.day
    const wanted = this.#openDay.peek() ?? this.#latestDay
    const listed = logbook.days.find(({ day }) => day === wanted)
    const shown = this.#day.value.peek()
    if (shown?.day !== wanted || shown?.entries.length !== listed?.entries) await this.#day.refresh()
    return logbook
  }

  async #loadDay(): Promise<LogbookDay | undefined> {
    const day = this.#openDay.peek() ?? this.#latestDay
    return day === undefined
      ? undefined
      : await this.#boat.client.call('GET vessels/self/logbook/days/{day}', { params: { day } })
  }
}
