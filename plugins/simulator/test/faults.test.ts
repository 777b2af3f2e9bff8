import { MarineDataError } from '@marinedata/plugin-api'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { degrees, order, reportOf, shows, startSimulator } from './aboard.ts'

const fails = (code: string) => (error: unknown) => error instanceof MarineDataError && error.code === code

// These tests mostly wait.
describe('faults', { concurrency: 3 }, () => {
  test('a silent pilot neither reports nor acts', async () => {
    await using boat = await startSimulator()
    await order(boat, 'engage')
    const { target } = reportOf(boat)
    await boat.act('fault', { name: 'pilot-silent', on: true })
    const count = boat.devices.get('main')!.reports.length
    await assert.rejects(
      order(boat, { name: 'set-target', input: { target: 1 } }, { deadlineMs: 500 }),
      fails('unconfirmed'),
    )
    await sleep(700)
    assert.equal(boat.devices.get('main')!.reports.length, count)
    await boat.act('fault', { name: 'pilot-silent', on: false })
    await shows(boat, () => boat.devices.get('main')!.reports.length > count)
    assert.equal(reportOf(boat).target, target, 'it acted anyway')
    await order(boat, { name: 'set-target', input: { target: 1 } })
  })

  test('a refusing pilot can still be disengaged', async () => {
    await using boat = await startSimulator()
    await order(boat, 'engage')
    await boat.act('fault', { name: 'pilot-refuses', on: true })
    for (const [name, input] of [
      ['set-target', { target: 1 }],
      ['set-mode', { mode: 'wind' }],
      ['engage', {}],
      ['set-state', { state: 'enabled' }],
    ] as const)
      await assert.rejects(order(boat, { name, input }), fails('rejected-by-device'))
    await order(boat, 'disengage')
    assert.equal(reportOf(boat).state, 'disabled')
  })

  test('a disconnected pilot is offline and keeps steering', async () => {
    await using boat = await startSimulator()
    await order(boat, 'engage')
    await boat.act('fault', { name: 'link-cut', on: true })
    await shows(boat, ({ state }) => state === 'off-line')
    await assert.rejects(order(boat, 'disengage'), fails('autopilot-offline'))
    await boat.act('fault', { name: 'link-cut', on: false })
    await shows(boat, ({ state }) => state === 'enabled')
  })

  test('a slow device delays its effect', async () => {
    await using boat = await startSimulator()
    await boat.act('fault', { name: 'slow-device', on: true, delay: 0.8 })
    const began = performance.now()
    await order(boat, 'engage')
    assert.ok(performance.now() - began >= 790, `${performance.now() - began} ms`)
    assert.equal(reportOf(boat).state, 'enabled')
  })

  test('a pilot that switches itself off reports it at once', async () => {
    await using boat = await startSimulator()
    await order(boat, 'engage')
    await boat.act('fault', { name: 'pilot-off', on: true })
    await shows(boat, ({ state }) => state === 'disabled', { deadlineMs: 300 })
    await order(boat, 'engage')
    await boat.act('fault', { name: 'pilot-off', on: false })
    assert.equal(reportOf(boat).state, 'enabled')
  })

  test('a fault of one pilot does not affect the other', async () => {
    await using boat = await startSimulator()
    await boat.act('fault', { name: 'link-cut', device: 'spare', on: true })
    await shows(boat, ({ state }) => state === 'off-line', { device: 'spare' })
    await order(boat, 'engage')
    assert.equal(reportOf(boat).state, 'enabled')
  })

  test('without a compass refuses to engage, and an engaged pilot disengages', async () => {
    await using boat = await startSimulator({ pace: 5 })
    await order(boat, 'engage')
    await boat.act('fault', { name: 'compass-lost', on: true })
    await shows(boat, ({ state }) => state === 'disabled')
    await assert.rejects(order(boat, 'engage'), fails('input-stale'))
    assert.match(reportOf(boat).unavailable?.engage ?? '', /no compass/)
  })
})

describe('a cancelled command', { concurrency: 3 }, () => {
  test('has no effect when it is cancelled in time', async () => {
    await using boat = await startSimulator({ deviceDelay: 0.5 })
    const taking = new AbortController()
    const engaging = order(boat, 'engage', { signal: taking.signal })
    await sleep(100)
    taking.abort()
    await assert.rejects(engaging)
    await sleep(700)
    assert.equal(reportOf(boat).state, 'disabled')
  })

  test('has no effect after its deadline', async () => {
    await using boat = await startSimulator({ deviceDelay: 1 })
    await assert.rejects(order(boat, 'engage', { deadlineMs: 300 }), fails('unconfirmed'))
    await sleep(1_000)
    assert.equal(reportOf(boat).state, 'disabled')
  })

  test('has no effect when the pilot is disengaged first', async () => {
    await using boat = await startSimulator({ deviceDelay: 0.4 })
    await order(boat, 'engage')
    const { target } = reportOf(boat)
    const setting = order(boat, { name: 'set-target', input: { target: degrees(10) } })
    const refused = assert.rejects(setting, fails('rejected-by-device'))
    await sleep(100)
    await order(boat, 'disengage')
    await refused
    assert.deepEqual([reportOf(boat).state, reportOf(boat).target], ['disabled', target])
  })
})
