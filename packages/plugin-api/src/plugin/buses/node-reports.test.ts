import type { BusNode } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NodeReports, type NodeChanges } from './node-reports.ts'

const node = (number: number, members: Partial<BusNode> = {}): BusNode => ({
  name: number.toString(16).padStart(16, '0'),
  ...members,
})

const trial = () => {
  const sent: string[] = []
  const waits: number[] = []
  let now = 0
  let pending: (() => void) | undefined
  const reports = new NodeReports({
    send: async ({ nodes, gone }: NodeChanges) => {
      sent.push(`${nodes.map(({ name }) => Number.parseInt(name, 16)).join(' ')} gone ${gone.length}`)
    },
    warn: () => undefined,
    now: () => now,
    later: (run, ms) => {
      waits.push(ms)
      pending = run
    },
  })
  const set = (...nodes: readonly BusNode[]): string[] => {
    reports.set(nodes)
    now += waits.at(-1) ?? 0
    pending?.()
    pending = undefined
    return sent.splice(0)
  }
  return { set, waits, wait: (ms: number) => (now += ms) }
}

test('only devices that appeared, changed or left are sent, at most once a second', () => {
  const { set, waits } = trial()
  assert.deepEqual(set(node(1), node(2)), ['1 2 gone 0'])
  assert.deepEqual(set(node(1), node(2)), [])
  assert.deepEqual(set(node(1, { address: 7 }), node(2)), ['1 gone 0'])
  assert.deepEqual(set(node(1, { address: 7 })), [' gone 1'])
  assert.deepEqual(waits, [0, 1_000, 1_000, 1_000])
})

test('a device that only keeps sending is sent again after 10 s', () => {
  const { set } = trial()
  const at = (seconds: number): BusNode =>
    node(1, { lastHeard: new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString() })
  assert.deepEqual(set(at(0)), ['1 gone 0'])
  assert.deepEqual(set(at(9)), [])
  assert.deepEqual(set(at(10)), ['1 gone 0'])
})

test('a full bus takes four messages', () => {
  const { set } = trial()
  assert.equal(set(...Array.from({ length: 252 }, (_, number) => node(number))).length, 4)
})
