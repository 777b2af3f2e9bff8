import { startPlugin, type StartedPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { calm, here, order, startSimulator } from './aboard.ts'

const position = 'navigation.position'
const hanko = { latitude: 59.8, longitude: 22.9 }

/** A position as someone else tells it. */
const from = ($source: string, value: object | null = hanko) => [
  { updates: [{ $source, values: [{ path: position, value }] }] },
]

const until = async (isSo: () => boolean): Promise<void> => {
  for (const end = performance.now() + 20_000; !isSo(); await sleep(10))
    assert.ok(performance.now() < end, 'It never came about')
}

const hasEnded = (boat: StartedPlugin): Promise<void> =>
  until(() => boat.status?.message.endsWith('the simulation has ended') === true)

/** Everything that was told last, by whom and where. */
const lastTold = (boat: StartedPlugin): Map<string, unknown> =>
  new Map(
    boat.published.flatMap(({ context, updates }) =>
      updates.flatMap(({ values = [] }) =>
        values.map(({ path, value }): [string, unknown] => [`${context} ${path}`, value]),
      ),
    ),
  )

/** What still stands of the own vessel, and the positions of others. */
const leftOf = (boat: StartedPlugin): string[] =>
  [...lastTold(boat)]
    .filter(
      ([place, value]) => value !== null && (place.startsWith('vessels.self ') || place.endsWith(position)),
    )
    .map(([place]) => place)

describe('a simulation beside a real boat', { concurrency: 3 }, () => {
  for (const scenario of ['sailing', 'anchored'])
    test(`${scenario}, it ends when a real position comes, and takes back all that it has told`, async () => {
      await using boat = await startSimulator({ scenario, traffic: 20 })
      await boat.next(position)
      await until(() => boat.published.some(({ context }) => context !== 'vessels.self'))
      if (scenario === 'sailing') await order(boat, 'engage')
      boat.tell(from('nmea0183.gps'))
      await hasEnded(boat)
      assert.deepEqual(boat.status, {
        level: 'warning',
        message: 'A real position came from nmea0183.gps: the simulation has ended',
      })
      // The status may come before the last deltas.
      await until(() => boat.devices.size === 0 && leftOf(boat).length === 0)
      const { length } = boat.published
      await sleep(500)
      assert.equal(boat.published.length, length, 'it is silent')
      await assert.rejects(boat.act('pace', { factor: 2 }), /a real position came/)
      assert.deepEqual(boat.refused, [])
    })

  test('neither its own position, nor one that is not available, ends it', async () => {
    await using boat = await startSimulator()
    boat.tell(from('simulator.gps'))
    boat.tell(from('nmea0183.gps', null))
    await sleep(300)
    await boat.next(position)
    assert.equal(boat.status?.message, 'Under sail')
  })

  test('switched on again it listens first, and says nothing while a real position comes', async () => {
    await using before = await startSimulator()
    await before.next(position)
    before.tell(from('nmea0183.gps'))
    await hasEnded(before)
    await until(() => before.storage.size === 1)
    await before.stop()
    await using boat = await startPlugin(here, {
      settings: calm,
      storage: Object.fromEntries(before.storage),
    })
    boat.tell(from('nmea0183.gps'))
    await hasEnded(boat)
    await sleep(6_000)
    assert.deepEqual(boat.published, [])
    assert.equal(boat.devices.size, 0)
  })

  test('switched on again ashore, where no real position comes, it begins after a while', async () => {
    await using boat = await startPlugin(here, { settings: calm, storage: { endedBy: 'nmea0183.gps' } })
    assert.deepEqual(boat.published, [])
    await boat.next(position, 10_000)
    assert.equal(boat.status?.message, 'Under sail')
    assert.equal(boat.storage.size, 0)
  })
})
