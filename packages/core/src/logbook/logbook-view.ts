import {
  checkOf,
  LogbookPage,
  LogbookTrip,
  MarineDataError,
  tripResource,
  type Logbook,
  type LogbookDay,
} from '@marinedata/model'

const pageCheck = checkOf<LogbookPage>(LogbookPage)
const tripCheck = checkOf<LogbookTrip>(LogbookTrip)

/**
 * The logbook in the resources of its plugin. While the logbook is disabled, any plugin may use the name of its kind: each
 * resource is checked, and invalid ones are ignored.
 */
export class LogbookView {
  readonly #pages: readonly LogbookPage[]
  readonly #trip: LogbookTrip | undefined

  constructor(resources: readonly { readonly id: string }[]) {
    this.#pages = resources.filter((resource): resource is LogbookPage => pageCheck.accepts(resource))
    const trip: unknown = resources.find(({ id }) => id === tripResource)
    this.#trip = tripCheck.accepts(trip) ? trip : undefined
  }

  /** The trip and the days. */
  get summary(): Logbook {
    const trip = this.#trip
    return {
      trip:
        trip === undefined ? null : { since: trip.since, figures: trip.figures, isUnderWay: trip.isUnderWay },
      days: this.days
        .map(({ day, entries, totals }) => ({ day, entries: entries.length, totals }))
        .toReversed(),
      removed: trip?.removed ?? null,
    }
  }

  /** All days, oldest first. */
  get days(): LogbookDay[] {
    const names = [...new Set(this.#pages.map(({ day }) => day))].toSorted()
    return names.map((day) => this.#dayOf(day))
  }

  /** @throws MarineDataError `not-found` */
  day(day: string): LogbookDay {
    if (!this.#pages.some((page) => page.day === day))
      throw new MarineDataError('not-found', `The logbook has no entries of ${day}`)
    return this.#dayOf(day)
  }

  #dayOf(day: string): LogbookDay {
    const pages = this.#pages
      .filter((page) => page.day === day)
      .toSorted((one, other) => numberOf(one) - numberOf(other))
    return {
      day,
      totals: pages.find(({ totals }) => totals !== undefined)?.totals ?? null,
      entries: pages.flatMap(({ entries }) => entries),
    }
  }
}

const numberOf = ({ id }: LogbookPage): number => Number(id.split('.')[1] ?? 1)
