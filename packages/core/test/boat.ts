import { setImmediate as turn } from 'node:timers/promises'
import {
  PathMetadataTable,
  pathProperties,
  type LogStart,
  type Metadata,
  type PathPropertyEntries,
  type SubscribeMessage,
} from '@marinedata/model'
import {
  Counters,
  defaultBounds,
  DeltaTree,
  Intake,
  ServerAuthor,
  ManualClock,
  SourceRanking,
  SubscriptionHub,
  subscriptionsOf,
  TreeReader,
  type Author,
  type SourceOrder,
  type TreeBounds,
} from '@marinedata/core'
import { RecordingOutlet } from './recording-outlet.ts'

/** The author of values without a named source. */
export const origin: Author = Object.assign(new ServerAuthor(), { sourceOf: (named = 'origin') => named })

export const ownMmsi = '230000001'

export interface BoatOptions {
  readonly clock?: ManualClock
  readonly bounds?: Partial<TreeBounds>
  readonly orders?: readonly SourceOrder[]
  readonly metadata?: Record<string, Metadata>
  /** In addition to the built-in ones. */
  readonly properties?: PathPropertyEntries
}

export interface Origin {
  readonly source?: string
  readonly context?: string
  readonly timestamp?: string
}

type ListenOptions = Omit<SubscribeMessage, 'subscribe'>

/** The core wired as in the server, with a manual clock and recording outlets. */
export class Boat {
  readonly clock: ManualClock
  readonly counters = new Counters()
  readonly switches: { path: string; from: string; to: string }[] = []
  readonly tree: DeltaTree
  readonly hub: SubscriptionHub
  readonly intake: Intake
  readonly reader: TreeReader

  constructor({
    clock = new ManualClock(),
    bounds,
    orders = [],
    metadata = {},
    properties,
  }: BoatOptions = {}) {
    const { counters } = this
    const table = new PathMetadataTable(metadata, { ...pathProperties, ...properties })
    const productWord = 'marinedata'
    this.clock = clock
    this.tree = new DeltaTree({
      clock,
      epoch: 7,
      counters,
      productWord,
      bounds: { ...defaultBounds, ...bounds },
      self: `vessels.urn:mrn:imo:mmsi:${ownMmsi}`,
      metadataOf: table.of,
      propertiesOf: table.propertiesOf,
      rankOf: new SourceRanking(orders).rankOf,
      onSourceSwitch: ({ path, preferred }, from) =>
        this.switches.push({ path: path.text, from, to: preferred.source }),
    })
    this.hub = new SubscriptionHub({ source: this.tree, clock, counters })
    this.tree.observe(this.hub)
    this.intake = new Intake({
      writer: this.tree,
      clock,
      counters,
      metadataOf: table.of,
    })
    this.reader = new TreeReader({ tree: this.tree, clock, productWord, version: 'V2.0.0' })
  }

  /** Writes one update with these values; returns the refusal, if any. */
  write(values: Record<string, unknown>, { source = 'gps', context, timestamp }: Origin = {}) {
    const update = {
      $source: source,
      ...(timestamp && { timestamp }),
      values: Object.entries(values).map(([path, value]) => ({ path, value })),
    }
    return this.intake.accept({ ...(context && { context }), updates: [update] }, origin)?.reason
  }

  describe(path: string, value: Metadata, context?: string) {
    const updates = [{ meta: [{ path, value }] }]
    return this.intake.accept({ ...(context && { context }), updates }, origin)?.reason
  }

  row(path: string, context = 'vessels.self') {
    const node = this.tree.context(context)
    return node && this.tree.row(node, path)
  }

  /** The cell of the preferred source. */
  leaf(path: string, context?: string) {
    return this.row(path, context)?.preferred
  }

  /** Advances time with four sweeps a second, as in the server. */
  pass(ms: number): void {
    const end = this.clock.now() + ms
    while (this.clock.now() < end) {
      this.clock.advance(Math.min(250, end - this.clock.now()))
      this.tree.sweep()
    }
  }

  /** Runs all due tasks and their follow-up tasks. */
  async settle(ms = 0): Promise<void> {
    for (let step = 0; step < ms + 4; step++) {
      this.clock.advance(step < ms ? 1 : 0)
      await turn()
    }
  }

  /** Opens a client that subscribes to the paths, with cached values by default. */
  listen(paths: readonly (string | SubscribeMessage['subscribe'][number])[], options: ListenOptions = {}) {
    const outlet = new RecordingOutlet()
    const session = this.hub.open(outlet)
    const listener = { outlet, session }
    this.subscribe(listener, paths, options)
    return listener
  }

  subscribe(
    { session }: Listener,
    paths: readonly (string | SubscribeMessage['subscribe'][number])[],
    { sendCachedValues = true, sendMeta = 'none', log, from, ...rest }: ListenOptions = {},
  ): LogStart {
    const subscribe = paths.map((path) => (typeof path === 'string' ? { path } : path))
    return this.hub.subscribe(session, subscriptionsOf({ ...rest, subscribe }), {
      sendsCachedValues: sendCachedValues,
      sendsMetadata: sendMeta === 'all',
      readsLog: log === true,
      ...(from !== undefined && { from }),
    })
  }

  async body(address: readonly string[]): Promise<unknown> {
    const answer = this.reader.answer(address)
    if (answer === undefined) return undefined
    if (typeof answer.body === 'string') return JSON.parse(answer.body) as unknown
    const reading = this.#joined(answer.body)
    while (reading.text === undefined) await this.settle()
    return JSON.parse(reading.text) as unknown
  }

  #joined(slices: AsyncIterable<string>): { text: string | undefined } {
    const reading: { text: string | undefined } = { text: undefined }
    const read = async (): Promise<void> => {
      let text = ''
      for await (const slice of slices) text += slice
      reading.text = text
    }
    void read()
    return reading
  }
}

export interface Listener {
  readonly outlet: RecordingOutlet
  readonly session: ReturnType<SubscriptionHub['open']>
}

/** The context of the vessel with that MMSI. */
export const vessel = (mmsi: number): string => `vessels.urn:mrn:imo:mmsi:${mmsi}`
