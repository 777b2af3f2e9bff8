import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Counters, type Refusal } from '#counters.ts'
import { ManualClock } from '#manual-clock.ts'
import { Intake, type UpdateWriter } from './intake.ts'
import { ServerPublisher } from './server-publisher.ts'

const voice = (refusal?: Refusal) => {
  const counters = new Counters()
  const refused: object[] = []
  const written: [source: string, path: string][] = []
  let source = ''
  const writer: UpdateWriter = {
    open: (head) => {
      source = head.source
      return undefined
    },
    put: (path) => {
      if (refusal === undefined) written.push([source, path])
      return refusal
    },
    describe: () => undefined,
    commit: () => undefined,
  }
  const intake = new Intake({ writer, clock: new ManualClock(), counters, metadataOf: () => undefined })
  const onRefused = (rejected: object): void => void refused.push(rejected)
  return { voice: new ServerPublisher({ intake, counters, onRefused }), counters, refused, written }
}

test('the server writes as its own sources and to reserved paths', () => {
  const { voice: server, counters, refused, written } = voice()
  server.publish('zones', [{ path: 'a.b', value: 1 }])
  server.publish('pilot-1', [{ path: 'steering.autopilot.engaged', value: false }])
  assert.deepEqual(written, [
    ['zones', 'a.b'],
    ['pilot-1', 'steering.autopilot.engaged'],
  ])
  assert.deepEqual(refused, [])
  assert.equal(counters.refusedServerDeltas, 0)
})

test('counts and reports a refused value of the server with source, paths and reason', () => {
  const { voice: server, counters, refused } = voice('too-many-values')
  server.publish('server', [{ path: 'a.b', value: 1 }])
  server.publish('Pilot 1', [{ path: 'steering.autopilot.state', value: 'auto' }])
  assert.equal(counters.refusedServerDeltas, 2)
  const detail = 'The tree is full: no more values can be added'
  assert.deepEqual(refused[0], { source: 'server', reason: 'too-many-values', detail, paths: ['a.b'] })
  assert.deepEqual(Object.values(refused[1] ?? {}).slice(0, 2), ['Pilot 1', 'invalid-delta'])
})
