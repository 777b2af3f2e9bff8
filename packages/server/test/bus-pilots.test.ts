import type { AutopilotDescription } from '@marinedata/model'
import {
  NavicoSimulator,
  pilotGateways,
  RaymarineSimulator,
  type BusPilotSimulatorOptions,
} from '@marinedata/pilot-simulators'
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startBusPilotBoat } from '@marinedata/testing/boats/bus-pilot-boat'
import { exchange, getJson } from '@marinedata/testing/exchange'
import { pilots } from '@marinedata/testing/boats/pilot-boat'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const headingPath = '/marinedata/v1/api/vessels/self/navigation/headingMagnetic'
const makes = {
  raymarine: {
    start: (options: BusPilotSimulatorOptions) => RaymarineSimulator.start(options),
    engaged: 'auto',
    gateways: pilotGateways,
  },
  navico: {
    start: (options: BusPilotSimulatorOptions) => NavicoSimulator.start(options),
    engaged: 'heading',
    gateways: ['yacht-devices'],
  },
} as const

for (const [make, { start, engaged, gateways }] of Object.entries(makes))
  suite(`a pilot of ${make} behind a gateway`, () => {
    for (const kind of gateways)
      test(`is steered through ${kind}, by the bus of another plugin`, limit, async () => {
        await using simulator = await start({ gateway: kind, port: 0 })
        await using boat = await startBusPilotBoat({ make, kind, port: simulator.port })
        const pilot = `${pilots}/${make}`
        const state = () => getJson<AutopilotDescription>(boat.url, pilot)
        await until(
          () => exchange(boat.url, pilot),
          ({ status }) => status === 200,
        )
        await until(state, ({ state: name }) => name === 'standby')
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
        simulator.pilot.boat.place(90, 50)
        const heading = () => getJson<{ value?: number }>(boat.url, headingPath)
        await until(heading, ({ value = 0 }) => Math.abs(value - Math.PI / 2) < 0.01)
        await order('POST', 'engage')
        assert.equal(simulator.pilot.mode, engaged)
        await order('PUT', 'target/adjust', { value: 10, units: 'deg' })
        const { target } = await state()
        assert.ok(target !== null && Math.abs(target - (100 * Math.PI) / 180) < 0.01, `${target}`)
        await order('POST', 'disengage')
        assert.equal(simulator.pilot.mode, 'standby')
        await order('PUT', 'mode', { value: 'wind' })
        simulator.pilot.boat.place(90, 50)
        await order('POST', 'engage')
        const tack = ({ options }: AutopilotDescription) => options.actions?.find(({ id }) => id === 'tack')
        await until(state, (shown) => tack(shown)?.available === true)
        const { status: wrongSide } = await exchange(boat.url, `${pilot}/tack/port`, { method: 'POST' })
        assert.equal(wrongSide, 409)
        await order('POST', 'tack/starboard')
        // The wind is 50° on the port side now.
        assert.ok(Math.abs((simulator.pilot.held ?? 0) - 310) < 0.1, `${simulator.pilot.held}`)
        simulator.pilot.boat.place(190, -50)
        await until(state, (shown) => tack(shown)?.available === true)
      })
  })
