import { autopilotOperations, degrees } from '@marinedata/model'
import type { AutopilotReport, BusNode } from '@marinedata/plugin-api'
import { ownBusName, startPlugin, type StartedPlugin } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import {
  device,
  furunoBus,
  furunoName,
  furunoNode,
  GarminBus,
  garminName,
  garminNode,
} from './monitor-bus.ts'

const here = new URL('..', import.meta.url)
const limit = { timeout: 60_000 }

const order = async (plugin: StartedPlugin, name: string, input: unknown = {}): Promise<string> =>
  await plugin.outcome(device, { name, input }, { deadlineMs: 10_000 })

const is = (expected: AutopilotReport) => (report: AutopilotReport) =>
  report.state === expected.state &&
  report.mode === expected.mode &&
  (expected.target === null || report.target === null
    ? expected.target === report.target
    : Math.abs(expected.target - report.target) < 1.5e-4)

const standby: AutopilotReport = { state: 'standby', mode: null, target: null }
const offline: AutopilotReport = { state: 'off-line', mode: null, target: null }

const assertRefusesAll = async (plugin: StartedPlugin): Promise<void> => {
  const inputs: Readonly<Record<string, unknown>> = {
    'set-state': { state: 'engaged' },
    'set-mode': { mode: 'heading' },
    'set-target': { target: 1 },
    step: { change: degrees(1) },
    tack: { direction: 'port' },
    gybe: { direction: 'port' },
    dodge: { change: 0.1 },
  }
  for (const name of [...autopilotOperations, 'disengage', 'undodge'])
    assert.equal(await order(plugin, name, inputs[name]), 'unsupported-action', name)
}

suite('a Garmin Reactor on the wire', () => {
  const bus = new GarminBus()
  const { pilot } = bus
  let plugin: StartedPlugin
  before(async () => {
    plugin = await startPlugin(here)
    await bus.offerTo(plugin)
  })
  after(async () => {
    await plugin[Symbol.asyncDispose]()
    bus[Symbol.dispose]()
  })
  const hear = (hex: string, message: { readonly from?: string; readonly to?: string } = {}): void =>
    bus.hear({ topic: '126720', from: garminName, ...message, hex })
  const reported = async (expected: AutopilotReport): Promise<unknown> =>
    await bus.reported(plugin, is(expected))
  const status = (): string | undefined => plugin.status?.message

  test('declares no operation, and no message to send', () => {
    assert.deepEqual(plugin.manifest.buses, [{ kind: 'nmea2000', hears: ['126720', '127237', '130827'] }])
    const details = plugin.devices.get(device)?.details as { readonly operations: unknown }
    assert.deepEqual(details.operations, [])
  })

  test('shows what its head does', limit, async () => {
    pilot.boat.place(100, 40)
    pilot.press('engage')
    const held = (target: number): AutopilotReport => ({
      state: 'engaged',
      mode: 'heading hold',
      target: degrees(target),
    })
    await reported(held(100))
    pilot.press('+1')
    await reported(held(101))
    pilot.press('-step')
    await reported(held(91))
    pilot.fault('shadow-drive', true)
    await reported({ ...standby, state: 'shadow drive' })
    pilot.fault('shadow-drive', false)
    pilot.press('engage')
    await reported(held(91))
    pilot.press('standby')
    await reported(standby)
  })

  test('refuses every command in standby and engaged, and sends nothing', limit, async () => {
    await assertRefusesAll(plugin)
    pilot.press('engage')
    await bus.reported(plugin, ({ state }) => state === 'engaged')
    await assertRefusesAll(plugin)
    assert.equal(pilot.mode, 'heading hold')
    assert.deepEqual(bus.sent, [])
    pilot.press('standby')
    await reported(standby)
  })

  test('reads the bytes of a real one', limit, async () => {
    bus.cut(true)
    hear('e5 98 10 17 04 04 00 0b 00 3e d0 2e 40')
    hear('e5 98 10 17 04 04 05 0a 00 05 00')
    await reported({ state: 'engaged', mode: 'heading hold', target: 2.731_46 })
    // North is a heading.
    hear('e5 98 10 17 04 04 00 0b 00 00 00 00 00')
    await reported({ state: 'engaged', mode: 'heading hold', target: 0 })
    // A full turn, 1000 rad, no number, and less than nothing.
    hear('e5 98 10 17 04 04 00 0b 00 db 0f c9 40')
    await reported({ state: 'engaged', mode: 'heading hold', target: 0 })
    for (const none of ['00 00 7a 44', '00 00 c0 7f', '00 00 80 bf']) {
      hear('e5 98 10 17 04 04 00 0b 00 3e d0 2e 40')
      await reported({ state: 'engaged', mode: 'heading hold', target: 2.731_46 })
      hear(`e5 98 10 17 04 04 00 0b 00 ${none}`)
      await reported({ state: 'engaged', mode: 'heading hold', target: null })
    }
    bus.cut(false)
    pilot.press('standby')
    await reported(standby)
  })

  test('ignores commands of a head, and what is not a whole status', limit, async () => {
    bus.cut(true)
    const { length: seen } = plugin.devices.get(device)?.reports ?? []
    hear('e5 98 10 17 04 04 05 0a 00 05 00', { from: 'c07882001ca00001' })
    hear('e5 98 10 17 04 04 05 0a 00 05 00', { to: furunoName })
    hear('e5 98 10 17 04 04 05 0a 00')
    hear('e5 98 6c 07 04 04 05 0a 00 05 00')
    hear('3b 9f 10 17 04 04 05 0a 00 05 00')
    bus.hear({ topic: '127237', from: garminName, hex: '00 4b 1f ff 7f 00 00' })
    // A report for each message of the pilot.
    const reports = (): readonly unknown[] => plugin.devices.get(device)?.reports.slice(seen) ?? []
    await until(() => reports().length >= 5, Boolean, { what: 'reports are missing' })
    assert.deepEqual(
      new Set(reports().map((report) => JSON.stringify(report))),
      new Set([JSON.stringify(standby)]),
    )
    bus.cut(false)
  })

  test('a mode that nobody has written down is unknown: off-line, with the reason', limit, async () => {
    pilot.fault('unknown-mode', true)
    pilot.press('engage')
    await reported(offline)
    await until(() => status() === 'The pilot is in a mode that this plugin does not know', Boolean, {
      what: `${status()}`,
    })
    pilot.fault('unknown-mode', false)
    pilot.press('standby')
    await reported(standby)
    await until(() => status() === 'Connected: shown only', Boolean, { what: `${status()}` })
  })

  test('is off-line without the bus or the pilot, and until its mode is heard again', limit, async () => {
    const losses = [
      () => bus.nodes([], [garminName]),
      // The gateway has no connection.
      () => {
        bus.state({ canSend: true })
        bus.state({ canSend: false })
      },
    ]
    for (const lose of losses) {
      pilot.press('engage')
      await bus.reported(plugin, ({ state }) => state === 'engaged')
      const { length: seen } = plugin.devices.get(device)?.reports ?? []
      lose()
      await reported(offline)
      bus.nodes([garminNode])
      // It is heard, but has not said its mode.
      await until(() => status() === 'The mode is not known until the pilot changes it', Boolean, {
        what: `${status()}`,
      })
      const states =
        plugin.devices
          .get(device)
          ?.reports.slice(seen)
          .map(({ state }) => state) ?? []
      assert.equal(states.lastIndexOf('engaged') < states.indexOf('off-line'), true, states.join())
      pilot.press('standby')
      await reported(standby)
    }
  })
})

suite('a Furuno NavPilot on the wire', () => {
  const bus = furunoBus()
  const { pilot } = bus
  let plugin: StartedPlugin
  before(async () => {
    plugin = await startPlugin(here)
    await bus.offerTo(plugin)
  })
  after(async () => {
    await plugin[Symbol.asyncDispose]()
    bus[Symbol.dispose]()
  })
  const hear = (topic: '127237' | '130827', hex: string): void => bus.hear({ topic, from: furunoName, hex })
  const control = (start: string): void =>
    hear('127237', `${start} 1f ff 7f ff ff ff ff ff ff ff ff ff 7f ff 7f ff 7f d5 5e`)
  const reported = async (expected: AutopilotReport): Promise<unknown> =>
    await bus.reported(plugin, is(expected))
  const alarm = (name: 'heading' | 'xte'): string | undefined =>
    plugin.devices.get(device)?.alarms.get(name)?.state

  test('shows what its head does, and a course to north', limit, async () => {
    pilot.boat.place(350, 40)
    pilot.choose('heading')
    await reported({ state: 'engaged', mode: 'heading', target: degrees(350) })
    pilot.turn(10)
    await reported({ state: 'engaged', mode: 'heading', target: 0 })
    await assertRefusesAll(plugin)
    assert.equal(pilot.mode, 'heading')
    assert.deepEqual(bus.sent, [])
    pilot.choose('standby')
    await reported(standby)
  })

  test('reads the bytes of a real one', limit, async () => {
    bus.cut(true)
    control('00 4b')
    hear('130827', '3f 9f 01 1e 00 ef ff 00 f8 5e ff 00 00')
    await reported({ state: 'engaged', mode: 'heading', target: 2.431_2 })
    // The course of another message, and of another maker.
    hear('130827', '3f 9f 02 1e 00 ef ff 00 00 10 ff 00 00')
    hear('130827', '8c 98 01 1e 00 ef ff 00 00 10 ff 00 00')
    control('00 4d')
    await reported({ state: 'engaged', mode: 'track', target: 2.431_2 })
    // Heading control by another device, and steering by hand: main, non-follow-up, follow-up.
    control('00 4c')
    await reported({ state: 'engaged', mode: 'heading', target: 2.431_2 })
    hear('130827', '3f 9f 01 00 00 ff 7f 00 ff ff ff 00 00')
    await reported({ state: 'engaged', mode: 'heading', target: null })
    for (const hand of ['40', '41', '42']) {
      control('00 4b')
      await bus.reported(plugin, ({ state }) => state === 'engaged')
      control(`00 ${hand}`)
      await reported(standby)
    }
    for (const unknown of ['46', '47']) {
      control(`00 ${unknown}`)
      await reported(offline)
      control('00 40')
      await reported(standby)
    }
    bus.cut(false)
  })

  test('the course of the last time is not shown when it is engaged again', limit, async () => {
    bus.cut(true)
    control('00 4b')
    hear('130827', '3f 9f 01 1e 00 ef ff 00 f8 5e ff 00 00')
    await reported({ state: 'engaged', mode: 'heading', target: 2.431_2 })
    control('00 40')
    control('00 4b')
    await reported({ state: 'engaged', mode: 'heading', target: null })
    bus.cut(false)
    await reported(standby)
  })

  test('the limits that it exceeds are alarms', limit, async () => {
    const cases = [
      ['off-heading', 'heading'],
      ['rudder-limit', 'heading'],
      ['off-track', 'xte'],
    ] as const
    for (const [fault, name] of cases) {
      pilot.fault(fault, true)
      await until(() => alarm(name) === 'alarm', Boolean, { what: `${fault} raises no alarm` })
      pilot.fault(fault, false)
      await until(() => alarm(name) === 'normal', Boolean, { what: `${fault} does not end` })
    }
  })

  test('is off-line when the bus is lost', limit, async () => {
    bus.lose()
    await reported(offline)
  })
})

/** Whether the plugin finds a pilot among these devices: without one every command is refused as off-line. */
const isFound = async (
  settings: { readonly device?: string },
  ...nodes: readonly BusNode[]
): Promise<boolean> => {
  await using plugin = await startPlugin(here, { settings })
  const bus = plugin.buses.offer({ id: 'can0', kind: 'nmea2000', name: ownBusName }, () => undefined)
  bus.nodes(nodes)
  const answer = await order(plugin, 'engage')
  assert.ok(answer === 'unsupported-action' || answer === 'autopilot-offline', answer)
  return answer === 'unsupported-action'
}

test('shows an autopilot of these makes only, and any device of theirs that is set', limit, async () => {
  const plotter = { ...garminNode, function: 'Display' }
  const other = { ...garminNode, name: 'c0509600e83acbd0', manufacturer: 'Simrad' }
  assert.equal(await isFound({}, plotter, other, furunoNode), true)
  assert.equal(await isFound({ device: garminName }, plotter, furunoNode), true)
  assert.equal(await isFound({}, plotter, other), false)
  assert.equal(await isFound({}, garminNode, furunoNode), false)
  assert.equal(await isFound({ device: other.name }, other), false)
})
