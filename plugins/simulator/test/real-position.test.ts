import { startPlugin, type StartedPlugin } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { calm, here, order, startSimulator } from './aboard.ts'

const position = 'navigation.position'
const hanko = { latitude: 59.8, longitude: 22.9 }

/** A position from another source. */
const from = ($source: string, value: object | null = hanko) => [
  { updates: [{ $source, values: [{ path: position, value }] }] },
]

const hasEnded = (boat: StartedPlugin): Promise<unknown> =>
  until(
    () => boat.status?.message,
    (message) => message?.endsWith('the simulation has ended') === true,
  )

/** The latest values by source and path. */
const lastReported = (boat: StartedPlugin): Map<string, unknown> =>
  new Map(
    boat.published.flatMap(({ context, updates }) =>
      updates.flatMap(({ values = [] }) =>
        values.map(({ path, value }): [string, unknown] => [`${context} ${path}`, value]),
      ),
    ),
  )

/** The values of the own vessel and the positions of others that are not null. */
const leftOf = (boat: StartedPlugin): string[] =>
  [...lastReported(boat)]
    .filter(
      ([place, value]) => value !== null && (place.startsWith('vessels.self ') || place.endsWith(position)),
    )
    .map(([place]) => place)

describe('a simulation next to a real boat', { concurrency: 3 }, () => {
  for (const scenario of ['sailing', 'anchored'])
    test(`${scenario}: stops at a real position and publishes null for all of its values`, async () => {
      await using boat = await startSimulator({ scenario, traffic: 20 })
      await boat.next(position)
      await until(() => boat.published.some(({ context }) => context !== 'vessels.self'), Boolean)
      if (scenario === 'sailing') await order(boat, 'engage')
      boat.send(from('nmea0183.gps'))
      await hasEnded(boat)
      assert.deepEqual(boat.status, {
        level: 'warning',
        message: 'A real position came from nmea0183.gps: the simulation has ended',
      })
      // The status may arrive before the last deltas.
      await until(() => boat.devices.size === 0 && leftOf(boat).length === 0, Boolean)
      const { length } = boat.published
      await sleep(500)
      assert.equal(boat.published.length, length, 'it is silent')
      await assert.rejects(boat.act('pace', { factor: 2 }), /a real position was received/)
      assert.deepEqual(boat.refused, [])
    })

  test('does not stop for its own position or a null position', async () => {
    await using boat = await startSimulator()
    boat.send(from('simulator.gps'))
    boat.send(from('nmea0183.gps', null))
    await sleep(300)
    await boat.next(position)
    assert.equal(boat.status?.message, 'Under sail')
  })

  test('waits at the start and publishes nothing while a real position is received', async () => {
    await using before = await startSimulator()
    await before.next(position)
    before.send(from('nmea0183.gps'))
    await hasEnded(before)
    await until(() => before.storage.size === 1, Boolean)
    await before.stop()
    await using boat = await startPlugin(here, {
      settings: calm,
      storage: Object.fromEntries(before.storage),
    })
    boat.send(from('nmea0183.gps'))
    await hasEnded(boat)
    await sleep(6_000)
    assert.deepEqual(boat.published, [])
    assert.equal(boat.devices.size, 0)
  })

  test('starts after a while when no real position is received', async () => {
    await using boat = await startPlugin(here, { settings: calm, storage: { endedBy: 'nmea0183.gps' } })
    assert.deepEqual(boat.published, [])
    await boat.next(position, 10_000)
    assert.equal(boat.status?.message, 'Under sail')
    assert.equal(boat.storage.size, 0)
  })
})
