import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { NavicoSimulator, RaymarineSimulator, type BusPilotSimulatorOptions } from '../src/index.ts'

const limit = { timeout: 60_000 }

const makes = {
  raymarine: { start: (options: BusPilotSimulatorOptions) => RaymarineSimulator.start(options), usual: 204 },
  navico: { start: (options: BusPilotSimulatorOptions) => NavicoSimulator.start(options), usual: 13 },
} as const

for (const [make, { start, usual }] of Object.entries(makes))
  suite(`a simulated pilot of ${make}`, () => {
    test('moves to another address when its own is stolen, and keeps its NAME', limit, async () => {
      await using simulator = await start({ port: 0 })
      await until(() => simulator.address === usual, Boolean, { what: 'it has no address' })
      const { name } = simulator
      simulator.busFault('address-stolen', true)
      await until(() => simulator.address !== undefined && simulator.address !== usual, Boolean, {
        what: 'it did not move',
      })
      assert.equal(simulator.name, name)
    })

    test('loses its address also when that is stolen before it has one', limit, async () => {
      await using simulator = await start({ port: 0 })
      assert.equal(simulator.address, undefined)
      simulator.busFault('address-stolen', true)
      await until(() => simulator.address !== undefined && simulator.address !== usual, Boolean, {
        what: 'it did not move',
      })
    })

    test('is silent while it starts again, and has the same NAME and address after it', limit, async () => {
      await using simulator = await start({ port: 0 })
      await until(() => simulator.address === usual, Boolean, { what: 'it has no address' })
      const { name } = simulator
      simulator.busFault('reboot', true)
      assert.equal(simulator.address, undefined)
      await sleep(200)
      const { length: before } = simulator.frames
      await sleep(500)
      assert.equal(simulator.frames.slice(before).filter(({ source }) => source === usual).length, 0)
      await until(() => simulator.address === usual, Boolean, { what: 'it did not come back' })
      assert.equal(simulator.name, name)
      assert.match(simulator.pilot.state, /^standby/)
    })

    test('loses every twentieth frame on the average, and none without the fault', limit, async () => {
      let asked = 0
      // Every twentieth number is small enough.
      const random = (): number => (++asked % 20) / 20
      await using simulator = await start({ port: 0, random })
      await until(() => simulator.address === usual, Boolean, { what: 'it has no address' })
      assert.equal(asked, 0)
      simulator.busFault('frame-loss', true)
      const { length: before } = simulator.frames
      await until(() => asked >= 60, Boolean, { what: 'it sends nothing' })
      const sent = simulator.frames.slice(before).filter(({ source }) => source === usual).length
      assert.ok(sent < asked && sent >= asked * 0.8, `${sent} of ${asked}`)
      simulator.busFault('frame-loss', false)
    })
  })
