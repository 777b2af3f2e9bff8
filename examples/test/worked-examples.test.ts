import type { Boat as BoatClient, DeltaStream } from '@marinedata/client'
import type { Plugin } from '@marinedata/plugin-api'
import { SwitchBankSimulator } from '@marinedata/pilot-simulators'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { startBusBoat } from '@marinedata/testing/boats/bus-pilot-boat'
import { getJson } from '@marinedata/testing/exchange'
import { pythonClient, pythonWithWebSockets } from '@marinedata/testing/python'
import type { Boat } from '@marinedata/testing/boats/start-boat'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const examples = join(import.meta.dirname, '..')
const page = join(examples, '..', 'docs', 'examples.md')
const plugins = ['engine-hours', 'harbours', 'near-ships', 'steady-tank', 'wind-shift'] as const
/** Lines that fit on one screen. */
const mostLines = 60

/** Installs a plugin as a package with its manifest: a busy machine need not run it first to ask for one. */
const install = async (name: string, folder: string): Promise<string> => {
  const place = join(folder, name)
  const source = join(examples, 'plugins', `${name}.ts`)
  const { plugin } = (await import(source)) as { readonly plugin: Plugin }
  await mkdir(place)
  await copyFile(source, join(place, 'index.ts'))
  await writeFile(join(place, 'package.json'), JSON.stringify({ name, type: 'module', main: 'index.ts' }))
  await writeFile(join(place, 'marinedata-plugin.json'), JSON.stringify(plugin.manifest))
  return place
}

/** Runs an example as a child process until it is disposed of. */
const run = (program: string, args: readonly string[], env: Readonly<Record<string, string>>) => {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let printed = ''
  child.stdout.on('data', (bytes: Buffer) => (printed += bytes.toString()))
  return {
    ended,
    printed: () => printed,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

suite('the worked examples, on one boat', () => {
  let bank: SwitchBankSimulator
  let boat: Boat
  let client: BoatClient
  let sensors: DeltaStream
  let folder = ''

  const runApp = (name: string, env: Readonly<Record<string, string>> = {}) =>
    run(process.execPath, ['--conditions=@marinedata/source', join(examples, 'apps', name)], {
      BOAT: boat.url,
      ...env,
    })
  const send = (path: string, value: unknown, context?: string): void => {
    sensors.send({
      ...(context !== undefined && { context }),
      updates: [{ $source: 'sensors.test', values: [{ path, value }] }],
    })
  }
  const stateOf = async (path: string): Promise<string> =>
    (await client.alerts.list()).find((alert) => alert.path === path)?.state ?? 'normal'
  const becomes = (path: string, state: string): Promise<string> =>
    until(
      () => stateOf(path),
      (shown) => shown === state,
    )
  const leafAt = (path: string) =>
    client
      .get<{ value: unknown; timestamp: string }>(['vessels', 'self', ...path.split('.')])
      .catch(() => undefined)

  before(async () => {
    folder = await mkdtemp(join(examples, 'run-'))
    bank = await SwitchBankSimulator.start({ port: 0 })
    const users = ['recorder', ...(await Promise.all(plugins.map((name) => install(name, folder))))]
    // An hour of the engine would be too long for a test: the oil is due after a second.
    const settings = { 'engine-hours': { hours: 1 / 3600 } }
    const switchBanks = [{ instance: 0, switches: [{ number: 1, label: 'Deck light' }] }]
    boat = await startBusBoat({ kind: 'yacht-devices', port: bank.port, users, settings }, { switchBanks })
    client = boat.client
    sensors = client.stream({ subscribe: 'none' })
    await sensors.opened()
    const notRunning = async () =>
      Object.values(await client.plugins.list()).filter(
        ({ name, state }) => plugins.some((plugin) => plugin === name) && state !== 'running',
      )
    await until(notRunning, (list) => list.length === 0)
  }, limit)
  after(async () => {
    await sensors[Symbol.asyncDispose]()
    await boat[Symbol.asyncDispose]()
    await bank[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  test('alarms-to-phone sends each alarm once', limit, async () => {
    const received: string[] = []
    const phone = createServer((request, response) => {
      request.on('data', (bytes: Buffer) =>
        received.push(`${String(request.headers['title'])}: ${bytes.toString()}`),
      )
      request.on('end', () => response.end())
    }).listen(0, '127.0.0.1')
    await once(phone, 'listening')
    const { port } = phone.address() as AddressInfo
    await using _app = runApp('alarms-to-phone.ts', { TOPIC: `http://127.0.0.1:${port}` })
    for (const [name, message] of [
      ['smoke', 'Smoke from the engine'],
      ['bilge', 'Water in the bilge'],
    ] as const) {
      await client.alerts.raise({ path: `notifications.engine.${name}`, state: 'alarm', message })
      await until(
        () => received,
        (list) => list.includes(`engine.${name}: ${message}`),
      )
    }
    assert.equal(received.length, 2)
    phone.close()
  })

  test('depth_log writes depths, and nothing without a depth', limit, async () => {
    const file = join(folder, 'depth.csv')
    const script = join(examples, 'apps', 'depth_log.py')
    await using _app = run(pythonWithWebSockets(), [script, file, '0.1'], {
      BOAT: boat.url,
      PYTHONPATH: pythonClient,
    })
    const depth = 'environment.depth.belowTransducer'
    send(depth, null)
    const lines = async (): Promise<string[]> =>
      (await readFile(file, 'utf8').catch(() => '')).split('\r\n').filter((line) => line !== '')
    await until(
      () => {
        send(depth, 4.2)
        return lines()
      },
      (list) => list.length >= 2,
    )
    for (const line of await lines()) assert.match(line, /^\d{4}-\d\d-\d\dT[\d:.]+Z,4\.20$/)
  })

  test('history-to-csv prints the highest speed of the hour in knots', limit, async () => {
    const paths = 'navigation.speedOverGround:max'
    await until(
      async () => {
        send('navigation.speedOverGround', 5.144)
        return (await client.history.values({ paths, duration: 'PT1H', resolution: '1h' })).data
      },
      (rows) => rows.some(([, speed]) => speed !== null),
    )
    await using app = runApp('history-to-csv.ts')
    await app.ended
    const [head, ...rows] = app.printed().trim().split('\n')
    assert.equal(head, 'hour,speed,wind')
    assert.match(rows.at(-1) ?? '', /^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z,10\.0,$/)
  })

  test('overboard-light switches a light of the bus on', limit, async () => {
    const light = 'electrical.switches.bank.0.1.state'
    await until(
      () => client.controls.list(),
      ([control]) => control?.online === true,
    )
    await using app = runApp('overboard-light.ts', { LIGHT: light })
    await client.alerts.raiseManOverboard()
    await until(app.printed, (printed) => printed !== '')
    assert.equal(app.printed(), 'the light is on\n')
    assert.equal(bank.pilot.isOn(1), true)
    await client.alerts.endManOverboard()
  })

  test('engine-hours counts, and warns until the oil is changed', limit, async () => {
    const alert = 'notifications.propulsion.main.oilChange'
    send('propulsion.main.revolutions', 25)
    await becomes(alert, 'warn')
    const counted = await leafAt('propulsion.main.runTime')
    assert.ok(Number(counted?.value) >= 1, String(counted?.value))
    // Without a turning engine the seconds stop, so that the oil is not due again.
    send('propulsion.main.revolutions', 0)
    await until(
      () => client.plugins.runAction('engine-hours', 'changed', {}).then(() => stateOf(alert)),
      (state) => state === 'normal',
    )
  })

  test('wind-shift warns when the wind has turned, across north', limit, async () => {
    const path = 'environment.wind.directionTrue'
    const alert = 'notifications.environment.wind.shift'
    send(path, 6.2)
    const status = async () => (await client.plugins.get('wind-shift')).status?.message ?? ''
    await until(status, (message) => message.includes('0° away'))
    send(path, 0.2)
    await until(status, (message) => /1\d° away/.test(message))
    assert.equal(await stateOf(alert), 'normal')
    send(path, 0.8)
    await becomes(alert, 'warn')
    send(path, 6.2)
    await becomes(alert, 'normal')
  })

  test('steady-tank ignores a swing, and shows an unknown level as unknown', limit, async () => {
    let seen = ''
    for (const [level, steady] of [
      [0.5, 0.5],
      [0.52, 0.52],
      [0.9, 0.52],
      [null, null],
    ]) {
      send('tanks.fuel.0.currentLevel', level)
      const leaf = await until(
        () => leafAt('tanks.fuel.main.currentLevel'),
        (shown) => shown !== undefined && shown.timestamp !== seen,
      )
      assert.equal(leaf?.value, steady)
      seen = leaf?.timestamp ?? ''
    }
  })

  test('near-ships warns while a ship is near', limit, async () => {
    const alert = 'notifications.navigation.nearShip'
    const ship = 'vessels.urn:mrn:imo:mmsi:211234560'
    send('navigation.position', { latitude: 54, longitude: 10 })
    send('navigation.position', { latitude: 54.003, longitude: 10 }, ship)
    await becomes(alert, 'warn')
    const raised = (await client.alerts.list()).find(({ path }) => path === alert)
    assert.match(raised?.message ?? '', /500 m: 211234560/)
    send('navigation.position', { latitude: 54.03, longitude: 10 }, ship)
    await becomes(alert, 'normal')
  })

  test('harbours provides its places as resources', limit, async () => {
    const place = '/marinedata/v2/api/resources/pointsOfInterest/hanko'
    const harbour = await getJson<{ name: string; category: string }>(boat.url, place)
    assert.deepEqual([harbour.name, harbour.category], ['Hanko', 'harbour'])
  })
})

test('the page lists every example, and each fits on one screen', async () => {
  const text = await readFile(page, 'utf8')
  assert.ok(text.includes('(../examples/python-plugin/README.md)'))
  const files = [
    ...(await readdir(join(examples, 'apps'))).map((name) => `apps/${name}`),
    ...(await readdir(join(examples, 'plugins'))).map((name) => `plugins/${name}`),
  ]
  assert.equal(files.length + 1, 10)
  for (const file of files) {
    assert.ok(text.includes(`(../examples/${file})`), `${file} is not on the page`)
    const lines = (await readFile(join(examples, file), 'utf8')).split('\n').length
    assert.ok(lines <= mostLines, `${file} has ${lines} lines`)
  }
})
