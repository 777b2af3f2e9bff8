import type { AutopilotDescription } from '@marinedata/model'
import { IecSimulator } from '@marinedata/pilot-simulators'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { BoatStore } from '../src/storage/boat-store.ts'
import { exchange, getJson } from '@marinedata/testing/exchange'
import { pilots } from '@marinedata/testing/boats/pilot-boat'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const pilot = `${pilots}/heading-control`
const degree = Math.PI / 180
const pluginFolder = (name: string): string => join(import.meta.dirname, '..', '..', '..', 'plugins', name)

/** A boat with an autopilot on NMEA 0183 behind a network converter. */
const startPilotBoat = (port: number, commands: boolean): Promise<Boat> =>
  startBoat({
    plugins: { given: ['nmea0183', 'pilot-nmea0183'].map(pluginFolder) },
    prepare: async (folder) => {
      using store = new BoatStore(folder)
      const connection = {
        address: `tcp://127.0.0.1:${port}`,
        ...(commands && { sends: { received: false, plugins: true } }),
      }
      await store.plugins.decide('nmea0183', { settings: { connections: [connection] } })
      await store.plugins.decide('pilot-nmea0183', { settings: { commands } })
    },
  })

const isShown = async ({ url }: Boat, isRight: (pilot: AutopilotDescription) => boolean): Promise<void> => {
  await until(
    () => exchange(url, pilot),
    ({ status, text }) => status === 200 && isRight(JSON.parse(text) as AutopilotDescription),
  )
}

const order = async (boat: Boat, ask: string, body?: unknown): Promise<number> => {
  const [method = '', path = ''] = ask.split(' ')
  const { status } = await exchange(boat.url, `${pilot}/${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  return status
}

test('an autopilot on NMEA 0183 is steered by the bus of another plugin', limit, async () => {
  await using simulator = await IecSimulator.start({ port: 0 })
  await using boat = await startPilotBoat(simulator.port, true)
  await isShown(boat, ({ state }) => state === 'standby')
  assert.equal(await order(boat, 'POST engage'), 200)
  assert.equal(simulator.pilot.mode, 'H')
  assert.equal(await order(boat, 'PUT target', { value: 100, units: 'deg' }), 200)
  const { target } = await getJson<AutopilotDescription>(boat.url, pilot)
  assert.ok(target !== null && Math.abs(target - 100 * degree) < 0.1 * degree, `${target}`)
  assert.equal(await order(boat, 'PUT target/adjust', { value: -10, units: 'deg' }), 200)
  assert.match(simulator.pilot.state, /holds 90\.0°/)
  assert.equal(await order(boat, 'POST disengage'), 200)
  assert.equal(simulator.pilot.mode, 'M')
  simulator.pilot.hold(45)
  await isShown(boat, ({ engaged }) => engaged)
})

test('one that takes no commands is shown, and refuses them', limit, async () => {
  await using simulator = await IecSimulator.start({ port: 0 })
  await using boat = await startPilotBoat(simulator.port, false)
  await isShown(boat, ({ state }) => state === 'standby')
  simulator.pilot.hold(45)
  await isShown(boat, ({ engaged, target }) => engaged && Math.abs((target ?? 0) - 45 * degree) < 0.01)
  assert.equal(await order(boat, 'PUT target', { value: 100, units: 'deg' }), 501)
  assert.equal(await order(boat, 'POST disengage'), 501)
  assert.match(simulator.pilot.state, /^H/)
})
