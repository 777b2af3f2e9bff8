import type { Notification } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WireAlerts, type WireAlertChange } from './wire-alerts.ts'

const at = '2026-11-19T14:04:00.000Z'
const ended: Notification = { state: 'normal', method: [], message: '' }

const aboard = () => {
  const changes: WireAlertChange[] = []
  const alerts = new WireAlerts((change) => changes.push(change))
  const give = (path: string, value: Partial<Notification>, source = 'distress'): void =>
    alerts.handle({
      context: 'vessels.self',
      updates: [{ $source: source, timestamp: at, values: [{ path, value }] }],
    })
  const short = (): string[] =>
    changes.map(({ alert: { title, number, revision, priority }, state }) =>
      [title, number, revision, priority, state].join(' '),
    )
  return { alerts, changes, give, short }
}

const alertOf = (changes: Partial<Notification> = {}): Notification => ({
  id: 'one',
  state: 'alarm',
  status: 'active',
  method: ['visual', 'sound'],
  message: 'SART beacon 970009902 active',
  raisedAt: at,
  ...changes,
})
const sart = 'notifications.distress.970009902'

test('an alert goes through its whole life with one number and counted revisions', () => {
  const { give, short, alerts } = aboard()
  give(sart, alertOf())
  give(sart, alertOf({ message: 'SART beacon 970009902 active, 0.44 NM' }))
  give(sart, alertOf({ status: 'silenced' }))
  give(sart, alertOf({ status: 'acknowledged' }))
  give(sart, alertOf({ status: 'rectified', state: 'normal' }))
  assert.equal(alerts.present.length, 1)
  give(sart, ended)
  assert.deepEqual(short(), [
    'SART ACTIVE 1 1 alarm active',
    'SART ACTIVE 1 2 alarm silenced',
    'SART ACTIVE 1 3 alarm acknowledged',
    'SART ACTIVE 1 4 alarm rectified',
    'SART ACTIVE 1 5 alarm ended',
  ])
  assert.deepEqual(alerts.present, [])
})

test('alerts with one identifier have different numbers, and a new alert at the same path a new one', () => {
  const { give, short } = aboard()
  give(sart, alertOf())
  give('notifications.distress.232009905', alertOf({ id: 'two', message: 'DSC 232009905: fire' }))
  give(sart, alertOf({ id: 'three' }))
  assert.deepEqual(short(), [
    'SART ACTIVE 1 1 alarm active',
    'DSC DISTRESS 2 1 alarm active',
    'SART ACTIVE 1 2 alarm ended',
    'SART ACTIVE 3 1 alarm active',
  ])
})

for (const [path, message, title] of [
  ['notifications.mob', 'Man overboard', 'MAN OVERBOARD'],
  ['notifications.distress.972009901', 'Man overboard: Anna', 'MOB ACTIVE'],
  ['notifications.distress.974009903', 'EPIRB beacon 974009903 active', 'EPIRB ACTIVE'],
  ['notifications.distress.972009901', 'Test: MOB beacon 972009901', 'BEACON TEST'],
  ['notifications.distress.972009901', 'Signal with the number of a MOB beacon', 'BEACON SIGNAL'],
  ['notifications.distress.232009905', 'DSC 232009905: sinking, relayed by 002320001', 'DSC RELAY'],
  ['notifications.navigation.closestApproach.235', 'Collision', 'COLLISION'],
  ['notifications.navigation.anchor', 'Dragging', 'ANCHOR ALARM'],
  ['notifications.electrical.batteries.0', 'Bätterie, 11.4 V: low voltage*', 'BATTERIE 11.4 V:'],
] as const)
  test(`"${message}" is ${title}`, () => {
    const { give, changes } = aboard()
    give(path, alertOf({ message }))
    assert.equal(changes[0]?.alert.title, title)
  })

test('what came from a wire, and a drill, go to no wire', () => {
  const { give, changes } = aboard()
  give('notifications.nmea2000.manOverboard.1', alertOf(), 'nmea2000')
  give('notifications.propulsion.port.lowOilPressure', alertOf(), 'nmea2000.can0.c0328f00e5c6418b')
  give('notifications.nmea0183.manOverboard.1', alertOf(), 'nmea0183')
  give('notifications.distress.drill.972009901', alertOf())
  assert.deepEqual(changes, [])
})

test('a measured value in the words of an alert is no change', () => {
  const { give, changes } = aboard()
  const path = 'notifications.electrical.batteries.0'
  for (const volts of [11.4, 11.3, 11.2]) give(path, alertOf({ message: `Battery ${volts} V` }))
  assert.equal(changes.length, 1)
  give(path, alertOf({ message: 'Battery 10.9 V', state: 'emergency' }))
  assert.equal(changes[1]?.alert.title, 'BATTERY 10.9 V')
})

test('of more than 64 alerts the least severe gives way to an emergency', () => {
  const { give, alerts } = aboard()
  for (let count = 0; count < 80; count++)
    give(`notifications.other.${count}`, alertOf({ id: `other-${count}`, state: 'warn' }))
  give('notifications.mob', alertOf({ id: 'mob', state: 'emergency' }), 'crew')
  assert.equal(alerts.present.length, 64)
  assert.ok(alerts.present.some(({ kind }) => kind === 'overboard'))
})

test('values that are no notifications are ignored', () => {
  const { alerts, changes, give } = aboard()
  give('navigation.position', { state: 'alarm' })
  give('notifications.mob', { state: 'alarm' })
  alerts.handle({
    context: 'vessels.self',
    updates: [{ timestamp: at, values: [{ path: 'notifications.mob', value: null }] }],
  })
  assert.deepEqual(changes, [])
})
