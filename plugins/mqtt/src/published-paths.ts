import { isNotificationPath, MarineDataError, PathPattern } from '@marinedata/model'

interface Entry {
  readonly pattern: PathPattern
  readonly text: string
  readonly periodMs: number
}

/** Shorter periods are no limit: every change is sent. */
const leastPeriodMs = 100
/** The longest period of a subscription. */
const mostSeconds = 3_600

/** Which paths are published, and how often. */
export class PublishedPaths {
  readonly #entries: readonly Entry[]

  /**
   * @param entries patterns such as `environment.wind.*` and `tanks.*=60`
   * @param period seconds between two values for an entry without a number
   * @throws MarineDataError `invalid-settings` for a text that is no pattern, and for more than an hour
   */
  constructor(entries: readonly string[], period: number) {
    this.#entries = entries.map((entry) => {
      const [text = '', seconds = String(period)] = entry.split('=')
      const pattern = PathPattern.parse(text)
      if (pattern === undefined)
        throw new MarineDataError('invalid-settings', `"${text}" in "paths" is not a path or a pattern`)
      if (Number(seconds) > mostSeconds)
        throw new MarineDataError('invalid-settings', `"${entry}" in "paths": at most ${mostSeconds} seconds`)
      return { pattern, text, periodMs: Number(seconds) * 1_000 }
    })
  }

  /** The least time between two values of a path; undefined for one that is not published. */
  periodMsOf(path: string): number | undefined {
    const patterned = { text: path, segments: path.split('.') }
    const entry = this.#entries.find(({ pattern }) => pattern.matches(patterned))
    if (entry === undefined) return undefined
    // An alarm does not wait.
    return isNotificationPath(path) ? 0 : entry.periodMs
  }

  /** What to subscribe to. */
  get subscriptions(): { path: string; period?: number }[] {
    return this.#entries.map(({ text, periodMs }) =>
      isNotificationPath(text) || periodMs < leastPeriodMs
        ? { path: text }
        : { path: text, period: Math.round(periodMs) },
    )
  }
}
