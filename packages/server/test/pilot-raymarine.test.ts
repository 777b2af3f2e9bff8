import type { AutopilotDescription } from '@marinedata/model'
import { pilotGateways, RaymarineSimulator, type PilotGateway } from '@marinedata/pilot-simulators'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { BoatStore } from '../src/storage/boat-store.ts'
import { exchange, getJson } from './exchange.ts'
import { pilots, startTries, until } from './pilot-boat.ts'
import { startBoat } from './start-boat.ts'

const limit = { timeout: 300_000 }
const pluginFolder = (name: string): string => join(import.meta.dirname, '..', '..', '..', 'plugins', name)

const prepare = (kind: PilotGateway, port: number) => async (folder: string) => {
  using store = new BoatStore(folder)
  const gateway = { name: 'Gateway', kind, address: `tcp://127.0.0.1:${port}` }
  await store.plugins.decide('nmea2000', { settings: { sends: true, gateways: [gateway] } })
}

suite('a Raymarine pilot behind a gateway', () => {
  for (const kind of pilotGateways)
    test(`is steered through ${kind}, by the bus of another plugin`, limit, async () => {
      await using simulator = await RaymarineSimulator.start({ gateway: kind, port: 0 })
      const given = ['nmea2000', 'pilot-raymarine'].map(pluginFolder)
      await using boat = await startBoat({ plugins: { given }, prepare: prepare(kind, simulator.port) })
      const pilot = `${pilots}/raymarine`
      const state = () => getJson<AutopilotDescription>(boat.url, pilot)
      await until(
        () => exchange(boat.url, pilot),
        ({ status }) => status === 200,
        startTries,
      )
      await until(state, ({ state: name }) => name === 'standby', startTries)
      const order = async (method: string, path: string, body?: unknown): Promise<void> => {
        const { status, text } = await exchange(boat.url, `${pilot}/${path}`, {
          method,
          ...(body !== undefined && {
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
        })
        assert.equal(status, 200, `${path}: ${text}`)
      }
      simulator.ev1.boat.place(90, 50)
      await order('POST', 'engage')
      assert.equal(simulator.ev1.mode, 'auto')
      await order('PUT', 'target/adjust', { value: 10, units: 'deg' })
      const { target } = await state()
      assert.ok(target !== null && Math.abs(target - (100 * Math.PI) / 180) < 0.01, `${target}`)
      await order('POST', 'disengage')
      assert.equal(simulator.ev1.mode, 'standby')
    })
})
