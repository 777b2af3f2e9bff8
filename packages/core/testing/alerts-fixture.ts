import type { AlertMethod, Condition, Notification, Position, Severity } from '@marinedata/model'
import { Counters } from '#counters.ts'
import { ManualClock } from '#manual-clock.ts'
import { AlertRegistry } from '../src/alerts/alert-registry.ts'
import { AlertService } from '../src/alerts/alert-service.ts'
import { MemoryAlertStore } from '../src/alerts/memory-alert-store.ts'
import { person } from './person.ts'

export const anna = person('Anna', '10.0.0.5')
export const bilge = 'notifications.bilge'

const everything: AlertMethod[] = ['visual', 'sound']

export const condition = (state: Severity, more: Partial<Condition> = {}): Condition => ({
  state,
  method: state === 'normal' ? [] : everything,
  message: state === 'normal' ? '' : 'Water',
  ...more,
})

/** Waits until started writes have finished. */
export const settled = async (): Promise<void> => {
  for (let transition = 0; transition < 8; transition++) await Promise.resolve()
}

/** Alert registry and service on a manual clock; `published` has the last value of each path. */
export class AlertsFixture {
  readonly clock: ManualClock
  readonly store: MemoryAlertStore
  readonly counters = new Counters()
  readonly published = new Map<string, Notification>()
  readonly faults: unknown[] = []
  readonly registry: AlertRegistry
  readonly service: AlertService
  position: Position | null = null

  constructor(store = new MemoryAlertStore(), clock = new ManualClock()) {
    this.clock = clock
    this.store = store
    const numbers = { next: store.all().length + store.writes }
    this.registry = new AlertRegistry({
      store,
      clock,
      counters: this.counters,
      newId: () => `alert-${++numbers.next}`,
      onFault: (error) => this.faults.push(error),
      publish: ({ path, value }) => this.published.set(path, value),
    })
    this.registry.restore((source) => source === 'server')
    this.service = new AlertService({ registry: this.registry, clock, position: () => this.position })
  }

  /** A new process with the same store; the previous one finishes its started writes. */
  async restarted(): Promise<AlertsFixture> {
    await settled()
    return new AlertsFixture(this.store, this.clock)
  }

  report(state: Severity, more: Partial<Condition> & { path?: string; source?: string } = {}): Notification {
    const { path = bilge, source = 'pump', ...rest } = more
    const value = this.registry.receive({ path, source, condition: condition(state, rest) })
    this.published.set(path, value)
    return value
  }

  /** Advances the time with four watch() calls per second. */
  async pass(seconds: number): Promise<void> {
    for (let quarter = 0; quarter < seconds * 4; quarter++) {
      this.clock.advance(250)
      this.registry.watch()
      await settled()
    }
  }

  at(path = bilge): Notification {
    const value = this.published.get(path)
    if (value === undefined) throw new TypeError(`Nothing was published at ${path}`)
    return value
  }
}
