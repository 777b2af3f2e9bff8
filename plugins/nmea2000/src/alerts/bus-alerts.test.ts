import type { SentAlert } from '@marinedata/inputs'
import { ManualTimer, type NameText, type OwnPacket } from '@marinedata/nmea2000'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BusAlerts } from './bus-alerts.ts'

const fire: SentAlert = {
  key: 'notifications.fire crew',
  id: 'alert-1',
  path: 'notifications.fire',
  message: 'Fire',
  kind: 'other',
  status: 'active',
  priority: 'alarm',
  title: 'FIRE',
  description: '',
  position: undefined,
  number: 1,
  revision: 1,
  raisedAt: '2026-11-19T14:03:20.000Z',
  changedAt: '2026-11-19T14:03:20.000Z',
}

const aboard = () => {
  const timer = new ManualTimer()
  const sent: number[] = []
  const bus = {
    busName: 'can0',
    // A NAME is sixteen hexadecimal digits.
    ownName: 'c0328f00e5c6418b' as NameText,
    canSend: true,
    send: ({ pgn }: OwnPacket) => sent.push(pgn) > 0,
  }
  const pgns = new Set([126_983, 126_985])
  const alerts = new BusAlerts({
    bus,
    timer,
    pgns,
    isAnswerable: false,
    acknowledgedBy: () => undefined,
  })
  return { timer, sent, bus, alerts }
}

test('an alert is sent again every minute until it ends, then once more', () => {
  const { timer, sent, alerts } = aboard()
  alerts.changed({ alert: fire, state: 'active' })
  timer.advance(120_000)
  assert.deepEqual(sent, [126_983, 126_985, 126_983, 126_985, 126_983, 126_985])
  alerts.changed({ alert: fire, state: 'ended' })
  timer.advance(600_000)
  assert.deepEqual(sent.slice(6), [126_983])
})

test('an alert that becomes less than a warning ends on the bus', () => {
  const { sent, alerts } = aboard()
  alerts.changed({ alert: fire, state: 'active' })
  alerts.changed({ alert: { ...fire, priority: 'alert' }, state: 'active' })
  assert.deepEqual(sent, [126_983, 126_985, 126_983])
})

test('a device that asks all the time is answered once a second', () => {
  const { timer, sent, alerts } = aboard()
  alerts.changed({ alert: fire, state: 'active' })
  for (let count = 0; count < 1_000; count++) {
    assert.equal(alerts.answer(126_983), true)
    timer.advance(2)
  }
  assert.equal(sent.length, 2 + 2)
  assert.equal(alerts.answer(127_233), false)
})

test('a bus that is connected later gets the alert then', () => {
  const { timer, sent, bus, alerts } = aboard()
  bus.canSend = false
  alerts.changed({ alert: fire, state: 'active' })
  timer.advance(5_000)
  assert.deepEqual(sent, [])
  bus.canSend = true
  timer.advance(1_000)
  assert.deepEqual(sent, [126_983, 126_985])
})
