import { courseGuidancePath, type CourseGuidance, type LiveGuidance } from '@marinedata/plugin-api'
import type { StartedPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { heading } from './aboard.ts'
import { connected, freePort, localServer, startNetwork, type TestConnection } from './network-boat.ts'

const limit = { timeout: 300_000 }
const position = { latitude: 59.8, longitude: 22.9 }
const guidance: LiveGuidance = {
  status: 'live',
  route: null,
  origin: { latitude: 59.7, longitude: 22.8 },
  waypoint: { name: 'Lightship', number: 1, position: { latitude: 60, longitude: 23 } },
  nextWaypoint: null,
  legBearing: 0.24,
  trackBearing: 0.24,
  bearing: 0.24,
  courseToSteer: 0.24,
  distance: 22_900,
  crossTrack: -18,
  isArrived: false,
}

interface SentOptions {
  readonly source?: string
  readonly context?: string
  readonly stale?: boolean
}

/** Sends values to the plugin as the server does. */
const tell = (
  plugin: StartedPlugin,
  values: Readonly<Record<string, unknown>>,
  { source = 'n2k.gps', context = 'vessels.self', stale = false }: SentOptions = {},
): number => {
  const entries = Object.entries(values).map(([path, value]) => ({ path, value, ...(stale && { stale }) }))
  const delta = {
    context,
    updates: [{ $source: source, timestamp: new Date().toISOString(), values: entries }],
  }
  return plugin.send([delta])
}

const start = async (made: readonly string[]) => {
  const port = await freePort()
  const plugin = await startNetwork({ server: localServer(port, { sends: { made } }) })
  return { plugin, plotter: await connected(port), source: `nmea0183.tcp-server-${port}.127.0.0.1` }
}

/** The number of lines that arrive within a time. */
const countFor = async (connection: TestConnection, ms: number): Promise<number> => {
  const before = connection.lines.length
  await sleep(ms)
  return connection.lines.length - before
}

describe('sentences made from the values of the boat', { ...limit, concurrency: 2 }, () => {
  test('are sent at their period while the value is live, and not when it is stale or unknown', async () => {
    const { plugin, plotter } = await start(['HDT'])
    await using _plugin = plugin
    using _plotter = plotter
    assert.equal(await countFor(plotter, 500), 0)
    assert.equal(tell(plugin, { [heading]: Math.PI / 2 }), 1)
    assert.match((await plotter.receive(1))[0] ?? '', /^\$..HDT,90\.0,T\*/)
    const perTwoSeconds = await countFor(plotter, 2_000)
    assert.ok(perTwoSeconds > 5 && perTwoSeconds <= 11, `${perTwoSeconds} in 2 s`)
    tell(plugin, { [heading]: Math.PI / 2 }, { stale: true })
    await sleep(300)
    assert.equal(await countFor(plotter, 700), 0)
    tell(plugin, { [heading]: 0 })
    await plotter.receive(plotter.lines.length + 1)
    tell(plugin, { [heading]: null })
    await sleep(300)
    assert.equal(await countFor(plotter, 700), 0)
  })

  test('are not made from what came over the network by NMEA 0183', async () => {
    const { plugin, plotter, source } = await start(['HDT'])
    await using _plugin = plugin
    using _plotter = plotter
    tell(plugin, { [heading]: 1 }, { source })
    assert.equal(await countFor(plotter, 700), 0)
    tell(plugin, { [heading]: 1 }, { source: 'nmea0183.ttyUSB0' })
    await plotter.receive(1)
  })

  test('about the course are of one guidance of the server, and end with one invalid set, then nothing', async () => {
    const { plugin, plotter } = await start(['APB', 'RMB', 'XTE', 'BOD'])
    await using _plugin = plugin
    using _plotter = plotter
    tell(plugin, { [courseGuidancePath]: guidance }, { source: 'n2k.plotter' })
    assert.equal(await countFor(plotter, 1_500), 0, 'a course of another source is not the one of the crew')
    const give = (value: CourseGuidance) =>
      tell(plugin, { [courseGuidancePath]: value }, { source: 'course' })
    const giving = setInterval(() => give(guidance), 500)
    try {
      give(guidance)
      const lines = await plotter.receive(8)
      assert.deepEqual(
        lines.slice(0, 4).map((line) => line.slice(3, 6)),
        ['RMB', 'APB', 'XTE', 'BOD'],
      )
      assert.match(lines[1] ?? '', /^\$ECAPB,A,A,0\.010,R,N,V,V,13\.8,T,WP001,13\.8,T,13\.8,T,A\*/)
    } finally {
      clearInterval(giving)
    }
    give({ status: 'invalid', reason: 'no-position' })
    const isInvalid = (line: string): boolean => /^\$EC(?:RMB|APB|XTE),V/.test(line)
    for (let count = 0; count < 1_000 && !plotter.lines.some(isInvalid); count++) await sleep(20)
    await sleep(2_000)
    const invalid = plotter.lines.filter(isInvalid)
    assert.equal(invalid.length, 3)
    assert.deepEqual(plotter.lines.slice(-3), invalid)
  })

  test('about other craft are made from other sources, not from NMEA 0183', async () => {
    const { plugin, plotter } = await start(['VDM'])
    await using _plugin = plugin
    using _plotter = plotter
    const craft = (mmsi: string, source: string): void => {
      const values = {
        'navigation.position': position,
        'navigation.speedOverGround': 3,
        'sensors.ais.class': 'A',
      }
      tell(plugin, values, { source, context: `vessels.urn:mrn:imo:mmsi:${mmsi}` })
    }
    craft('230123250', 'nmea0183.ttyUSB0')
    assert.equal(await countFor(plotter, 1_500), 0)
    craft('230123251', 'n2k.ais')
    const [line = ''] = await plotter.receive(1)
    assert.match(line, /^!AIVDM,1,1,,,1/)
    // The same position is not sent again.
    assert.equal(await countFor(plotter, 3_000), 0)
  })
})
