import { logbookName, tripResource, type LogbookEntry, type LogbookTrip } from '@marinedata/model'
import { MarineDataError, type Boat } from '@marinedata/plugin-api'
import { Conditions, type LoggedEvent } from './conditions.ts'
import { EventBudget } from './event-budget.ts'
import { Pages } from './pages.ts'
import { keys, type SavedLogbook, type SavedState } from './saved-logbook.ts'
import { Saver } from './saver.ts'
import { Situation } from './situation.ts'
import { figuresOf, noCounters, TripMeter, withUnknown, type Counters } from './trip-meter.ts'

type Seconds = number

export interface LogbookSettings {
  /** Seconds between two entries under way. */
  readonly interval: number
  /** Metres per second. */
  readonly fastest: number
}

interface Moment {
  /** Monotonic. */
  readonly now: Seconds
  /** Of the wall clock. */
  readonly date: Date
}

/** A longer pause is not one of a voyage. */
const longestPause: Seconds = 30 * 86_400

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** Writes entries and counts the trip. Callers pass in the time and what is received. */
export class LogbookWriter {
  readonly #boat: Boat
  readonly #settings: LogbookSettings
  readonly #saver: Saver
  readonly #pages: Pages
  readonly #conditions: Conditions
  readonly #situation = new Situation()
  readonly #meter: TripMeter
  readonly #budget: EventBudget
  #state: SavedState
  #provided = ''
  #savedCounters: readonly Counters[] = []

  constructor(boat: Boat, settings: LogbookSettings, { state, conditions, pages }: SavedLogbook) {
    this.#boat = boat
    this.#settings = settings
    this.#saver = new Saver(boat.storage)
    this.#pages = new Pages(pages, state.removed)
    this.#conditions = new Conditions(conditions)
    this.#meter = new TripMeter(settings.fastest, state.isUnderWay)
    this.#budget = new EventBudget(performance.now() / 1_000)
    this.#state = state
    this.#savedCounters = [state.trip, state.today]
  }

  get trip(): LogbookTrip {
    const { since, trip } = this.#state
    const figures = figuresOf(trip)
    const { isUnderWay } = this.#meter
    return { id: tripResource, name: 'Trip', since, figures, isUnderWay, removed: this.#pages.removed }
  }

  get entryCount(): number {
    return this.#pages.all.reduce((sum, { entries }) => sum + entries.length, 0)
  }

  /** Whether the counters have changed since the last save. */
  get isChanged(): boolean {
    const { trip, today } = this.#state
    return JSON.stringify([trip, today]) !== JSON.stringify(this.#savedCounters)
  }

  /** Provides what an earlier run has written, and counts the time since it was saved. */
  async begin({ date }: Moment): Promise<void> {
    const { savedAt, isUnderWay } = this.#state
    const pause = (date.getTime() - Date.parse(savedAt)) / 1_000
    if (isUnderWay && pause > 0 && pause < longestPause)
      this.#count((counters) => withUnknown(counters, pause))
    for (const page of this.#pages.all) await this.#boat.putResource(logbookName, page)
    await this.provide()
  }

  take(delta: Parameters<Situation['take']>[0], moment: Moment): void {
    this.#situation.take(delta, moment.now)
    for (const event of this.#conditions.take(delta)) this.#log(event, moment)
  }

  /** Once a second. */
  tick(moment: Moment): void {
    const { now, date } = moment
    this.#turnDay(dayOf(date))
    const { isUnderWay: wasUnderWay } = this.#meter
    const count = this.#meter.tick(
      {
        speed: this.#situation.number('navigation.speedOverGround', now),
        position: this.#situation.position(now),
        isAnchored: this.#conditions.isAnchored,
        isEngineRunning: this.#conditions.isEngineRunning,
      },
      now,
    )
    this.#count(count)
    const { isUnderWay } = this.#meter
    if (isUnderWay !== wasUnderWay) this.#log({ kind: isUnderWay ? 'under-way' : 'stopped' }, moment)
    else if (isUnderWay && this.#isRegularDue(date)) this.#log({ kind: 'hour' }, moment)
    const skipped = this.#budget.takeSkipped(now)
    if (skipped > 0) this.#log({ kind: 'skipped', text: String(skipped) }, moment)
  }

  /** Resolves when the note is on disk. */
  async addNote(
    note: { readonly text: string; readonly author?: string },
    moment: Moment,
  ): Promise<LogbookEntry> {
    const entry = this.#add({ kind: 'note', ...note }, moment)
    try {
      await this.save(moment)
    } catch (error) {
      const reason = (error as Error).message
      throw new MarineDataError('storage-full', `The note is written but not on disk yet: ${reason}`)
    }
    return entry
  }

  /** Resolves when it is on disk. */
  async resetTrip(moment: Moment): Promise<LogbookTrip> {
    this.#state = { ...this.#state, trip: noCounters, since: moment.date.toISOString() }
    await this.save(moment)
    await this.provide()
    return this.trip
  }

  /** Resolves when everything is on disk. */
  save({ date }: Moment): Promise<void> {
    this.#state = {
      ...this.#state,
      savedAt: date.toISOString(),
      isUnderWay: this.#meter.isUnderWay,
      removed: this.#pages.removed,
    }
    this.#savedCounters = [this.#state.trip, this.#state.today]
    this.#saver.set(keys.state, this.#state)
    this.#saver.set(keys.conditions, this.#conditions.saved)
    return this.#saver.save()
  }

  /** Shows the figures of the trip and of today, if they have changed. */
  async provide(): Promise<void> {
    const { trip } = this
    const text = JSON.stringify(trip)
    if (text === this.#provided) return
    this.#provided = text
    const { day, today } = this.#state
    const page = this.#pages.setTotals(day, figuresOf(today))
    await this.#boat.putResource(logbookName, trip)
    if (page !== undefined) await this.#boat.putResource(logbookName, page)
  }

  #count(count: (counters: Counters) => Counters): void {
    const { trip, today } = this.#state
    this.#state = { ...this.#state, trip: count(trip), today: count(today) }
  }

  #isRegularDue(date: Date): boolean {
    const passed = date.getTime() - this.#state.regularAt
    // Negative after the clock was set back.
    return passed < 0 || passed >= this.#settings.interval * 1_000
  }

  #turnDay(day: string): void {
    if (day === this.#state.day) return
    const page = this.#pages.setTotals(this.#state.day, figuresOf(this.#state.today))
    if (page !== undefined) {
      this.#saver.set(keys.page(page.id), page)
      this.#run(this.#boat.putResource(logbookName, page), 'show the totals of the day')
    }
    this.#state = { ...this.#state, day, today: noCounters }
  }

  #log(event: LoggedEvent, moment: Moment): void {
    const isAlarm = event.kind === 'alarm-raised' || event.kind === 'alarm-cleared'
    if (isAlarm && !this.#budget.take(moment.now)) return
    this.#add(event, moment)
    this.#run(this.save(moment), 'save the logbook')
  }

  #add(what: LoggedEvent & { readonly author?: string }, { now, date }: Moment): LogbookEntry {
    const entry: LogbookEntry = { time: date.toISOString(), ...what, ...this.#situation.describe(now) }
    if (what.kind === 'hour' || what.kind === 'under-way')
      this.#state = { ...this.#state, regularAt: date.getTime() }
    const { page, removed } = this.#pages.add(entry)
    for (const id of removed) {
      this.#saver.set(keys.page(id), null)
      this.#run(this.#boat.removeResource(logbookName, id), 'remove the oldest page')
    }
    if (removed.length > 0) this.#boat.log.warn(`the logbook is full: removed ${removed.join(', ')}`)
    this.#saver.set(keys.page(page.id), page)
    this.#saver.set(keys.index, this.#pages.ids)
    this.#run(this.#boat.putResource(logbookName, page), 'show the entry')
    return entry
  }

  #run(work: Promise<void>, what: string): void {
    work.catch((error: Error) => this.#boat.log.warn(`could not ${what}: ${error.message}`))
  }
}
