import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alertIn, type ShownAlert } from '#alerts/alert.ts'
import { Values } from '#boat/values.ts'
import { byBandOrder } from './band-order.ts'
import { casualtyLabel, casualtyOf, isSamePerson, lastPlaceOf, placeOldMs } from './casualty.ts'
import { casualtyMarks } from './chart-casualties.ts'

const place = { latitude: 50 + 20 / 60, longitude: -4 - 10 / 60 }
const near = { ...place, latitude: place.latitude + 0.1 / 60 }
const context = 'sar.urn:mrn:imo:mmsi:972009901'

const raised = (path: string, more: object = {}): ShownAlert => {
  const value = {
    id: path,
    state: 'alarm',
    status: 'active',
    method: ['visual', 'sound'],
    message: '',
    raisedAt: '2026-01-01T10:00:00.000Z',
    ...more,
  }
  const alert = alertIn({ path, source: 'distress', value }, undefined)
  assert.ok(alert)
  return alert
}

test('number and message of a distress define its kind, name and nature', () => {
  const seen = [
    ['notifications.distress.972009901', 'MOB beacon 972009901 active, 0.44 NM 047° T'],
    ['notifications.distress.972009901', 'Man overboard: Anna, position unknown'],
    ['notifications.distress.970009901', 'SART beacon 970009901 active'],
    ['notifications.distress.974009901', 'EPIRB beacon 974009901 active'],
    ['notifications.distress.232009905', 'DSC 232009905: sinking, relayed by 002320001'],
    ['notifications.distress.232009905', 'Ship 232009905 reports the state of a distress beacon'],
    ['notifications.nmea2000.manOverboard.42', 'Person overboard'],
    ['notifications.distress.drill.972009901', 'DRILL: MOB beacon 972009901 active'],
  ].map(([path = '', message = '']) => {
    const { kind, name, nature, isDrill } = casualtyOf({ path, message })
    return [casualtyLabel({ path, message }), kind, name, nature, isDrill]
  })
  assert.deepEqual(seen, [
    ['MOB 972009901', 'mob', undefined, undefined, false],
    ['MOB Anna', 'overboard', 'Anna', undefined, false],
    ['SART 970009901', 'sart', undefined, undefined, false],
    ['EPIRB 974009901', 'epirb', undefined, undefined, false],
    ['DSC 232009905', 'dsc', undefined, 'sinking', false],
    ['SOS 232009905', 'other', undefined, undefined, false],
    ['MOB', 'overboard', undefined, undefined, false],
    ['MOB 972009901', 'mob', undefined, undefined, true],
  ])
})

const heard = (at: number, latitude: number): Values => {
  const values = new Values({ receivedAt: () => at }, context)
  const position = { path: 'navigation.position', value: { ...place, latitude } }
  values.take({ context, updates: [{ $source: 'ais', timestamp: '', values: [position] }] }, at)
  return values
}

const hour = 3_600_000

test('the place of a beacon is shown 60 minutes after its last message, hollow and not extrapolated', () => {
  const alert = raised('notifications.distress.972009901', { context, position: place })
  const values = heard(0, near.latitude)
  const motion = { 'navigation.courseOverGroundTrue': 0, 'navigation.speedOverGround': 2 }
  values.take(
    {
      context,
      updates: [
        {
          $source: 'ais',
          timestamp: '',
          values: Object.entries(motion).map(([path, value]) => ({ path, value })),
        },
      ],
    },
    0,
  )
  const last = lastPlaceOf(alert, values, () => 0)
  assert.deepEqual(last, { place: near, at: 0, isHeard: true })
  const marksAt = (now: number) =>
    casualtyMarks([alert], { placeOf: () => last }, { now, receivedAt: () => 0 })
  assert.deepEqual(
    [marksAt(hour), marksAt(placeOldMs)].map(([mark]) => [mark?.place, mark?.isOld]),
    [
      [near, true],
      [near, false],
    ],
  )
})

test('the place of the alert counts without a newer message of the craft', () => {
  const alert = raised('notifications.distress.232009905', { position: place })
  const ofAlert = { place, at: hour, isHeard: false }
  assert.deepEqual(
    lastPlaceOf(alert, undefined, () => hour),
    ofAlert,
  )
  assert.deepEqual(
    lastPlaceOf(alert, heard(0, near.latitude), () => hour),
    ofAlert,
  )
  const unplaced = raised('notifications.distress.232009905', { position: null })
  assert.deepEqual(lastPlaceOf(unplaced, heard(0, near.latitude), () => hour)?.place, near)
  assert.equal(
    lastPlaceOf(unplaced, undefined, () => hour),
    undefined,
  )
})

test('alerts within 200 m and 2 minutes are about one person', () => {
  const button = { alert: raised('notifications.mob'), place }
  const later = { raisedAt: '2026-01-01T10:02:00.000Z' }
  const beacon = { alert: raised('notifications.distress.972009901', later), place: near }
  assert.ok(isSamePerson(button, beacon))
  assert.ok(isSamePerson(beacon, { alert: raised('notifications.nmea2000.manOverboard.1'), place }))
  const far = { ...place, latitude: place.latitude + 0.11 / 60 }
  assert.ok(!isSamePerson(button, { ...beacon, place: far }))
  assert.ok(!isSamePerson(button, { ...beacon, place: undefined }))
  const tooLate = raised('notifications.distress.972009901', { raisedAt: '2026-01-01T10:02:01.000Z' })
  assert.ok(!isSamePerson(button, { alert: tooLate, place: near }))
  for (const other of ['970009901', '232009905', 'drill.972009901'])
    assert.ok(!isSamePerson(button, { alert: raised(`notifications.distress.${other}`), place }), other)
})

const order = (...alarms: readonly (readonly [ShownAlert, number])[]): string[] =>
  byBandOrder(alarms.map(([alert, measure]) => ({ alert, measure }))).map(({ alert }) =>
    alert.path.slice('notifications.'.length),
  )

test('a person overboard from this boat comes first, then emergencies, then the nearest', () => {
  const collision = raised('notifications.navigation.closestApproach.1')
  const mob = raised('notifications.mob', { state: 'emergency', status: 'acknowledged' })
  const emergency = raised('notifications.distress.972009901', { state: 'emergency' })
  const [far, close] = [raised('notifications.distress.1'), raised('notifications.distress.2')]
  assert.deepEqual(order([far, 9_000], [close, 800], [emergency, Infinity], [mob, 0]), [
    'mob',
    'distress.972009901',
    'distress.2',
    'distress.1',
  ])
  assert.deepEqual(order([far, 9_000], [collision, 10_000], [emergency, 5]), [
    'distress.972009901',
    'navigation.closestApproach.1',
    'distress.1',
  ])
  assert.deepEqual(order([mob, 0], [emergency, 5], [collision, 60]), [
    'navigation.closestApproach.1',
    'mob',
    'distress.972009901',
  ])
  const answered = { ...close, status: 'acknowledged' } as const
  assert.deepEqual(order([answered, 800], [far, 9_000]), ['distress.1', 'distress.2'])
})

test('a warning has a mark without a line, and a drill a broken ring', () => {
  const marks = casualtyMarks(
    [
      raised('notifications.distress.232009905', { state: 'warn', position: place }),
      raised('notifications.distress.drill.972009901', { position: place }),
      raised('notifications.distress.970009901', { state: 'normal', status: 'rectified', position: place }),
      raised('notifications.distress.974009901'),
      raised('notifications.mob', { position: place }),
    ],
    undefined,
    { now: 0, receivedAt: () => 0 },
  )
  assert.deepEqual(
    marks.map(({ path, isAlarm, isTest }) => [path, isAlarm, isTest]),
    [
      ['notifications.distress.232009905', false, false],
      ['notifications.distress.drill.972009901', true, true],
    ],
  )
})
