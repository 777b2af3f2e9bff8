import type { AutopilotDescription } from '@marinedata/model'
import { Seatalk1Simulator } from '@marinedata/pilot-simulators'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { BoatStore } from '../src/storage/boat-store.ts'
import { exchange } from '@marinedata/testing/exchange'
import { pilots } from '@marinedata/testing/boats/pilot-boat'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const pilot = `${pilots}/raymarine`
const pluginFolder = (name: string): string => join(import.meta.dirname, '..', '..', '..', 'plugins', name)

test('a pilot on SeaTalk 1 is steered by keys, through a converter to NMEA 0183', limit, async () => {
  await using simulator = await Seatalk1Simulator.start({ port: 0 })
  await using boat = await startBoat({
    plugins: { given: ['nmea0183', 'pilot-raymarine'].map(pluginFolder) },
    prepare: async (folder) => {
      using store = new BoatStore(folder)
      const address = `tcp://127.0.0.1:${simulator.port}`
      const connections = [{ address, sends: { received: false, plugins: true } }]
      await store.plugins.decide('nmea0183', { settings: { connections } })
      await store.plugins.decide('pilot-raymarine', { settings: { seatalk1: true } })
    },
  })
  await until(
    () => exchange(boat.url, pilot),
    ({ status, text }) => status === 200 && (JSON.parse(text) as AutopilotDescription).state === 'standby',
  )
  const order = async (ask: string, body?: unknown) => {
    const [method = '', path = ''] = ask.split(' ')
    return await exchange(boat.url, `${pilot}/${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
  }
  simulator.pilot.boat.place(90, 40)
  assert.equal((await order('POST engage')).status, 200)
  assert.equal((await order('PUT target/adjust', { value: -10, units: 'deg' })).status, 200)
  assert.equal(Math.round(simulator.pilot.held ?? NaN), 80)
  const refused = await order('PUT target/adjust', { value: 5, units: 'deg' })
  assert.equal(refused.status, 501)
  assert.match(refused.text, /-10/)
  assert.equal((await order('PUT target', { value: 1 })).status, 501)
  assert.equal(Math.round(simulator.pilot.held ?? NaN), 80)
  assert.equal((await order('POST disengage')).status, 200)
  assert.equal(simulator.pilot.mode, 'standby')
})
