import type { Notification } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Refusal } from '#counters.ts'
import { AlertRoad, type UpdateRoad } from './alert-road.ts'
import { anna, bilge, condition, TrialAlerts } from './trial-alerts.ts'

/** The end of the road: what arrived there. */
class Shore implements UpdateRoad {
  readonly arrived = new Map<string, unknown>()
  commits = 0

  open(): undefined {
    return undefined
  }

  put(path: string, value: unknown): undefined {
    this.arrived.set(path, value)
  }

  describe(path: string, metadata: unknown): undefined {
    this.arrived.set(`${path} meta`, metadata)
  }

  commit(): void {
    this.commits++
  }
}

const road = () => {
  const alerts = new TrialAlerts()
  const shore = new Shore()
  const leading = new AlertRoad({ road: shore, book: alerts.book, isOwn: (context) => context === 'own' })
  const put = (path: string, value: unknown, context = 'own'): Refusal | undefined => {
    leading.open({ context, source: 'pump', timestamp: '' })
    const refusal = leading.put(path, value)
    leading.commit()
    return refusal
  }
  return { alerts, shore, put, leading }
}

test('a condition goes in and an alert comes out', async () => {
  const { put, shore } = road()
  assert.equal(put(bilge, condition('alarm')), undefined)
  assert.equal((shore.arrived.get(bilge) as Notification).status, 'active')
  assert.equal(shore.commits, 1)
})

test('what is about another vessel, and what is no notification, passes as it is', async () => {
  const { put, shore, alerts, leading } = road()
  const theirs = condition('alarm')
  put(bilge, theirs, 'other')
  assert.equal(shore.arrived.get(bilge), theirs)
  put('navigation.speedOverGround', 3)
  assert.equal(shore.arrived.get('navigation.speedOverGround'), 3)
  leading.describe('navigation.speedOverGround', { units: 'm/s' })
  assert.deepEqual(shore.arrived.get('navigation.speedOverGround meta'), { units: 'm/s' })
  assert.equal(alerts.book.size, 0)
})

for (const [title, more] of [
  ['its status', { status: 'acknowledged' }],
  ['its id', { id: 'alert-1' }],
  ['who acknowledged it', { acknowledgedBy: 'Anna' }],
  ['until when it is silent', { silencedUntil: '2090-01-01T00:00:00Z' }],
  ['where it happened', { position: null }],
  ['something else', { data: 1 }],
  ['an escalation to nowhere', { escalates: { seconds: 60 } }],
] as const)
  test(`a condition that speaks of ${title} is refused, and what stands stays`, async () => {
    const { put, shore } = road()
    put(bilge, condition('alarm'))
    const before = shore.arrived.get(bilge)
    assert.equal(put(bilge, { ...condition('normal'), ...more }), 'invalid-notification')
    assert.equal(shore.arrived.get(bilge), before)
  })

test('“not available” is not normal: what is raised stays raised', async () => {
  const { put, shore, alerts } = road()
  put(bilge, null)
  assert.equal(shore.arrived.get(bilge), null)
  put(bilge, condition('alarm'))
  const [alert] = alerts.desk.list()
  await alerts.desk.acknowledge(alert?.id ?? '', anna)
  put(bilge, null)
  const { state, status } = shore.arrived.get(bilge) as Notification
  assert.deepEqual([state, status], ['alarm', 'acknowledged'])
})

test('a path that breaks the grammar is refused before anything is kept', async () => {
  const { put, alerts } = road()
  assert.equal(put('notifications.a b', condition('alarm')), 'invalid-path')
  assert.equal(alerts.store.writes, 0)
})
