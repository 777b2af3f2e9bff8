import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Boat, vessel, type Listener } from './boat.ts'
import { BusyClock } from './busy-clock.ts'

const contexts = ['vessels.self', vessel(230000010), vessel(230000011)]
const paths = [
  'a.one',
  'a.two',
  'b.one',
  'navigation.position',
  'notifications.bilge',
  'steering.autopilot.target',
]
const sources = ['x', 'y']
const box = { south: 60, west: 20, north: 61, east: 21 }

interface SubscriptionSpec {
  readonly path: string
  readonly period?: number
  readonly minPeriod?: number
  readonly policy?: 'ideal'
  readonly context: string
  readonly hasBox: boolean
}

const spec: fc.Arbitrary<SubscriptionSpec> = fc
  .record({
    path: fc.constantFrom(
      '*',
      'a.*',
      'a.one',
      'b.*',
      'notifications.*',
      'navigation.position',
      'steering.**',
    ),
    context: fc.constantFrom('*', ...contexts),
    hasBox: fc.boolean(),
    rhythm: fc.constantFrom(
      {},
      {},
      { period: 50 },
      { minPeriod: 30 },
      { policy: 'ideal' as const, period: 200 },
    ),
  })
  .map(({ rhythm, ...rest }) => ({ ...rest, ...rhythm }))

const event = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      context: fc.constantFrom(...contexts),
      source: fc.constantFrom(...sources),
      paths: fc.uniqueArray(fc.constantFrom(...paths), { minLength: 1, maxLength: 3 }),
      isNull: fc.boolean(),
      isInside: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('settle' as const), ms: fc.integer({ min: 0, max: 60 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('backlog' as const),
      who: fc.nat(2),
      unread: fc.constantFrom(0, 60_000, 100_000, 300_000),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('subscribe' as const), who: fc.nat(2), spec }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('unsubscribe' as const), who: fc.nat(2), which: fc.nat(5) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pass' as const) }) },
)

const lookMs = fc.constantFrom(0, 0, 3, 30, 150)

type Event = typeof event extends fc.Arbitrary<infer T> ? T : never

const nameOf = ({ context, path, hasBox }: SubscriptionSpec): string => `${context} ${path} ${hasBox}`

/** A fleet with three clients and the subscriptions that each should have. */
class Watch {
  readonly boat: Boat
  readonly #clients: { listener: Listener; specs: Map<string, SubscriptionSpec> }[]
  #count = 0

  /** @param costMs how long a reading of the clock takes; a large value simulates overload */
  constructor(costMs: number) {
    const boat = new Boat({ clock: new BusyClock(costMs) })
    this.boat = boat
    this.#clients = [0, 1, 2].map(() => ({ listener: boat.listen([]), specs: new Map() }))
  }

  async run(step: Event): Promise<void> {
    if (step.kind === 'settle') return this.boat.settle(step.ms)
    if (step.kind === 'pass') return this.boat.pass(6_000)
    if (step.kind === 'write') return this.#write(step)
    const client = this.#clients[step.who]
    assert.ok(client)
    if (step.kind === 'backlog') client.listener.outlet.unread = step.unread
    else if (step.kind === 'subscribe') this.#subscribe(client, step.spec)
    else this.#unsubscribe(client, step.which)
  }

  /** Lets all clients read everything, then compares what each received with the tree. */
  async end(): Promise<void> {
    for (const { listener } of this.#clients) listener.outlet.unread = 0
    await this.boat.settle(300)
    for (const client of this.#clients) {
      this.#checkOrder(client.listener)
      this.#checkLast(client.listener, [...client.specs.values()])
    }
  }

  #write({
    context,
    source,
    paths: writtenPaths,
    isNull,
    isInside,
  }: Extract<Event, { kind: 'write' }>): void {
    // Numbers increase, so that an older value can be detected.
    const count = ++this.#count
    const valueOf = (path: string): unknown => {
      if (path === 'navigation.position')
        return isNull ? null : { latitude: isInside ? 60.5 : 10, longitude: 20.5, altitude: count }
      if (path.startsWith('notifications')) return { state: 'alarm', method: [], message: String(count) }
      return isNull ? null : count
    }
    const refusal = this.boat.write(Object.fromEntries(writtenPaths.map((path) => [path, valueOf(path)])), {
      context,
      source,
      timestamp: `2026-01-01T00:00:00.${String(count).padStart(6, '0')}Z`,
    })
    assert.equal(refusal, undefined)
  }

  #subscribe(
    { listener, specs }: { listener: Listener; specs: Map<string, SubscriptionSpec> },
    added: SubscriptionSpec,
  ): void {
    const { context, hasBox, ...request } = added
    specs.set(nameOf(added), added)
    this.boat.subscribe(listener, [request], { context, ...(hasBox && { bbox: box }) })
  }

  #unsubscribe(
    { listener, specs }: { listener: Listener; specs: Map<string, SubscriptionSpec> },
    which: number,
  ): void {
    const gone = [...specs.values()][which]
    if (gone === undefined) return
    this.boat.hub.unsubscribe(listener.session, gone.context, [gone.path])
    for (const [name, other] of specs) {
      const isContext = gone.context === '*' || other.context === gone.context
      if (isContext && (gone.path === '*' || other.path === gone.path)) specs.delete(name)
    }
  }

  /** Checks that timestamps of one source and path never decrease. */
  #checkOrder({ outlet }: Listener): void {
    const newest = new Map<string, string>()
    for (const { context, updates } of outlet.deltas())
      for (const { $source, timestamp, values = [] } of updates)
        for (const { path } of values) {
          const key = `${context} ${path} ${$source}`
          assert.ok(timestamp >= (newest.get(key) ?? ''), `${key} went back to ${timestamp}`)
          newest.set(key, timestamp)
        }
  }

  #checkLast({ outlet }: Listener, specs: readonly SubscriptionSpec[]): void {
    const last = new Map<string, unknown>()
    for (const { context, path, source, value, isStale } of outlet.received()) {
      last.set(`${context} ${path}`, { source, value, isStale })
      last.set(`${context} ${path} ${source}`, { source, value, isStale })
    }
    for (const context of this.boat.tree.contexts())
      for (const row of context.rowByPath.values()) {
        if (!specs.some((each) => isSubscribed(each, context, row.path.text))) continue
        const { preferred, others = [] } = row
        const cells = row.path.isPerSource ? [preferred, ...others] : [preferred]
        for (const { source, value, isStale } of cells) {
          const key = `${context.text} ${row.path.text}${row.path.isPerSource ? ` ${source}` : ''}`
          assert.deepEqual(last.get(key), { source, value, isStale }, key)
        }
      }
  }
}

const isSubscribed = (
  { context: wanted, path, hasBox }: SubscriptionSpec,
  context: { readonly text: string; readonly position: { latitude: number } | undefined },
  text: string,
): boolean => {
  if (wanted !== '*' && wanted !== context.text) return false
  if (hasBox && context.position?.latitude !== 60.5) return false
  const head = path.replace(/\*+$/, '')
  return path === head ? text === path : text.startsWith(head)
}

/** A vessel is in a box that a client subscribed to, and the client unsubscribes from something else while it catches up. */
const unsubscribedWhileBehind: Event[] = [
  {
    kind: 'write',
    context: vessel(230000011),
    source: 'x',
    paths: ['navigation.position', 'a.one'],
    isNull: false,
    isInside: true,
  },
  { kind: 'subscribe', who: 1, spec: { path: 'navigation.position', context: '*', hasBox: false } },
  { kind: 'write', context: 'vessels.self', source: 'x', paths: ['a.one'], isNull: false, isInside: false },
  { kind: 'subscribe', who: 1, spec: { path: '*', context: '*', hasBox: true } },
  { kind: 'unsubscribe', who: 1, which: 0 },
  { kind: 'write', context: 'vessels.self', source: 'x', paths: ['a.one'], isNull: false, isInside: false },
]

test('after any sequence of events each client has the latest values, and no value went back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 60 }), lookMs, async (steps, costMs) => {
      const watch = new Watch(costMs)
      for (const step of steps) await watch.run(step)
      await watch.end()
    }),
    { numRuns: 1_000, examples: [[unsubscribedWhileBehind, 150]] },
  )
})
