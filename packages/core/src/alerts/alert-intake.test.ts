import type { Notification } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Refusal } from '#counters.ts'
import { AlertIntake, type UpdateSink } from './alert-intake.ts'
import { anna, bilge, condition, AlertsFixture } from '#testing/alerts-fixture.ts'

/** Records the updates that reach the sink. */
class RecordingSink implements UpdateSink {
  readonly received = new Map<string, unknown>()
  commits = 0

  open(): undefined {
    return undefined
  }

  put(path: string, value: unknown): undefined {
    this.received.set(path, value)
  }

  describe(path: string, metadata: unknown): undefined {
    this.received.set(`${path} meta`, metadata)
  }

  commit(): void {
    this.commits++
  }
}

const fixture = () => {
  const alerts = new AlertsFixture()
  const sink = new RecordingSink()
  const intake = new AlertIntake({ sink, registry: alerts.registry, isOwn: (context) => context === 'own' })
  const put = (path: string, value: unknown, context = 'own'): Refusal | undefined => {
    intake.open({ context, source: 'pump', timestamp: '' })
    const refusal = intake.put(path, value)
    intake.commit()
    return refusal
  }
  return { alerts, sink, put, intake }
}

test('writes the alert for a condition', async () => {
  const { put, sink } = fixture()
  assert.equal(put(bilge, condition('alarm')), undefined)
  assert.equal((sink.received.get(bilge) as Notification).status, 'active')
  assert.equal(sink.commits, 1)
})

test('passes updates of other vessels and other paths unchanged', async () => {
  const { put, sink, alerts, intake } = fixture()
  const theirs = condition('alarm')
  put(bilge, theirs, 'other')
  assert.equal(sink.received.get(bilge), theirs)
  put('navigation.speedOverGround', 3)
  assert.equal(sink.received.get('navigation.speedOverGround'), 3)
  intake.describe('navigation.speedOverGround', { units: 'm/s' })
  assert.deepEqual(sink.received.get('navigation.speedOverGround meta'), { units: 'm/s' })
  assert.equal(alerts.registry.size, 0)
})

for (const [title, more] of [
  ['a status', { status: 'acknowledged' }],
  ['an id', { id: 'alert-1' }],
  ['an acknowledgement', { acknowledgedBy: 'Anna' }],
  ['the end of a silence', { silencedUntil: '2090-01-01T00:00:00Z' }],
  ['a position without a longitude', { position: { latitude: 50 } }],
  ['endable as false', { endable: false }],
  ['an unknown member', { data: 1 }],
  ['an escalation without a severity', { escalates: { seconds: 60 } }],
] as const)
  test(`rejects a condition with ${title} and leaves the alert unchanged`, async () => {
    const { put, sink } = fixture()
    put(bilge, condition('alarm'))
    const before = sink.received.get(bilge)
    assert.equal(put(bilge, { ...condition('normal'), ...more }), 'invalid-notification')
    assert.equal(sink.received.get(bilge), before)
  })

test('null is not normal: a raised alert stays raised', async () => {
  const { put, sink, alerts } = fixture()
  put(bilge, null)
  assert.equal(sink.received.get(bilge), null)
  put(bilge, condition('alarm'))
  const [alert] = alerts.service.list()
  await alerts.service.acknowledge(alert?.id ?? '', anna)
  put(bilge, null)
  const { state, status } = sink.received.get(bilge) as Notification
  assert.deepEqual([state, status], ['alarm', 'acknowledged'])
})

test('rejects an invalid path before anything is stored', async () => {
  const { put, alerts } = fixture()
  assert.equal(put('notifications.a b', condition('alarm')), 'invalid-path')
  assert.equal(alerts.store.writes, 0)
})
