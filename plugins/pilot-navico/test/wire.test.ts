import { courseGuidancePath, courseSource, degrees } from '@marinedata/model'
import { NavicoCourseComputer } from '@marinedata/pilot-simulators'
import { startPlugin, type StartedPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { navicoBus, pilotName, pilotNode, sendCourse } from './navico-bus.ts'

const here = new URL('..', import.meta.url)
const limit = { timeout: 60_000 }
/** A command of a real control head to the pilot at address 13. */
const bytes = (hex: string): string => `419f0dffff0a${hex.replaceAll(' ', '')}`
const modeBytes = (event: string): string => bytes(`${event} 00 ff ff ff ff`)

const leg = {
  status: 'live',
  route: null,
  origin: { latitude: 54, longitude: 8 },
  waypoint: { name: 'Buoy', number: 1, position: { latitude: 54.1, longitude: 8 } },
  nextWaypoint: null,
  legBearing: 0,
  trackBearing: 0,
  bearing: 0,
  courseToSteer: 0,
  distance: 10_000,
  crossTrack: 0,
  isArrived: false,
}

suite('a Navico pilot on the wire', () => {
  const bus = navicoBus()
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

  const order = async (name: string, input: unknown = {}, deadlineMs = 10_000): Promise<string> =>
    await plugin.outcome('navico', { name, input }, { deadlineMs })
  const sentBy = async (name: string, input: unknown = {}): Promise<string[]> => {
    bus.sent.length = 0
    assert.equal(await order(name, input), 'done', `${name} ${JSON.stringify(input)}`)
    return [...bus.sent]
  }
  const standby = async (mode = 'heading'): Promise<void> => {
    assert.equal(await order('disengage'), 'done')
    await bus.reported(plugin, ({ state }) => state === 'standby')
    assert.equal(await order('set-mode', { mode }), 'done')
  }
  const alarmed = async (name: 'heading' | 'wind' | 'xte', state: string): Promise<void> => {
    const alarm = (): string | undefined => plugin.devices.get('navico')?.alarms.get(name)?.state
    for (let count = 0; count < 2_000 && alarm() !== state; count++) await sleep(10)
    assert.equal(alarm(), state)
  }

  test('nothing is sent at the start', limit, async () => {
    await sleep(300)
    assert.deepEqual(bus.sent, [])
  })

  test(
    'every command has the bytes of a real control head, with the address of the pilot',
    limit,
    async () => {
      pilot.boat.place(100, 40)
      assert.deepEqual(await sentBy('engage'), [modeBytes('09')])
      const { target } = await bus.reported(plugin, (report) => report.target !== null)
      assert.ok(target !== null && Math.abs(target - degrees(100)) < 1.5e-4, `${target}`)
      const turns = [
        [1, '1a 00 03 ae 00 ff'],
        [2, '1a 00 03 5d 01 ff'],
        [3, '1a 00 03 0b 02 ff'],
        [-1, '1a 00 02 ae 00 ff'],
        [-4, '1a 00 02 ba 02 ff'],
        [-10, '1a 00 02 d1 06 ff'],
      ] as const
      for (const [by, expected] of turns) {
        const held = await bus.reported(plugin, (report) => report.target !== null)
        const wanted = (held.target ?? 0) + degrees(by)
        assert.deepEqual(await sentBy('set-target', { target: wanted }), [bytes(expected)], `${by}°`)
      }
      assert.deepEqual(await sentBy('set-mode', { mode: 'wind' }), [modeBytes('0f')])
      assert.deepEqual(await sentBy('set-mode', { mode: 'no drift' }), [modeBytes('0c')])
      plugin.send([
        { updates: [{ $source: courseSource, values: [{ path: courseGuidancePath, value: leg }] }] },
      ])
      sendCourse(pilot, degrees(90))
      assert.deepEqual(await sentBy('set-mode', { mode: 'nav' }), [modeBytes('0a')])
      assert.deepEqual(await sentBy('disengage'), [modeBytes('06')])
    },
  )

  test(
    'a target beyond north is the shorter turn, and the one that is held sends nothing',
    limit,
    async () => {
      await standby()
      pilot.boat.place(355, 40)
      assert.equal(await order('engage'), 'done')
      assert.deepEqual(await sentBy('set-target', { target: degrees(5) }), [bytes('1a 00 03 d1 06 ff')])
      const { target } = await bus.reported(plugin, (report) => report.target !== null)
      assert.deepEqual(await sentBy('set-target', { target }), [])
    },
  )

  test('an effect without an echo is done', limit, async () => {
    await standby()
    pilot.fault('no-ack', true)
    assert.deepEqual(await sentBy('engage'), [modeBytes('09')])
    pilot.fault('no-ack', false)
  })

  test(
    'an echo without an effect is a refusal; neither is not confirmed, and nothing is repeated',
    limit,
    async () => {
      await standby()
      pilot.fault('refuses', true)
      bus.sent.length = 0
      assert.equal(await order('engage'), 'rejected-by-device')
      assert.deepEqual(bus.sent, [modeBytes('09')])
      assert.equal(await order('disengage'), 'done', 'standby is never refused')
      pilot.fault('refuses', false)
      pilot.fault('ignores', true)
      bus.sent.length = 0
      assert.equal(await order('engage', {}, 2_500), 'unconfirmed')
      pilot.fault('ignores', false)
      assert.deepEqual(bus.sent, [modeBytes('09')])
      assert.equal(pilot.mode, 'standby')
    },
  )

  test('standby is not refused by missing data, and one from before does not count', limit, async () => {
    await standby()
    bus.cut(true)
    bus.sent.length = 0
    const done = order('disengage', {}, 30_000)
    await bus.isSent(modeBytes('06'))
    // No wind data, raised and gone.
    bus.hear({ topic: '130850', from: pilotName, hex: '41 9f ff ff 64 ff 39 00 72 00 ff ff' })
    await bus.isSent(modeBytes('06'), 4)
    bus.hear({ topic: '130850', from: pilotName, hex: '41 9f ff ff 64 ff 38 00 72 00 ff ff' })
    bus.cut(false)
    assert.equal(await done, 'done')
  })

  test('the heading of the last time is not shown when it is engaged again', limit, async () => {
    await standby()
    pilot.boat.place(100, 40)
    assert.equal(await order('engage'), 'done')
    await bus.reported(plugin, ({ target }) => target !== null)
    bus.cut(true)
    bus.hear({ topic: '65305', from: pilotName, hex: '41 9f 00 0a 0a 00 80 00' })
    await bus.reported(plugin, ({ state }) => state === 'standby')
    bus.hear({ topic: '65305', from: pilotName, hex: '41 9f 00 0a 14 00 80 00' })
    const { target } = await bus.reported(plugin, ({ state }) => state === 'engaged')
    assert.equal(target, null)
    bus.cut(false)
  })

  test('a late echo and a late effect are done', limit, async () => {
    await standby()
    pilot.fault('late', true)
    assert.equal(await order('engage'), 'done')
    pilot.fault('late', false)
  })

  test('a change of course is never repeated, also when its answer is lost', limit, async () => {
    await standby()
    pilot.boat.place(100, 40)
    assert.equal(await order('engage'), 'done')
    await bus.reported(plugin, ({ target }) => target !== null && Math.abs(target - degrees(100)) < 1e-3)
    pilot.fault('ignores', true)
    bus.sent.length = 0
    assert.equal(await order('set-target', { target: degrees(110) }, 2_500), 'unconfirmed')
    pilot.fault('ignores', false)
    assert.deepEqual(bus.sent, [bytes('1a 00 03 d1 06 ff')])
    await bus.reported(plugin, ({ target }) => target !== null && Math.abs(target - degrees(100)) < 1e-3)
  })

  test('the heading of 65341, which is one command behind, is not reported', limit, async () => {
    await standby()
    pilot.boat.place(50, 40)
    assert.equal(await order('engage'), 'done')
    const { target } = await bus.reported(plugin, (report) => report.target !== null)
    bus.hear({ topic: '65341', from: pilotName, hex: '41 9f ff ff 02 ff 21 9c' })
    bus.hear({ topic: '65305', from: pilotName, hex: '41 9f 00 0a 14 00 80 00' })
    await sleep(200)
    await bus.reported(plugin, (report) => report.target === target)
  })

  test('a mode without its data is refused with the reason', limit, async () => {
    await standby('wind')
    pilot.fault('no-wind', true)
    assert.equal(await order('engage'), 'input-stale')
    await alarmed('wind', 'alarm')
    pilot.fault('no-wind', false)
    assert.equal(await order('engage'), 'done')
    await alarmed('wind', 'normal')
    plugin.send([
      { updates: [{ $source: courseSource, values: [{ path: courseGuidancePath, value: leg }] }] },
    ])
    pilot.fault('no-nav', true)
    assert.equal(await order('set-mode', { mode: 'nav' }), 'input-stale')
    await alarmed('xte', 'alarm')
    pilot.fault('no-nav', false)
  })

  const tackBytes = bytes('11 00 00 ff ff ff')
  /** Engages with the wind 40° on the starboard side. */
  const sailByWind = async (mode = 'wind'): Promise<void> => {
    await standby(mode)
    pilot.boat.place(100, 40)
    assert.equal(await order('engage'), 'done')
    await bus.reported(plugin, ({ unavailable }) => (unavailable?.tack === undefined) === (mode === 'wind'))
    bus.sent.length = 0
  }
  const starboard = { direction: 'starboard' }
  const heldOnPort = (): boolean => Math.abs((pilot.held ?? 0) - 320) < 0.1

  test(
    'a tack has the bytes of a control head, and is done when the wind has changed its side',
    limit,
    async () => {
      await sailByWind()
      assert.equal(await order('tack', starboard), 'done')
      const { manoeuvre, target } = await bus.reported(plugin, (report) => report.manoeuvre !== null)
      assert.deepEqual(manoeuvre, { kind: 'tack', direction: 'starboard' })
      assert.ok(target !== null && Math.abs(target - degrees(40)) < 1e-3, `${target}`)
      assert.equal(await order('tack', starboard), 'busy')
      assert.equal(await order('set-target', { target: 0 }), 'busy')
      pilot.boat.place(180, -40)
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
      for (const mode of ['heading', 'no drift']) {
        await sailByWind(mode)
        assert.equal(await order('tack', starboard), 'not-allowed-in-mode')
      }
      assert.equal(await order('gybe', { direction: 'port' }), 'unsupported-action')
      assert.deepEqual(bus.sent, [])
    },
  )

  test('a tack without an echo, or with a late one, is done', limit, async () => {
    for (const fault of ['no-ack', 'late'] as const) {
      await sailByWind()
      pilot.fault(fault, true)
      assert.equal(await order('tack', starboard), 'done', fault)
      pilot.fault(fault, false)
      assert.deepEqual(bus.sent, [tackBytes])
      assert.ok(heldOnPort(), `${pilot.held}`)
    }
  })

  test(
    'a tack with an echo only is refused, without one it is not confirmed; neither is repeated',
    limit,
    async () => {
      const answers = { refuses: 'rejected-by-device', ignores: 'unconfirmed' } as const
      for (const fault of ['refuses', 'ignores'] as const) {
        await sailByWind()
        pilot.fault(fault, true)
        assert.equal(
          await order('tack', starboard, fault === 'ignores' ? 1_000 : 10_000),
          answers[fault],
          fault,
        )
        pilot.fault(fault, false)
        assert.deepEqual(bus.sent, [tackBytes])
        const { manoeuvre } = await bus.reported(plugin, ({ state }) => state === 'engaged')
        assert.equal(manoeuvre, null)
      }
      await sailByWind()
      pilot.fault('no-wind', true)
      assert.equal(await order('tack', starboard), 'input-stale', 'the pilot itself has no wind')
      pilot.fault('no-wind', false)
    },
  )

  test('the simulated pilot echoes a tack outside its wind mode, and does not turn', limit, () => {
    const echoes: string[] = []
    const computer = new NavicoCourseComputer({
      send: ({ pgn, payload }) => void (pgn === 130_851 && echoes.push(Buffer.from(payload).toString('hex'))),
      after: (_ms, run) => run(),
    })
    const payload = new Uint8Array(Buffer.from(tackBytes, 'hex'))
    const head = { from: 'c0aa820022a00002', isAddressed: false, ownAddress: 13 }
    for (const event of [0x09, 0x0f]) {
      computer.receive({ ...head, pgn: 130_850, payload: payload.with(6, event) })
      const { held } = computer
      computer.receive({ ...head, pgn: 130_850, payload })
      assert.equal(computer.held === held, event === 0x09)
    }
    assert.equal(echoes.filter((hex) => hex === tackBytes).length, 2)
  })

  test('the pilot goes to standby without a control head, which is an alarm', limit, async () => {
    await standby()
    assert.equal(await order('engage'), 'done')
    pilot.fault('no-head', true)
    await bus.reported(plugin, ({ state }) => state === 'standby')
    await alarmed('heading', 'alarm')
    pilot.fault('no-head', false)
    await alarmed('heading', 'normal')
  })

  test('disengage is sent also while nothing is known of the pilot', limit, async () => {
    await standby()
    bus.nodes([], [pilotName])
    await bus.reported(plugin, ({ state }) => state === 'off-line')
    bus.cut(true)
    bus.nodes([pilotNode])
    await sleep(200)
    bus.sent.length = 0
    assert.equal(await order('disengage', {}, 500), 'unconfirmed')
    assert.deepEqual([...new Set(bus.sent)], [modeBytes('06')])
    assert.equal(await order('engage'), 'autopilot-offline')
    bus.cut(false)
    await bus.reported(plugin, ({ state }) => state === 'standby')
  })

  test('a control head and a second pilot are not steered', limit, async () => {
    await standby()
    const head = { ...pilotNode, name: 'c0509600e83a9999', function: 'Autopilot Control Head' }
    bus.nodes([head], [pilotName])
    await bus.reported(plugin, ({ state }) => state === 'off-line')
    bus.sent.length = 0
    assert.equal(await order('disengage'), 'autopilot-offline')
    bus.nodes([pilotNode, { ...pilotNode, name: 'c0509600e83a8888' }], [head.name])
    await sleep(200)
    assert.equal(await order('engage'), 'autopilot-offline')
    assert.deepEqual(bus.sent, [])
    bus.lose()
    await bus.reported(plugin, ({ state }) => state === 'off-line')
  })
})
