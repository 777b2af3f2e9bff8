import { PypilotSimulator } from '@marinedata/pilot-simulators'
import { courseGuidancePath, courseSource, degrees, noCourseGuidance } from '@marinedata/model'
import type { AutopilotReport, CourseGuidance } from '@marinedata/plugin-api'
import { startPlugin, type StartedPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const here = new URL('..', import.meta.url)
const limit = { timeout: 120_000 }

const reportsOf = (plugin: StartedPlugin): readonly AutopilotReport[] =>
  (plugin.devices.get('pypilot')?.reports ?? []) as readonly AutopilotReport[]

const reported = async (
  plugin: StartedPlugin,
  words: string,
  isIt: (report: AutopilotReport) => boolean,
): Promise<AutopilotReport> => {
  for (let count = 0; count < 2_000; count++) {
    const last = reportsOf(plugin).at(-1)
    if (last !== undefined && isIt(last)) return last
    await sleep(10)
  }
  return assert.fail(`${words}: ${JSON.stringify(reportsOf(plugin).at(-1))}`)
}

const isOnline = ({ state }: AutopilotReport): boolean => state !== 'off-line'

/** A peer that speaks as pypilot does, and notes every line that it gets. */
class Peer implements AsyncDisposable {
  readonly lines: string[] = []
  readonly #server = createServer((socket) => this.#accept(socket))
  readonly #sockets = new Set<Socket>()

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  send(...lines: readonly string[]): void {
    for (const socket of this.#sockets) socket.write(lines.map((line) => `${line}\n`).join(''))
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  async heard(line: string): Promise<void> {
    for (let count = 0; count < 2_000 && !this.lines.includes(line); count++) await sleep(10)
    assert.ok(this.lines.includes(line), `"${line}" is missing: ${this.lines.join(' | ')}`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('error', () => undefined)
    createInterface({ input: socket }).on('line', (line) => {
      if (line !== '') this.lines.push(line)
    })
  }
}

const values = (more: Readonly<Record<string, string>> = {}): string[] =>
  Object.entries({
    'ap.enabled': 'false',
    'ap.mode': '"compass"',
    'ap.modes': '["compass", "gps", "wind"]',
    'ap.heading_command': '12.0000',
    'ap.tack.state': '"none"',
    'ap.tack.direction': '"none"',
    'ap.heading': '92.0400',
    'imu.heading_lowpass': '92.0400',
    ...more,
  }).map(([name, text]) => `${name}=${text}`)

suite('the lines to pypilot', () => {
  const watch =
    'watch={"ap.enabled":true,"ap.mode":true,"ap.modes":true,"ap.heading_command":true,"ap.tack.state":true,"ap.tack.direction":true,"ap.heading":0.2,"imu.heading_lowpass":0.2}'
  const peer = new Peer()
  let plugin: StartedPlugin
  before(async () => {
    const port = await peer.listen()
    plugin = await startPlugin(here, { settings: { port } })
    await peer.heard(watch)
  })
  after(async () => {
    await plugin[Symbol.asyncDispose]()
    await peer[Symbol.asyncDispose]()
  })

  /** The lines of a command in a state, with what the peer answers to each of them. */
  const sent = async (
    state: Readonly<Record<string, string>>,
    command: { readonly name: string; readonly input: unknown },
    replies: Readonly<Record<string, string>> = {},
  ): Promise<string[]> => {
    // Another state first, so that the report of this one is seen.
    peer.send(...values({ 'ap.enabled': 'false', 'ap.mode': '"gps"' }))
    await reported(plugin, 'another state', ({ mode }) => mode === 'gps')
    const told = values(state)
    peer.send(...told)
    await reported(plugin, 'the state', ({ mode }) => told.includes(`ap.mode="${mode}"`))
    peer.lines.length = 0
    const over = new AbortController()
    const carriedOut = plugin.command('pypilot', command, { signal: over.signal }).catch(() => undefined)
    for (const [line, reply] of Object.entries(replies)) {
      await peer.heard(line)
      peer.send(reply)
    }
    await sleep(300)
    over.abort()
    await carriedOut
    return [...peer.lines]
  }

  test('nothing is written at the start', limit, async () => {
    peer.send(...values({ 'ap.enabled': 'true' }))
    const { state, mode, target } = await reported(plugin, 'connected', isOnline)
    assert.deepEqual([state, mode, target], ['enabled', 'compass', degrees(12)])
    await sleep(300)
    assert.deepEqual(peer.lines, [watch])
  })

  test(
    'it engages on the present heading: first the command, and only when that is shown, it engages',
    limit,
    async () => {
      assert.deepEqual(await sent({}, { name: 'engage', input: {} }), ['ap.heading_command=92.04'])
      const replies = { 'ap.heading_command=92.04': 'ap.heading_command=92.0000' }
      assert.deepEqual(await sent({}, { name: 'engage', input: {} }, replies), [
        'ap.heading_command=92.04',
        'ap.enabled=true',
      ])
    },
  )

  const steering = { 'ap.enabled': 'true' }
  const inWind = { ...steering, 'ap.mode': '"wind"', 'ap.heading_command': '45.0000' }

  test('it disengages, sets a mode and a target', limit, async () => {
    const shown = { 'ap.enabled=false': 'ap.enabled=false' }
    assert.deepEqual(await sent(steering, { name: 'disengage', input: {} }, shown), ['ap.enabled=false'])
    assert.deepEqual(await sent(steering, { name: 'set-mode', input: { mode: 'wind' } }), ['ap.mode="wind"'])
    assert.deepEqual(await sent(steering, { name: 'set-target', input: { target: degrees(90) } }), [
      'ap.heading_command=90',
    ])
    assert.deepEqual(await sent(inWind, { name: 'set-target', input: { target: degrees(-30) } }), [
      'ap.heading_command=30',
    ])
  })

  test('standby is sent until pypilot shows it, also after a lost connection', limit, async () => {
    peer.send(...values(steering))
    await reported(plugin, 'it steers', ({ state }) => state === 'enabled')
    peer.lines.length = 0
    const carriedOut = plugin.command('pypilot', { name: 'disengage', input: {} }, { deadlineMs: 60_000 })
    await peer.heard('ap.enabled=false')
    peer.cut()
    await reported(plugin, 'it is lost', (report) => !isOnline(report))
    peer.lines.length = 0
    await peer.heard(watch)
    await peer.heard('ap.enabled=false')
    peer.send(...values())
    await carriedOut
  })

  test('it tacks; in the wind mode pypilot decides the side by the wind', limit, async () => {
    const replies = { 'ap.tack.direction="port"': 'ap.tack.direction="port"' }
    assert.deepEqual(await sent(steering, { name: 'tack', input: { direction: 'port' } }, replies), [
      'ap.tack.direction="port"',
      'ap.tack.state="begin"',
    ])
    const [port, starboard] = (['port', 'starboard'] as const).map((direction) => ({
      name: 'tack',
      input: { direction },
    }))
    assert.ok(port !== undefined && starboard !== undefined)
    assert.deepEqual(await sent(inWind, starboard), ['ap.tack.state="begin"'])
    assert.deepEqual(await sent(inWind, port), [])
    assert.deepEqual(await sent({ ...inWind, 'ap.heading_command': '120.0000' }, starboard), [])
  })

  test('a mode without its command is not reported, but can be disengaged', limit, async () => {
    peer.send(...values({ ...steering, 'ap.heading_command': '92.0000' }))
    await reported(plugin, 'it steers', ({ target }) => target === degrees(92))
    const { length: known } = reportsOf(plugin)
    peer.send('ap.mode="wind"')
    await sleep(100)
    peer.send('ap.heading_command=-30.0000')
    await reported(plugin, 'the new mode', ({ mode }) => mode === 'wind')
    const targets = reportsOf(plugin)
      .slice(known)
      .flatMap(({ mode, target }) => (mode === 'wind' ? [target] : []))
    assert.deepEqual([...new Set(targets)], [degrees(30)])
    peer.send('ap.mode="true wind"', 'ap.heading_command=-40.0000')
    const { target } = await reported(plugin, 'a mode that is not declared', ({ mode }) => mode === null)
    assert.equal(target, null)
  })
})

suite('pypilot with faults', () => {
  const lead = (plugin: StartedPlugin, guidance: CourseGuidance): void => {
    const update = { $source: courseSource, values: [{ path: courseGuidancePath, value: guidance }] }
    plugin.send([{ updates: [update] }])
  }
  const ahead: CourseGuidance = {
    status: 'live',
    route: null,
    origin: { latitude: 50, longitude: -3 },
    waypoint: { name: 'Mark', number: 1, position: { latitude: 51, longitude: -3 } },
    nextWaypoint: null,
    legBearing: 0,
    trackBearing: 0,
    bearing: 0,
    courseToSteer: degrees(10),
    distance: 111_000,
    crossTrack: -185.2,
    isArrived: false,
  }
  const start = async (): Promise<
    { readonly simulator: PypilotSimulator; readonly plugin: StartedPlugin } & AsyncDisposable
  > => {
    const stack = new AsyncDisposableStack()
    const simulator = stack.use(await PypilotSimulator.start({ pace: 5, port: 0, nmea0183Port: 0 }))
    const { port, nmea0183Port } = simulator
    const plugin = stack.use(await startPlugin(here, { settings: { port, nmea0183Port } }))
    await reported(plugin, 'connected', isOnline)
    return { simulator, plugin, [Symbol.asyncDispose]: async () => await stack.disposeAsync() }
  }
  const engage = { name: 'engage', input: {} }

  test(
    'a course is sent as APB, and when it ends pypilot holds the heading in another mode',
    limit,
    async () => {
      await using boat = await start()
      const { simulator, plugin } = boat
      simulator.place(350, 60)
      assert.equal(
        await plugin.outcome('pypilot', { name: 'set-mode', input: { mode: 'nav' } }),
        'input-stale',
      )
      const leading = setInterval(() => lead(plugin, ahead), 200)
      try {
        for (let count = 0; count < 500 && simulator.autopilot.track === undefined; count++) await sleep(10)
        // A tenth of a mile to port of the track: steer right.
        assert.deepEqual(
          simulator.autopilot.track && [
            simulator.autopilot.track.bearing,
            simulator.autopilot.track.crossTrack,
          ],
          [0, 0.1],
        )
        const setMode = (): Promise<string> =>
          plugin.outcome('pypilot', { name: 'set-mode', input: { mode: 'nav' } })
        // pypilot offers the mode when it has the track.
        for (let count = 0; count < 500 && (await setMode()) !== 'done'; count++) await sleep(10)
        await plugin.command('pypilot', engage)
        await reported(
          plugin,
          'it follows the track',
          ({ mode, target }) => mode === 'nav' && target === degrees(30),
        )
      } finally {
        clearInterval(leading)
      }
      lead(plugin, noCourseGuidance)
      const { state } = await reported(plugin, 'it falls back', ({ mode }) => mode === 'gps')
      assert.equal(state, 'enabled')
    },
  )

  test('what pypilot ignores is never repeated, and what it does late is reported', limit, async () => {
    await using boat = await start()
    const { simulator, plugin } = boat
    simulator.fault('ignores', true)
    assert.notEqual(await plugin.outcome('pypilot', engage, { deadlineMs: 1_000 }), 'done')
    simulator.fault('ignores', false)
    await sleep(500)
    assert.equal(simulator.autopilot.isEnabled, false)
    simulator.fault('late', true)
    assert.notEqual(
      await plugin.outcome('pypilot', { name: 'set-mode', input: { mode: 'wind' } }, { deadlineMs: 500 }),
      'done',
    )
    await reported(plugin, 'the late effect', ({ mode }) => mode === 'wind')
  })

  test('a lost connection is reported as off-line, and nothing is sent when it is back', limit, async () => {
    await using boat = await start()
    const { simulator, plugin } = boat
    await plugin.command('pypilot', engage)
    simulator.fault('cut', true)
    await reported(plugin, 'off-line', ({ state }) => state === 'off-line')
    assert.equal(await plugin.outcome('pypilot', { name: 'disengage', input: {} }), 'autopilot-offline')
    simulator.fault('cut', false)
    await reported(plugin, 'it still steers', ({ state }) => state === 'enabled')
  })

  test('a pypilot that is silent is not reported', limit, async () => {
    await using boat = await start()
    const { simulator, plugin } = boat
    simulator.fault('mute', true)
    await sleep(500)
    const { length } = reportsOf(plugin)
    await sleep(1_000)
    assert.equal(reportsOf(plugin).length, length)
  })

  test('its heading is published', limit, async () => {
    await using boat = await start()
    const { simulator, plugin } = boat
    simulator.place(271, 60)
    for (let count = 0; count < 500; count++) {
      const heading = plugin.latest('navigation.headingMagnetic')
      if (typeof heading === 'number' && Math.abs(heading - degrees(271)) < 1e-6) return
      await sleep(10)
    }
    assert.fail('The heading is not published')
  })
})
