import type { Condition } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ReceiverComparison, type ReceivedPosition } from './receiver-comparison.ts'

interface Receiver {
  /** Metres north of the start, at this second. */
  readonly north: (second: number) => number
  readonly every?: number
  /** Seconds from a measurement to its arrival. */
  readonly latency?: number
  readonly rank?: number
  readonly until?: number
}

/** Returns what is published in this many seconds, with the second. */
const run = (seconds: number, receivers: Readonly<Record<string, Receiver>>): [number, Condition][] => {
  const published: [number, Condition][] = []
  let second = 0
  const comparison = new ReceiverComparison((condition) => void published.push([second, condition]))
  const newest = (source: string, receiver: Receiver): ReceivedPosition[] => {
    const { north, every = 1, latency = 0, rank = 1_000, until = Infinity } = receiver
    const at = Math.floor((Math.min(second, until) - latency) / every) * every
    const position = { latitude: 54 + north(at) / 111_195, longitude: 179.9999 }
    return at < 0 ? [] : [{ source, position, receivedAt: (at + latency) * 1_000, rank }]
  }
  for (; second < seconds; second++)
    comparison.compare(
      Object.entries(receivers).flatMap(([source, receiver]) => newest(source, receiver)),
      second * 1_000,
    )
  return published
}

const still = (): number => 0
const fast = (second: number): number => 20 * second

test('warns when two receivers are more than fifty metres apart for ten seconds', () => {
  const [first, ...more] = run(300, { gps: { north: still }, plotter: { north: () => 60 } })
  assert.deepEqual(first, [
    10,
    {
      state: 'warn',
      method: ['visual'],
      message: 'gps and plotter say places 60 m apart. The boat goes by gps: check both receivers',
    },
  ])
  assert.deepEqual(more, [])
})

test('warns of a receiver that repeats an old position while the boat sails', () => {
  const [first] = run(120, {
    gps: { north: fast },
    plotter: { north: (second) => fast(Math.min(second, 60)) },
  })
  assert.ok(first !== undefined && first[0] > 60 && first[0] <= 105)
})

test('says nothing about one receiver, near ones, late and slow ones at speed, and one with a lower priority', () => {
  const boats: readonly Readonly<Record<string, Receiver>>[] = [
    { gps: { north: fast } },
    { gps: { north: still }, plotter: { north: () => 45 } },
    { gps: { north: fast }, plotter: { north: fast, latency: 3 } },
    { gps: { north: fast, latency: 3 }, plotter: { north: fast } },
    { gps: { north: fast }, ais: { north: fast, every: 10, latency: 2 } },
    { gps: { north: fast, every: 10 }, ais: { north: fast, every: 10, latency: 5 } },
    { gps: { north: still, rank: 0 }, plotter: { north: () => 500 } },
    { gps: { north: still }, plotter: { north: (second) => (second % 20 < 9 ? 500 : 0) } },
  ]
  for (const [index, boat] of boats.entries()) assert.deepEqual(run(300, boat), [], `boat ${index}`)
})

test('ends the warning when they agree, or one falls silent, and does not repeat it at the limit', () => {
  const agreed = run(200, { gps: { north: still }, plotter: { north: (second) => (second < 60 ? 80 : 0) } })
  assert.deepEqual(
    agreed.map(([, { state }]) => state),
    ['warn', 'normal'],
  )
  const silent = run(200, { gps: { north: still }, plotter: { north: () => 80, until: 60 } })
  assert.deepEqual(
    silent.map(([, { state }]) => state),
    ['warn', 'normal'],
  )
  const limit = run(300, {
    gps: { north: still },
    plotter: { north: (second) => (second % 60 < 30 ? 55 : 45) },
  })
  assert.equal(limit.length, 1)
})
