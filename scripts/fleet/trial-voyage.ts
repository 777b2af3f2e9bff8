import type { HistoryLog, LogSegment } from '@marinedata/history'
import type { RecordedLog } from '@marinedata/plugin-api'
import { BoatTraffic } from '../../packages/history/testing/boat-traffic.ts'
import { openLog, TrialClock, type OpenOptions } from '../../packages/history/testing/trial-log.ts'

const inBase64 = ({ blob, ...times }: LogSegment) => ({
  ...times,
  ...(blob !== undefined && { blob: Buffer.from(blob).toString('base64') }),
})

/** A log as plugins read it through the server. */
export const recordedLog = (log: HistoryLog): RecordedLog => ({
  head: () => Promise.resolve(log.head()),
  segments: ({ lane, after, most }) => Promise.resolve(log.read(lane, after, most).map(inBase64)),
  events: ({ after, most }) => Promise.resolve(log.events(after, most)),
  series: ({ after, most }) => Promise.resolve(log.series(after, most)),
  startEpoch: (epoch) => {
    if (log.logId === epoch) log.startEpoch()
    return Promise.resolve(log.head())
  },
})

const alarmPath = 'notifications.environment.depth.belowTransducer'

/** A boat that sails with a simulated clock and records what it measures: 27 series, 36 samples a second. */
export class TrialVoyage implements Disposable {
  readonly clock: TrialClock
  readonly log: HistoryLog
  readonly #traffic = new BoatTraffic()
  /** Called with every change. */
  onChange: (change: { readonly path: string; readonly source: string; readonly value: unknown }) => void =
    () => undefined

  constructor(folder: string, { clock, ...options }: OpenOptions & { readonly clock?: TrialClock } = {}) {
    this.clock = clock ?? new TrialClock(Date.UTC(2026, 5, 1))
    this.log = openLog(folder, this.clock, options)
  }

  /** Sails for some time, in steps of 100 ms. */
  sail(ms: number): void {
    for (let tick = 1; tick <= ms / 100; tick++) {
      for (const change of this.#traffic.at(this.clock.wall())) {
        this.log.record(change)
        this.onChange(change)
      }
      this.clock.advance(100)
      if (tick % 10 === 0) this.log.tick()
    }
  }

  /** Raises or clears an alarm: an event of the log. */
  alarm(isOn: boolean): void {
    const value = isOn
      ? { state: 'alarm', method: ['visual', 'sound'], message: 'The water is shallow' }
      : null
    const change = {
      context: 'vessels.self',
      path: alarmPath,
      source: 'sounder',
      at: this.clock.wall(),
      value,
    }
    this.log.record(change)
    this.onChange(change)
  }

  [Symbol.dispose](): void {
    this.log.close()
  }
}
