import { courseGuidancePath, courseSource, degrees, noCourseGuidance } from '@marinedata/model'
import { ownBusName, startPlugin, type StartedPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ev1Bus, pilotName, pilotNode } from './ev1-bus.ts'

const here = new URL('..', import.meta.url)
const limit = { timeout: 60_000 }
const bytes = (hex: string): string => hex.replaceAll(' ', '')
const modeBytes = (mode: string): string => bytes(`01 63 ff 00 f8 04 01 3b 07 03 04 04 ${mode} 05 ff ff`)

suite('a Raymarine pilot on the wire', () => {
  const bus = ev1Bus()
  const { pilot: ev1 } = bus
  let plugin: StartedPlugin
  before(async () => {
    plugin = await startPlugin(here)
    await bus.offerTo(plugin)
  })
  after(async () => {
    await plugin[Symbol.asyncDispose]()
    bus[Symbol.dispose]()
  })

  const order = async (name: string, input: unknown = {}, deadlineMs = 3_000): Promise<string> =>
    await plugin.outcome('raymarine', { name, input }, { deadlineMs })
  const sentBy = async (name: string, input: unknown = {}): Promise<string[]> => {
    bus.sent.length = 0
    assert.equal(await order(name, input), 'done', `${name} ${JSON.stringify(input)}`)
    return [...bus.sent]
  }
  const standby = async (): Promise<void> => {
    assert.equal(await order('disengage'), 'done')
    await bus.reported(plugin, ({ state }) => state === 'standby')
    await order('set-mode', { mode: 'auto' })
  }

  test('nothing is sent at the start', limit, async () => {
    await sleep(300)
    assert.deepEqual(bus.sent, [])
  })

  test('every command has the bytes of a real control head', limit, async () => {
    const update = { $source: courseSource, values: [{ path: courseGuidancePath, value: noCourseGuidance }] }
    plugin.send([{ updates: [update] }])
    assert.deepEqual(await sentBy('engage'), [modeBytes('40 00')])
    assert.deepEqual(await sentBy('set-target', { target: degrees(92) }), [
      bytes('01 50 ff 00 f8 03 01 3b 07 03 04 06 b9 3e'),
    ])
    assert.deepEqual(await sentBy('set-mode', { mode: 'wind' }), [modeBytes('00 01')])
    // The wind 30° on the port side is a target of 30° to starboard.
    assert.deepEqual(await sentBy('set-target', { target: degrees(30) }), [
      bytes('01 41 ff 00 f8 03 01 3b 07 03 04 04 fc e0'),
    ])
    assert.deepEqual(await sentBy('disengage'), [modeBytes('00 00')])
    assert.equal(await order('set-mode', { mode: 'track' }), 'done')
    assert.equal(await order('engage'), 'input-stale')
    await order('set-mode', { mode: 'auto' })
  })

  test(
    'only standby goes before other messages, so that it is never one too many of them',
    limit,
    async () => {
      await standby()
      bus.sentFirst.length = 0
      assert.equal(await order('engage'), 'done')
      assert.equal(await order('set-target', { target: degrees(100) }), 'done')
      assert.deepEqual(bus.sentFirst, [])
      assert.equal(await order('disengage'), 'done')
      assert.deepEqual([...new Set(bus.sentFirst)], [modeBytes('00 00')])
    },
  )

  test('an effect without an acknowledgement is done', limit, async () => {
    await standby()
    ev1.fault('no-ack', true)
    assert.deepEqual(await sentBy('engage'), [modeBytes('40 00')])
    ev1.fault('no-ack', false)
  })

  test('an acknowledgement without an effect is not', limit, async () => {
    await standby()
    ev1.fault('ignores', true)
    bus.sent.length = 0
    const engaged = order('engage', {}, 1_000)
    await sleep(100)
    bus.hear({ topic: '126208', from: pilotName, to: 'c032820022a00001', hex: '02 63 ff 00 00 04 00 00' })
    assert.notEqual(await engaged, 'done')
    ev1.fault('ignores', false)
    await sleep(500)
    assert.deepEqual(bus.sent, [modeBytes('40 00')], 'nothing is repeated')
    assert.equal(ev1.mode, 'standby')
  })

  test('disengage is sent also while nothing is known of the pilot', limit, async () => {
    await standby()
    bus.nodes([], [pilotName])
    await bus.reported(plugin, ({ state }) => state === 'off-line')
    bus.cut(true)
    bus.nodes([pilotNode])
    await sleep(200)
    bus.sent.length = 0
    assert.notEqual(await order('disengage', {}, 500), 'done')
    assert.deepEqual([...new Set(bus.sent)], [modeBytes('00 00')])
    assert.equal(await order('engage'), 'autopilot-offline')
    bus.cut(false)
    await bus.reported(plugin, ({ state }) => state === 'standby')
  })

  test('a refusal is one, but not that of a command of another control head', limit, async () => {
    await standby()
    ev1.fault('late', true)
    const engaged = order('engage', {}, 5_000)
    await sleep(100)
    bus.hear({ topic: '126208', from: pilotName, to: 'c0aa820022a00002', hex: '02 63 ff 00 03 04 00 00' })
    assert.equal(await engaged, 'done', 'late, but done')
    ev1.fault('late', false)
    ev1.fault('refuses', true)
    assert.equal(await order('set-mode', { mode: 'wind' }), 'rejected-by-device')
    assert.equal(await order('disengage'), 'done')
    ev1.fault('refuses', false)
  })

  test('a refusal counts also when the gateway does not tell its own NAME', limit, async () => {
    await standby()
    bus.state({ name: undefined })
    ev1.fault('ignores', true)
    const engaged = order('engage', {}, 5_000)
    await bus.isSent(modeBytes('40 00'))
    bus.hear({ topic: '126208', from: pilotName, to: 'c0aa820022a00002', hex: '02 63 ff 00 03 04 00 00' })
    bus.hear({ topic: '126208', from: pilotName, hex: '02 63 ff 00 04 04 00 00' })
    assert.equal(await engaged, 'rejected-by-device')
    ev1.fault('ignores', false)
    bus.state({ name: ownBusName })
  })

  test('standby is sent until the pilot shows it, other commands once', limit, async () => {
    await standby()
    assert.equal(await order('engage'), 'done')
    ev1.fault('ignores', true)
    bus.sent.length = 0
    const done = order('disengage', {}, 30_000)
    await bus.isSent(modeBytes('00 00'), 3)
    ev1.fault('ignores', false)
    assert.equal(await done, 'done')
    assert.equal(ev1.mode, 'standby')
    assert.deepEqual([...new Set(bus.sent)], [modeBytes('00 00')])
  })

  test(
    'standby is not refused, neither by missing data nor by the refusal of a command before it',
    limit,
    async () => {
      await standby()
      assert.equal(await order('engage'), 'done')
      ev1.fault('ignores', true)
      bus.sent.length = 0
      const done = order('disengage', {}, 30_000)
      await bus.isSent(modeBytes('00 00'))
      bus.hear({ topic: '65288', from: pilotName, hex: '3b 9f 01 01 33 01 00 00' })
      bus.hear({ topic: '126208', from: pilotName, to: ownBusName, hex: '02 63 ff 00 03 04 00 00' })
      await bus.isSent(modeBytes('00 00'), 4)
      ev1.fault('ignores', false)
      assert.equal(await done, 'done')
      assert.equal(ev1.mode, 'standby')
      bus.hear({ topic: '65288', from: pilotName, hex: '3b 9f 01 00 33 01 00 00' })
    },
  )

  test('a standby from before the command does not count: engaging may be on its way', limit, async () => {
    await standby()
    bus.cut(true)
    bus.sent.length = 0
    const done = order('disengage', {}, 30_000)
    await bus.isSent(modeBytes('00 00'), 4)
    bus.cut(false)
    assert.equal(await done, 'done')
  })

  test('only a refusal of the same message, or missing data of the same mode, is one', limit, async () => {
    await standby()
    ev1.fault('ignores', true)
    const engaged = order('engage', {}, 5_000)
    await bus.isSent(modeBytes('40 00'))
    bus.hear({ topic: '126208', from: pilotName, to: ownBusName, hex: '02 50 ff 00 03 03 00 f0' })
    bus.hear({ topic: '65288', from: pilotName, hex: '3b 9f 01 01 33 01 00 00' })
    assert.equal(await Promise.race([engaged, sleep(300)]), undefined)
    bus.hear({ topic: '126208', from: pilotName, to: ownBusName, hex: '02 63 ff 00 03 04 00 00' })
    assert.equal(await engaged, 'rejected-by-device')
    ev1.fault('ignores', false)
    bus.hear({ topic: '65288', from: pilotName, hex: '3b 9f 01 00 33 01 00 00' })
  })

  test(
    'without the connection to the bus it is off-line, and back when it is heard again',
    limit,
    async () => {
      await standby()
      bus.cut(true)
      bus.state({ canSend: false })
      await bus.reported(plugin, ({ state }) => state === 'off-line')
      bus.sent.length = 0
      bus.state({ canSend: true })
      bus.cut(false)
      await bus.reported(plugin, ({ state }) => state === 'standby')
      assert.deepEqual(bus.sent, [])
    },
  )

  test('a mode without its data is refused with the reason', limit, async () => {
    await standby()
    ev1.fault('no-wind', true)
    await order('set-mode', { mode: 'wind' })
    assert.equal(await order('engage'), 'input-stale')
    ev1.fault('no-wind', false)
    const alarm = (): string | undefined => plugin.devices.get('raymarine')?.alarms.get('wind')?.state
    for (let count = 0; count < 300 && alarm() !== 'alarm'; count++) await sleep(10)
    assert.equal(alarm(), 'alarm')
    assert.equal(await order('engage'), 'done')
    for (let count = 0; count < 300 && alarm() !== 'normal'; count++) await sleep(10)
    assert.equal(alarm(), 'normal')
  })

  const tackBytes = bytes('01 63 ff 00 f8 04 01 3b 07 03 04 04 ff ff 05 04 00')
  /** Engages with the wind 40° on the starboard side. */
  const sailByWind = async (mode = 'wind'): Promise<void> => {
    await standby()
    ev1.boat.place(100, 40)
    await order('set-mode', { mode })
    assert.equal(await order('engage'), 'done')
    await bus.reported(plugin, ({ unavailable }) => (unavailable?.tack === undefined) === (mode === 'wind'))
    bus.sent.length = 0
  }
  const starboard = { direction: 'starboard' }
  const heldOnPort = (): boolean => Math.abs((ev1.held ?? 0) - 320) < 0.1

  test(
    'a tack has the bytes of a chart plotter, and is done when the wind has changed its side',
    limit,
    async () => {
      await sailByWind()
      assert.equal(await order('tack', starboard), 'done')
      const { manoeuvre, target } = await bus.reported(plugin, (report) => report.manoeuvre !== null)
      assert.deepEqual(manoeuvre, { kind: 'tack', direction: 'starboard' })
      assert.ok(target !== null && Math.abs(target - degrees(40)) < 1e-3, `${target}`)
      assert.equal(await order('tack', starboard), 'busy')
      assert.equal(await order('set-target', { target: 0 }), 'busy')
      ev1.boat.place(180, -40)
      await bus.reported(plugin, (report) => report.manoeuvre === null)
      assert.equal(await order('tack', starboard), 'wrong-direction')
      assert.deepEqual(bus.sent, [tackBytes])
    },
  )

  test(
    'a tack is refused and not sent when the side cannot be decided, and in other modes',
    limit,
    async () => {
      await sailByWind()
      assert.equal(await order('tack', { direction: 'port' }), 'wrong-direction')
      const { windAngle } = bus
      bus.windAngle = () => degrees(-20)
      await bus.reported(plugin, ({ unavailable }) => unavailable?.tack?.includes('side') === true)
      assert.equal(await order('tack', starboard), 'busy')
      bus.windAngle = () => degrees(95)
      await bus.reported(plugin, ({ unavailable }) => unavailable?.tack?.includes('beam') === true)
      assert.equal(await order('tack', starboard), 'not-allowed-in-mode')
      bus.windAngle = () => null
      await bus.reported(plugin, ({ unavailable }) => unavailable?.tack?.includes('fresh') === true)
      assert.equal(await order('tack', starboard), 'input-stale')
      bus.windAngle = windAngle
      assert.deepEqual(bus.sent, [])
      await sailByWind('auto')
      assert.equal(await order('tack', starboard), 'not-allowed-in-mode')
      assert.equal(await order('gybe', { direction: 'port' }), 'unsupported-action')
      assert.deepEqual(bus.sent, [])
    },
  )

  test('a tack without an acknowledgement, or with a late one, is done', limit, async () => {
    for (const fault of ['no-ack', 'late'] as const) {
      await sailByWind()
      ev1.fault(fault, true)
      assert.equal(await order('tack', starboard, 10_000), 'done', fault)
      ev1.fault(fault, false)
      assert.deepEqual(bus.sent, [tackBytes])
      assert.ok(heldOnPort(), `${ev1.held}`)
    }
  })

  test(
    'a tack that is refused, or only acknowledged, or ignored is not done, and not repeated',
    limit,
    async () => {
      const answers = {
        refuses: 'rejected-by-device',
        'ack-only': 'unconfirmed',
        ignores: 'unconfirmed',
      } as const
      for (const fault of ['refuses', 'ack-only', 'ignores'] as const) {
        await sailByWind()
        ev1.fault(fault, true)
        const deadlineMs = fault === 'refuses' ? 10_000 : 1_000
        assert.equal(await order('tack', starboard, deadlineMs), answers[fault], fault)
        ev1.fault(fault, false)
        assert.deepEqual(bus.sent, [tackBytes])
        const { manoeuvre } = await bus.reported(plugin, ({ state }) => state === 'engaged')
        assert.equal(manoeuvre, null)
      }
      await sailByWind()
      ev1.fault('no-wind', true)
      assert.equal(await order('tack', starboard), 'input-stale', 'the pilot itself has no wind')
      ev1.fault('no-wind', false)
    },
  )

  test('a control head that is lost is an alarm, and the pilot goes on steering', limit, async () => {
    await standby()
    assert.equal(await order('engage'), 'done')
    const alarm = (): string | undefined => plugin.devices.get('raymarine')?.alarms.get('heading')?.state
    ev1.fault('no-head', true)
    for (let count = 0; count < 2_000 && alarm() !== 'alarm'; count++) await sleep(10)
    assert.equal(alarm(), 'alarm')
    await bus.reported(plugin, ({ state }) => state === 'engaged')
    ev1.fault('no-head', false)
    for (let count = 0; count < 300 && alarm() !== 'normal'; count++) await sleep(10)
    assert.equal(alarm(), 'normal')
  })

  test('a hand on the wheel is reported, with its alarm', limit, async () => {
    await standby()
    assert.equal(await order('engage'), 'done')
    ev1.fault('hand-on-wheel', true)
    await bus.reported(plugin, ({ state }) => state === 'standby')
    const alarm = (): string | undefined => plugin.devices.get('raymarine')?.alarms.get('heading')?.state
    for (let count = 0; count < 300 && alarm() !== 'alarm'; count++) await sleep(10)
    assert.equal(alarm(), 'alarm')
    ev1.fault('hand-on-wheel', false)
  })

  test(
    'only the course computer is steered: without it, and without the bus, it is off-line',
    limit,
    async () => {
      await standby()
      const other = 'c0788c00e7e09999'
      bus.nodes([{ name: other, manufacturer: 'Raymarine', model: 'p70' }], [pilotName])
      await bus.reported(plugin, ({ state }) => state === 'off-line')
      bus.sent.length = 0
      assert.equal(await order('disengage'), 'autopilot-offline')
      assert.deepEqual(bus.sent, [])
      // Two course computers: the owner must say which.
      assert.equal(plugin.status?.message, 'No course computer on the bus')
      bus.nodes([pilotNode, { ...pilotNode, name: other }])
      await sleep(200)
      assert.equal(await order('engage'), 'autopilot-offline')
      assert.match(plugin.status?.message ?? '', /Several on the bus: set "device"/)
      bus.nodes([pilotNode], [other])
      await bus.reported(plugin, ({ state }) => state === 'standby')
      // One that appears later does not take standby away from the first.
      assert.equal(await order('engage'), 'done')
      bus.nodes([{ ...pilotNode, name: other }])
      await sleep(200)
      assert.equal(await order('disengage'), 'done')
      await bus.reported(plugin, ({ state }) => state === 'standby')
      bus.nodes([], [other])
      // The pilot was away; the connection counts all the same.
      bus.cut(true)
      bus.state({ canSend: false })
      await bus.reported(plugin, ({ state }) => state === 'off-line')
      bus.state({ canSend: true })
      bus.cut(false)
      await bus.reported(plugin, ({ state }) => state === 'standby')
      // The status of another device is ignored, also at the address of the pilot.
      bus.hear({ topic: '65379', from: other, hex: '3b 9f 40 00 00 00 02 ff' })
      await sleep(200)
      await bus.reported(plugin, ({ state }) => state === 'standby')
      bus.lose()
      await bus.reported(plugin, ({ state }) => state === 'off-line')
    },
  )
})

test('the pilot is on the bus that is set, when the boat has several', limit, async () => {
  await using plugin = await startPlugin(here, { settings: { bus: 'can1' } })
  const found = async (message: string): Promise<void> => {
    for (let count = 0; count < 500 && plugin.status?.message !== message; count++) await sleep(10)
    assert.equal(plugin.status?.message, message)
  }
  const offer = (id: string): void =>
    plugin.buses.offer({ id, kind: 'nmea2000', name: ownBusName }, () => undefined).nodes([pilotNode])
  offer('can0')
  await sleep(300)
  await found('The bus is not connected')
  offer('can1')
  await found('Connected')
})
