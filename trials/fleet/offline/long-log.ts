import type { HistoryLog } from '@marinedata/history'
import type { LogHead } from '@marinedata/model'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BoatTraffic } from '../../../packages/history/testing/boat-traffic.ts'
import { openLog, TrialClock } from '../../../packages/history/testing/trial-log.ts'
import type { ComparedLog } from '../../../scripts/fleet/copy-ashore.ts'

const tickMs = 20_000
const memory = '/dev/shm'

/** A log that grows by days in seconds: 27 series, a sample of each every 20 s. It is closed except while it grows. */
export class LongLog implements Disposable {
  // In memory where that is possible: the trial is one of the link, not of a disk.
  readonly folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'marinedata-days-'))
  readonly #clock = new TrialClock(Date.UTC(2026, 5, 1))
  readonly #traffic = new BoatTraffic()
  readonly #budgetBytes: number
  #head: LogHead | undefined

  constructor(budgetBytes: number) {
    this.#budgetBytes = budgetBytes
  }

  /** After the last growth. */
  get head(): LogHead {
    if (this.#head === undefined) throw new Error('The log is empty')
    return this.#head
  }

  grow(ms: number): void {
    const log = this.#open()
    log.trustTime('gnss', this.#clock.wall())
    const end = this.#clock.wall() + ms
    for (let tick = 0; this.#clock.wall() < end; tick++) {
      const at = this.#clock.wall()
      for (const change of this.#traffic.at(at)) log.record(change)
      if (tick % 1_000 === 0) note(log, at)
      this.#clock.advance(tickMs)
      if (tick % 3 === 0) log.tick()
    }
    log.tick()
    this.#head = log.head()
    log.close()
  }

  /** What was in the log after the last growth: opening it after a kill adds an entry. */
  read<T>(work: (log: ComparedLog) => T): T {
    const log = this.#open()
    const { event, number } = this.head
    try {
      return work({
        logId: log.logId,
        events: (after, most) => log.events(after, most).filter(isKnown(event)),
        read: (lane, after, most) => log.read(lane, after, most).filter(isKnown(number)),
        series: (after, most) => log.series(after, most),
      })
    } finally {
      log.close()
    }
  }

  #open(): HistoryLog {
    return openLog(this.folder, this.#clock, { budgetBytes: this.#budgetBytes })
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

const isKnown =
  (last: number) =>
  (entry: { readonly number: number }): boolean =>
    entry.number <= last

/** An event of the time without a link. */
const note = (log: HistoryLog, at: number): void => {
  const value = { state: 'alarm', method: ['visual'], message: `Shallow at ${at}` }
  log.record({ context: 'vessels.self', path: 'notifications.depth', source: 'sounder', at, value })
}
