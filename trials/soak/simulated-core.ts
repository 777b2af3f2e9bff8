import { ordinaryPath } from '@marinedata/model'
import {
  Counters,
  defaultBounds,
  DeltaTree,
  ServerAuthor,
  Intake,
  ManualClock,
  SourceRanking,
  SubscriptionHub,
  subscriptionsOf,
  type Outlet,
  type Session,
} from '@marinedata/core'
import { setImmediate as turn } from 'node:timers/promises'

const author = new ServerAuthor()
const outlet: Outlet = { backlog: () => 0, send: () => undefined, close: () => undefined }
const rhythms = [{}, { period: 60_000 }, { minPeriod: 10_000 }, { policy: 'ideal' as const, period: 60_000 }]

/** The core with a manual clock: a day of vessels and clients takes a second. */
export class SimulatedCore {
  readonly #clock = new ManualClock()
  readonly #tree: DeltaTree
  readonly #hub: SubscriptionHub
  readonly #intake: Intake
  readonly #sessions: Session[] = []
  #count = 0

  constructor() {
    const [clock, counters] = [this.#clock, new Counters()]
    this.#tree = new DeltaTree({
      clock,
      counters,
      productWord: 'marinedata',
      bounds: defaultBounds,
      self: 'vessels.urn:mrn:imo:mmsi:230000001',
      metadataOf: () => undefined,
      propertiesOf: () => ordinaryPath,
      rankOf: new SourceRanking([]).rankOf,
    })
    this.#hub = new SubscriptionHub({ source: this.#tree, clock, counters })
    this.#tree.observe(this.#hub)
    this.#intake = new Intake({ writer: this.#tree, clock, counters, metadataOf: () => undefined })
  }

  get size(): { readonly sessions: number; readonly groups: number; readonly values: number } {
    return { ...this.#hub.size, values: this.#tree.size.values }
  }

  /**
   * One day: another vessel each minute, the own values, and every ten minutes a client that connects and one that
   * leaves.
   */
  async day(): Promise<void> {
    for (let minute = 0; minute < 24 * 60; minute++) {
      const count = ++this.#count
      this.#hear('vessels.self', { 'navigation.speedOverGround': count % 10 })
      this.#hear(`vessels.urn:mrn:imo:mmsi:${201_000_000 + count}`, {
        'navigation.position': { latitude: count % 60, longitude: count % 170 },
        name: `Vessel ${count}`,
      })
      if (minute % 10 === 0) this.#changeReaders(count)
      for (let step = 0; step < 4; step++) {
        this.#clock.advance(15_000)
        this.#tree.sweep()
      }
      await turn()
    }
  }

  #hear(context: string, values: Readonly<Record<string, unknown>>): void {
    const list = Object.entries(values).map(([path, value]) => ({ path, value }))
    const refused = this.#intake.accept({ context, updates: [{ values: list }] }, author)
    if (refused !== undefined)
      throw new Error(`The core refuses the deltas of the soak: ${JSON.stringify(refused)}`)
  }

  #changeReaders(count: number): void {
    const session = this.#hub.open(outlet)
    const bbox = { south: -60, west: -170, north: 60, east: (count % 1_000) / 10 }
    const subscribe = [{ path: '*', ...rhythms[count % rhythms.length] }]
    const message = { context: 'vessels.*', subscribe, ...(count % 20 === 1 && { bbox }) }
    this.#hub.subscribe(session, subscriptionsOf(message), { sendsCachedValues: true, sendsMetadata: true })
    this.#sessions.push(session)
    const gone = this.#sessions.length > 20 ? this.#sessions.shift() : undefined
    if (gone !== undefined) this.#hub.close(gone)
  }
}
