import { definitionById } from '#codec/database.ts'
import { decode, type Fields, type Message } from '#codec/decode.ts'
import { encodeById } from '#codec/encode.ts'
import { busVectors, payloadOf, type BusExpectation } from '#testing/distress-vectors.ts'
import type { Condition } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DeviceValues } from './device-values.ts'

const path = 'notifications.nmea2000.manOverboard.42'
const place = { latitude: 50, longitude: -4 }
/** 56 m to the north. */
const drifted = { latitude: 50.0005, longitude: -4 }

const messageOf = (fields: Fields): Message => {
  const id = 'manOverboardNotification'
  const known = { mobEmitterId: 42, positionSource: 0, cogReference: 0, mobEmitterBatteryLowStatus: 0 }
  const message = decode(definitionById(id)?.pgn ?? 0, encodeById(id, { ...known, ...fields }))
  assert.ok(message !== undefined)
  return message
}

/** A device that sends one message after the other. */
class Tag {
  readonly device = new DeviceValues()

  send(fields: Fields, now = 0): Condition | undefined {
    const { alerts } = this.device.map(messageOf(fields), now)
    assert.ok(alerts.length <= 1)
    return alerts[0]?.condition
  }
}

const isAlert = (expect: unknown): expect is BusExpectation => typeof expect === 'object' && expect !== null

for (const vector of busVectors.filter(({ pgn, expect }) => pgn === 127_233 && isAlert(expect)))
  test(`127233: ${vector.what}`, () => {
    // Filtered above.
    const expected = vector.expect as BusExpectation
    const { alerts } = new DeviceValues().map(decode(vector.pgn, payloadOf(vector))!, 0)
    assert.equal(alerts.length, 1)
    const [{ path: at, condition } = {}] = alerts
    assert.equal(at, expected.path)
    assert.equal(condition?.state, expected.state)
    assert.deepEqual(condition.method, expected.method)
    assert.ok(condition.message.startsWith(expected.message ?? ''), condition.message)
  })

test('someone overboard is an emergency with a place, which a person may end', () => {
  assert.deepEqual(new Tag().send({ ...place, manOverboardStatus: 0, activationTime: 50_600 }), {
    state: 'emergency',
    method: ['visual', 'sound'],
    message: 'Man overboard at 50.00000° N 4.00000° W',
    position: place,
    endable: true,
    episode: 50_600,
  })
})

test('a tag without a place and with a low battery says so', () => {
  const condition = new Tag().send({ manOverboardStatus: 0, mobEmitterBatteryLowStatus: 1 })
  assert.equal(condition?.message, 'Man overboard, position unknown, battery low')
  assert.equal(condition.position, null)
})

test('status 3 ends it', () => {
  const tag = new Tag()
  tag.send({ ...place, manOverboardStatus: 1 })
  assert.deepEqual(tag.send({ ...place, manOverboardStatus: 3 }), {
    state: 'normal',
    method: [],
    message: '',
  })
})

test('a casualty that drifts is published after 50 m and 10 s, and a tag that repeats itself is not', () => {
  const tag = new Tag()
  assert.ok(tag.send({ ...place, manOverboardStatus: 0 }, 0))
  assert.equal(tag.send({ ...place, manOverboardStatus: 0 }, 20_000), undefined)
  assert.equal(tag.send({ ...drifted, manOverboardStatus: 0 }, 9_999), undefined)
  assert.deepEqual(tag.send({ ...drifted, manOverboardStatus: 0 }, 20_000)?.position, drifted)
  assert.equal(tag.send({ manOverboardStatus: 0 }, 30_000)?.position, null)
})

test('another activation after five minutes of silence is another episode, and one during the alert is not', () => {
  const tag = new Tag()
  const send = (activationTime: number, now: number): number | undefined =>
    tag.send({ manOverboardStatus: 0, activationTime }, now)?.episode
  assert.equal(send(100, 0), 100)
  assert.equal(send(200, 299_999), undefined)
  assert.equal(send(300, 599_999), 300)
})

test('a device that invents emitters forgets the oldest, and still reports the next', () => {
  const { device } = new Tag()
  for (let mobEmitterId = 0; mobEmitterId < 2_000; mobEmitterId++)
    assert.equal(device.map(messageOf({ mobEmitterId, manOverboardStatus: 0 }), 0).alerts.length, 1)
  assert.equal(device.activeAlerts.length, 64)
  assert.equal(device.map(messageOf({ manOverboardStatus: 0 }), 0).alerts[0]?.path, path)
})
