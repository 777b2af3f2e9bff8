import { degrees, radians, toDegrees } from '@marinedata/model'
import { Ev1, Seatalk1Converter, type Ev1Variant } from '@marinedata/pilot-simulators'
import {
  PilotBus,
  startPlugin,
  type BusPilotUnderTest,
  type StartedPlugin,
} from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pilotNode } from './ev1-bus.ts'

const here = new URL('..', import.meta.url)
const limit = { timeout: 60_000 }
const key = (pair: string, length: number): string => `3b9ff0818621${pair}`.padEnd(length * 2, '0')
const converterName = 'c0328200e7e04399'

const started = async <Pilot extends BusPilotUnderTest>(
  bus: PilotBus<Pilot>,
  settings: Readonly<Record<string, unknown>>,
) => {
  await using stack = new AsyncDisposableStack()
  stack.use(bus)
  const plugin = stack.use(await startPlugin(here, { settings }))
  await bus.offerTo(plugin)
  const order = async (name: string, input: unknown = {}, deadlineMs = 20_000): Promise<string> =>
    await plugin.outcome('raymarine', { name, input }, { deadlineMs })
  const owned = stack.move()
  return { plugin, order, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

const spx = (variant: Ev1Variant): PilotBus<Ev1> =>
  new PilotBus({
    node: pilotNode,
    device: 'raymarine',
    makePilot: (port) => new Ev1({ ...port, variant }),
  })

const operations = (plugin: StartedPlugin): readonly string[] => {
  const details = plugin.devices.get('raymarine')?.details as { readonly operations: readonly string[] }
  return details.operations
}

suite('a pilot that obeys keys only', () => {
  test('an SPX-30 is engaged, turned and released by keys', limit, async () => {
    const bus = spx('spx-30')
    await using pilot = await started(bus, { dialects: [{ device: pilotNode.name, adjustBy: 'keys' }] })
    const { plugin, order } = pilot
    assert.deepEqual(bus.sent, [], 'nothing is sent at the start')
    assert.deepEqual(operations(plugin), ['set-state', 'engage', 'step'])
    bus.pilot.boat.place(90, 40)
    assert.equal(await order('engage'), 'done')
    for (const [step, degreesHeld] of [
      [10, 100],
      [-1, 99],
      [-10, 89],
      [1, 90],
    ] as const) {
      assert.equal(await order('step', { change: degrees(step) }), 'done')
      assert.equal(Math.round(bus.pilot.held ?? NaN), degreesHeld)
    }
    assert.equal(await order('disengage'), 'done')
    const once = ['01fe', '08f7', '05fa', '06f9', '07f8'].map((pair) => key(pair, 22))
    assert.deepEqual(bus.sent.slice(0, 5), once)
    assert.deepEqual([...new Set(bus.sent.slice(5))], [key('02fd', 22)])
    assert.deepEqual([...new Set(bus.sentFirst)], [key('02fd', 22)], 'only standby goes first')
  })

  test('standby is pressed until the pilot shows it: one from before does not count', limit, async () => {
    const bus = spx('spx-30')
    await using pilot = await started(bus, { dialects: [{ device: pilotNode.name, adjustBy: 'keys' }] })
    const { order } = pilot
    assert.equal(await order('disengage'), 'done')
    bus.cut(true)
    bus.sent.length = 0
    const done = order('disengage')
    await bus.isSent(key('02fd', 22), 4)
    // What it holds comes before its new mode.
    bus.hear({ topic: '65360', from: pilotNode.name, hex: '3b 9f ff ff ff 21 9c ff' })
    await bus.isSent(key('02fd', 22), 6)
    bus.cut(false)
    assert.equal(await done, 'done')
  })

  test('a step is never a target, and never sent twice', limit, async () => {
    const bus = spx('spx-30')
    await using pilot = await started(bus, { dialects: [{ device: pilotNode.name, adjustBy: 'keys' }] })
    const { order } = pilot
    assert.equal(await order('step', { change: degrees(1) }), 'not-engaged')
    assert.equal(await order('engage'), 'done')
    assert.equal(await order('set-target', { target: 1 }), 'unsupported-action')
    assert.equal(await order('set-mode', { mode: 'auto' }), 'unsupported-action')
    assert.equal(await order('tack', { direction: 'port' }), 'unsupported-action')
    assert.equal(await order('step', { change: degrees(5) }), 'invalid-value')
    bus.pilot.fault('ignores', true)
    bus.sent.length = 0
    assert.equal(await order('step', { change: degrees(10) }, 1_500), 'unconfirmed')
    bus.pilot.fault('ignores', false)
    await sleep(500)
    assert.deepEqual(bus.sent, [key('08f7', 22)])
  })

  test('the dialect is that of a NAME: another course computer is set to a heading', limit, async () => {
    const bus = spx('ev-1')
    const settings = { dialects: [{ device: converterName, adjustBy: 'keys' }] }
    await using pilot = await started(bus, settings)
    const { plugin, order } = pilot
    assert.equal(await order('engage'), 'done')
    assert.equal(await order('set-target', { target: degrees(92) }), 'done')
    bus.nodes([{ ...pilotNode, name: converterName }], [pilotNode.name])
    const has = async (operation: string): Promise<void> => {
      for (let count = 0; count < 2_000 && !operations(plugin).includes(operation); count++) await sleep(10)
    }
    await has('step')
    assert.deepEqual(operations(plugin), ['set-state', 'engage', 'step'])
    bus.nodes([pilotNode], [converterName])
    await has('set-target')
    assert.deepEqual(operations(plugin), ['set-state', 'set-mode', 'set-target', 'engage', 'tack'])
    await bus.reported(plugin, ({ state }) => state === 'engaged')
  })

  test('an SPX-10 is set to a heading, and needs no setting', limit, async () => {
    await using pilot = await started(spx('spx-10'), {})
    assert.equal(await pilot.order('engage'), 'done')
    assert.equal(await pilot.order('set-target', { target: degrees(92) }), 'done')
    assert.equal(await pilot.order('disengage'), 'done')
  })

  test('a pilot on SeaTalk 1 behind a converter takes keys of 16 bytes', limit, async () => {
    const bus = new PilotBus({
      node: { name: converterName, manufacturer: 'Raymarine', model: 'SeaTalk-STNG-Converter' },
      device: 'raymarine',
      makePilot: (port) => new Seatalk1Converter(port),
    })
    const settings = { dialects: [{ device: converterName, adjustBy: 'converter' }] }
    await using pilot = await started(bus, settings)
    const { plugin, order } = pilot
    bus.pilot.boat.place(359.5, 40)
    assert.equal(await order('engage'), 'done')
    assert.equal(await order('step', { change: degrees(10) }), 'done')
    const { target } = await bus.reported(plugin, ({ state }) => state === 'engaged')
    assert.equal(toDegrees(radians(target ?? NaN)).toFixed(1), '9.5')
    assert.equal(await order('disengage'), 'done')
    assert.deepEqual(
      [...new Set(bus.sent)],
      ['01fe', '08f7', '02fd'].map((pair) => key(pair, 16)),
    )
  })
})
