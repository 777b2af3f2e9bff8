import type { Boat as BoatAnswer, RouteList, WaypointList } from '@marinedata/model'
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { BoatStore } from '../src/storage/boat-store.ts'
import { getJson } from '@marinedata/testing/exchange'
import { startBoat } from '@marinedata/testing/boats/start-boat'

const cli = join(import.meta.dirname, '..', 'src', 'cli', 'main.ts')
/** Its README says who wrote these files. */
const signalk = join(import.meta.dirname, 'signalk-folder')

const runImport = (folder: string, ...more: readonly string[]) =>
  spawnSync(process.execPath, [cli, 'import', 'signalk', signalk, '--data', folder, ...more], {
    encoding: 'utf8',
  })

class TemporaryFolder implements Disposable {
  readonly parent = mkdtempSync(join(tmpdir(), 'marinedata-import-'))

  /** Does not exist yet. */
  get path(): string {
    return join(this.parent, 'data')
  }

  [Symbol.dispose](): void {
    rmSync(this.parent, { recursive: true, force: true })
  }
}

test('a dry run says what would be taken and what is left to do, and writes nothing', () => {
  using folder = new TemporaryFolder()
  const { status, stdout, stderr } = runImport(folder.path, '--dry-run')
  assert.equal(status, 0, stderr)
  assert.equal(existsSync(folder.path), false)
  assert.deepEqual(stdout.split('\n'), [
    'Would be taken:',
    '  Vessel: name: "Aura"',
    '  Vessel: mmsi: "230099999"',
    '  Vessel: callsign: "OJ1234"',
    '  Vessel: length: 11.3',
    '  Vessel: beam: 3.4',
    '  Vessel: draught: 1.9',
    '  Vessel: airDraught: 16.5',
    '  Vessel: gpsFromBow: 7.2',
    '  Vessel: gpsFromCentre: 0.4',
    '  Routes: To Brixham',
    '  Waypoints: Harbour',
    '  Connections: plotter: tcp://192.168.4.1:10110',
    '  Connections: wifi-gateway: tcp://192.168.4.2:1457',
    'Not taken: do this by hand:',
    '  Routes: Broken: it needs 2 to 500 valid points and has 1',
    '  Connections: can: it is switched off there',
    '  Connections: ais: serial ports are found here. Choose /dev/ttyUSB0 under Devices',
    '  Source priorities: environment.wind.speedApparent: plotter.II, then can.115. Sources have other names here: enter them under "sources" in settings.json',
    '  People: anna: passwords cannot be taken over. Invite with "marinedata access invite --role owner"',
    '  People: bert: passwords cannot be taken over. Invite with "marinedata access invite --role crew"',
    '  Anchor: the radius was 40 m. It is set here when you drop the anchor',
    '  Plugins: plugins of signalk-server do not run here: derived-data',
    'Nothing was written.',
    '',
  ])
})

test('a boat has what was imported, keeps what it had, and a second import changes nothing', async () => {
  let first = ''
  await using boat = await startBoat({
    settings: { name: 'Old name' },
    prepare: async (folder) => {
      writeFileSync(join(folder, 'settings.json'), '{"name":"Old name"}')
      const { status, stdout, stderr } = runImport(folder)
      assert.equal(status, 0, stderr)
      first = stdout
    },
  })
  assert.match(first, /Already here, and not changed:\n {2}Vessel: name stays "Old name"; there it is "Aura"/)
  const api = '/marinedata/v2/api'
  const { details } = await getJson<BoatAnswer>(boat.url, `${api}/vessels/self/boat`)
  assert.deepEqual([details.name, details.mmsi, details.draught], ['Old name', '230099999', 1.9])
  const routes = await getJson<RouteList>(boat.url, `${api}/resources/routes`)
  assert.deepEqual(
    routes.map(({ name, points }) => [name, points[0]]),
    [['To Brixham', { latitude: 50.46, longitude: -3.53 }]],
  )
  const waypoints = await getJson<WaypointList>(boat.url, `${api}/resources/waypoints`)
  assert.deepEqual(
    waypoints.map(({ name }) => name),
    ['Harbour'],
  )
  {
    using store = new BoatStore(boat.folder, { mayRepair: false })
    assert.deepEqual(store.plugins.choice('nmea0183')?.settings, {
      connections: [{ name: 'plotter', address: 'tcp://192.168.4.1:10110' }],
    })
    assert.deepEqual(store.plugins.choice('nmea2000')?.settings, {
      gateways: [{ name: 'wifi-gateway', kind: 'yacht-devices', address: 'tcp://192.168.4.2:1457' }],
    })
  }
  const again = runImport(boat.folder, '--dry-run')
  assert.doesNotMatch(again.stdout, /Would be taken/)
  const refused = runImport(boat.folder)
  assert.notEqual(refused.status, 0)
  assert.match(refused.stderr, /process \d+/)
})

test('a folder that is none of signalk-server is refused with what to name instead', () => {
  using folder = new TemporaryFolder()
  const words = ['import', 'signalk', folder.parent, '--data', folder.path]
  const { status, stderr } = spawnSync(process.execPath, [cli, ...words], { encoding: 'utf8' })
  assert.notEqual(status, 0)
  assert.match(stderr, /no settings\.json in .*usually ~\/\.signalk/)
  assert.equal(existsSync(folder.path), false)
})

test('a pipe does not hold the import, and nothing of a linked secret is printed', () => {
  using folder = new TemporaryFolder()
  const strange = join(folder.parent, 'signalk')
  const secret = join(folder.parent, 'shadow')
  mkdirSync(strange)
  writeFileSync(secret, 'root:$6$salt$hash:19000:0:99999:7:::')
  execFileSync('mkfifo', [join(strange, 'settings.json')])
  symlinkSync(secret, join(strange, 'security.json'))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [cli, 'import', 'signalk', strange, '--data', folder.path, '--dry-run'],
    { encoding: 'utf8', timeout: 60_000 },
  )
  assert.equal(status, 0, stderr)
  assert.match(stdout, /settings\.json: it is not a file/)
  assert.match(stdout, /security\.json: it is not valid JSON/)
  assert.doesNotMatch(stdout + stderr, /root|salt/)
})
