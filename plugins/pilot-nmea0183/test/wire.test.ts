import { courseGuidancePath, courseSource, degrees } from '@marinedata/model'
import { startPlugin, type StartedPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { apb, IecBus } from './iec-bus.ts'

const here = new URL('..', import.meta.url)
const limit = { timeout: 60_000 }
const leg = {
  status: 'live',
  route: null,
  origin: { latitude: 54, longitude: 8 },
  waypoint: { name: 'Buoy', number: 1, position: { latitude: 54.1, longitude: 8 } },
  nextWaypoint: null,
  legBearing: 1,
  trackBearing: degrees(57),
  bearing: 1,
  courseToSteer: 1,
  distance: 10_000,
  crossTrack: 0,
  isArrived: false,
}

const orderTo =
  (plugin: () => StartedPlugin) =>
  async (name: string, input: unknown = {}, deadlineMs = 10_000): Promise<string> =>
    await plugin().outcome('heading-control', { name, input }, { deadlineMs })

suite('an autopilot on NMEA 0183 that obeys HTC', () => {
  const bus = new IecBus()
  const { pilot } = bus
  let plugin: StartedPlugin
  const order = orderTo(() => plugin)
  before(async () => {
    plugin = await startPlugin(here, { settings: { commands: true } })
    await bus.offerTo(plugin)
  })
  after(async () => {
    await plugin[Symbol.asyncDispose]()
    bus[Symbol.dispose]()
  })

  const sentBy = async (name: string, input: unknown = {}): Promise<string[]> => {
    bus.sent.length = 0
    assert.equal(await order(name, input), 'done', `${name} ${JSON.stringify(input)}`)
    return bus.sent.map((line) => line.slice(1, -3))
  }
  const alarmed = async (name: 'heading' | 'xte', state: string): Promise<void> => {
    const alarm = (): string | undefined => plugin.devices.get('heading-control')?.alarms.get(name)?.state
    for (let count = 0; count < 3_000 && alarm() !== state; count++) await sleep(10)
    assert.equal(alarm(), state)
  }

  test('every command is one HTC, with the reference of the pilot', limit, async () => {
    assert.deepEqual(bus.sent, [], 'nothing is sent at the start')
    pilot.boat.place(0, 40)
    await sleep(2_200)
    assert.deepEqual(await sentBy('engage'), ['ECHTC,V,,,H,N,,,,,0.0,,,T'])
    assert.deepEqual(await sentBy('set-target', { target: degrees(12.34) }), ['ECHTC,V,,,H,N,,,,,12.3,,,T'])
    assert.deepEqual(await sentBy('set-target', { target: degrees(359.98) }), ['ECHTC,V,,,H,N,,,,,0.0,,,T'])
    assert.equal(await order('set-mode', { mode: 'track' }), 'input-stale')
    plugin.send([
      { updates: [{ $source: courseSource, values: [{ path: courseGuidancePath, value: leg }] }] },
    ])
    pilot.receive(apb(57))
    const [track = ''] = await sentBy('set-mode', { mode: 'track' })
    assert.match(track, /^ECHTC,V,,,T,N,,,,,[0-9.]+,,57\.0,T$/)
    assert.deepEqual(await sentBy('disengage'), ['ECHTC,V,,,M,N,,,,,,,,T'])
    assert.equal(pilot.mode, 'M')
    assert.equal(await order('set-mode', { mode: 'heading' }), 'done')
  })

  test(
    'a command without an effect is not confirmed, and is not repeated; a late one is done',
    limit,
    async () => {
      pilot.fault('ignores', true)
      bus.sent.length = 0
      assert.equal(await order('engage', {}, 2_500), 'unconfirmed')
      pilot.fault('ignores', false)
      assert.equal(bus.sent.length, 1)
      pilot.fault('late', true)
      assert.equal(await order('engage'), 'done')
      pilot.fault('late', false)
    },
  )

  test('a helmsman who takes the wheel is reported', limit, async () => {
    await bus.reported(plugin, ({ state }) => state === 'engaged')
    pilot.takeWheel()
    await bus.reported(plugin, ({ state }) => state === 'standby')
  })

  test('limits that are exceeded are alarms', limit, async () => {
    // The pilot itself reports that all is well.
    bus.cut(true)
    bus.hear('$AGHTD,V,0.0,R,M,N,35.0,25.0,,,,0.10,,T,A,V,V,10.0*00'.replace(/\*00$/, checksum))
    await alarmed('heading', 'alarm')
    await alarmed('xte', 'alarm')
    bus.cut(false)
    await alarmed('heading', 'normal')
  })

  test('a silent pilot takes no command but standby, and a lost bus is off-line', limit, async () => {
    bus.cut(true)
    await sleep(5_500)
    assert.equal(await order('engage'), 'autopilot-offline')
    bus.sent.length = 0
    assert.equal(await order('disengage', {}, 500), 'unconfirmed', 'a standby from before does not count')
    assert.ok(bus.sent.length > 1, `${bus.sent.length}`)
    assert.equal(new Set(bus.sent).size, 1)
    bus.cut(false)
    bus.lose()
    await bus.reported(plugin, ({ state }) => state === 'off-line')
  })
})

const checksum = (_: string, __: number, line: string): string => {
  let sum = 0
  for (const character of line.slice(1, line.indexOf('*'))) sum ^= character.charCodeAt(0)
  return `*${sum.toString(16).toUpperCase().padStart(2, '0')}`
}

test('a pilot without HTD is not registered, and one without HTC is only shown', limit, async () => {
  using bus = new IecBus()
  bus.pilot.fault('silent', true)
  await using plugin = await startPlugin(here)
  const offered = bus.offerTo(plugin)
  await sleep(1_500)
  assert.equal(plugin.devices.size, 0)
  bus.pilot.fault('silent', false)
  await offered
  const order = orderTo(() => plugin)
  assert.equal(await order('engage'), 'unsupported-action')
  assert.equal(await order('disengage'), 'unsupported-action')
  assert.deepEqual(bus.sent, [])
})
