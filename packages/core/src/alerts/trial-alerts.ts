import type { AlertMethod, Condition, Notification, Position, Severity } from '@marinedata/model'
import { Counters } from '#counters.ts'
import { ManualClock } from '#manual-clock.ts'
import { AlertBook } from './alert-book.ts'
import { AlertDesk, type AlertBy } from './alert-desk.ts'
import { MemoryAlertStore } from './memory-alert-store.ts'

export const anna: AlertBy = { who: 'Anna', from: '10.0.0.5' }
export const bilge = 'notifications.bilge'

const everything: AlertMethod[] = ['visual', 'sound']

export const condition = (state: Severity, more: Partial<Condition> = {}): Condition => ({
  state,
  method: state === 'normal' ? [] : everything,
  message: state === 'normal' ? '' : 'Water',
  ...more,
})

/** Lets writes that were begun come to their end. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve()
}

/** A boat's alerts on a clock that stands still; what was told last stands in `told`. */
export class TrialAlerts {
  readonly clock: ManualClock
  readonly store: MemoryAlertStore
  readonly counters = new Counters()
  readonly told = new Map<string, Notification>()
  readonly faults: unknown[] = []
  readonly book: AlertBook
  readonly desk: AlertDesk
  position: Position | null = null

  constructor(store = new MemoryAlertStore(), clock = new ManualClock()) {
    this.clock = clock
    this.store = store
    const numbers = { next: store.all().length + store.writes }
    this.book = new AlertBook({
      store,
      clock,
      counters: this.counters,
      newId: () => `alert-${++numbers.next}`,
      onFault: (error) => this.faults.push(error),
      tell: ({ path, value }) => this.told.set(path, value),
    })
    this.book.restore((source) => source === 'server')
    this.desk = new AlertDesk({ book: this.book, clock, position: () => this.position })
  }

  /** The same card in a new process; the one before wrote what it had begun to write. */
  async restarted(): Promise<TrialAlerts> {
    await settled()
    return new TrialAlerts(this.store, this.clock)
  }

  hear(state: Severity, more: Partial<Condition> & { path?: string; source?: string } = {}): Notification {
    const { path = bilge, source = 'pump', ...rest } = more
    const value = this.book.hear({ path, source, condition: condition(state, rest) })
    this.told.set(path, value)
    return value
  }

  /** Lets time go by as it does aboard, where the book looks four times a second. */
  async pass(seconds: number): Promise<void> {
    for (let quarter = 0; quarter < seconds * 4; quarter++) {
      this.clock.advance(250)
      this.book.watch()
      await settled()
    }
  }

  at(path = bilge): Notification {
    const value = this.told.get(path)
    if (value === undefined) throw new TypeError(`Nothing was told at ${path}`)
    return value
  }
}
