import { serverVersion } from '../src/settings/server-version.ts'
import assert from 'node:assert/strict'
import { symlink, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { getJson } from '@marinedata/testing/exchange'
import { runCli, startCli, temporaryFolder, type CliEnd } from '@marinedata/testing/boats/start-cli'

const limit = { timeout: 300_000 }

const runWithFile = async (name: string, content: string, ...args: readonly string[]): Promise<CliEnd> => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, name), content)
  return await runCli(...args.map((arg) => arg.replace('FOLDER', folder.path)))
}

const validate = (document: unknown): Promise<CliEnd> =>
  runWithFile(
    'root.json',
    typeof document === 'string' ? document : JSON.stringify(document),
    'validate',
    'FOLDER/root.json',
  )

const startWith = (settings: unknown): Promise<CliEnd> =>
  runWithFile(
    'settings.json',
    typeof settings === 'string' ? settings : JSON.stringify(settings),
    '--port',
    '0',
    '--data',
    'FOLDER',
  )

/** The lines of an output that report a fault, without the file name. */
const faultsIn = (text: string): string[] =>
  text.split('\n').flatMap((line) => /^(?:\S+\.json: |\s+)(\/.*)$/.exec(line)?.[1] ?? [])

const good = {
  version: 'V2.0.0',
  self: 'vessels.urn:mrn:imo:mmsi:211234567',
  vessels: { 'urn:mrn:imo:mmsi:211234567': { name: 'Seestern' } },
}

suite('the command line', { concurrency: 3 }, () => {
  test('--help prints the usage', limit, async () => {
    const { code, stdout, stderr } = await runCli('--help')
    assert.equal(code, 0)
    assert.equal(stderr, '')
    for (const word of ['validate FILE', '--port', '--host', '--data', '--version', '--help'])
      assert.ok(stdout.includes(word), word)
  })

  test('--version prints the version', limit, async () => {
    assert.deepEqual(await runCli('--version'), { code: 0, stdout: `${serverVersion}\n`, stderr: '' })
  })

  test('a demonstration with a data folder reads its settings', limit, async () => {
    const words = ['demo', '--port', '0', '--data', 'FOLDER']
    const { code, stdout, stderr } = await runWithFile('settings.json', '{"name":""}', ...words)
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /settings\.json.*\/name/s)
  })

  test('invalid usage prints the reason and the usage, and exits with 2', limit, async () => {
    for (const [args, reason] of [
      [['sail'], /unknown command "sail"/],
      [['--port', '99999'], /--port takes a number from 0 to 65535, not "99999"/],
    ] as const) {
      const { code, stdout, stderr } = await runCli(...args)
      assert.equal(code, 2, args.join(' '))
      assert.equal(stdout, '')
      assert.match(stderr, reason)
      assert.match(stderr, /Usage: marinedata/)
    }
  })

  test('accepts a valid document', limit, async () => {
    const { code, stdout } = await validate(good)
    assert.equal(code, 0)
    assert.match(stdout, /root\.json: valid/)
  })

  test('reports every fault of a document with its path', limit, async () => {
    const { code, stdout } = await validate({
      version: '2.0',
      self: 'somewhere',
      vessels: {
        'urn:mrn:imo:mmsi:111234567': {},
        'urn:mrn:marinedata:uuid:6d6d7369-0000-1000-8000-000000000000': {},
        'https://example.com/a': 5,
      },
      aton: { 'urn:mrn:imo:mmsi:211234567': {} },
    })
    assert.equal(code, 1)
    assert.deepEqual(faultsIn(stdout).toSorted(), [
      '/aton/urn:mrn:imo:mmsi:211234567: is not a legal identifier of the map "aton"',
      '/self: is not vessels.<identifier>',
      '/version: is not V<major>.<minor>.<patch>, for example V2.0.0',
      '/vessels/https:~1~1example.com~1a: must be object',
      '/vessels/urn:mrn:imo:mmsi:111234567: is not a legal identifier of the map "vessels"',
      '/vessels/urn:mrn:marinedata:uuid:6d6d7369-0000-1000-8000-000000000000: is not a legal identifier of the map "vessels"',
    ])
    assert.match(stdout, /6 faults\n$/)
  })

  test('rejects a document without any map', limit, async () => {
    const { code, stdout } = await validate({ version: good.version, self: good.self })
    assert.equal(code, 1)
    assert.match(stdout, /must have at least one of vessels, aircraft, aton, sar/)
    assert.match(stdout, /1 fault\n$/)
  })

  test('reports a file that is not a document as a fault, not a failure', limit, async () => {
    for (const [document, reason] of [
      ['{"version":', /is not JSON/],
      ['[]', /must be object/],
    ] as const) {
      const { code, stdout, stderr } = await validate(document)
      assert.equal(code, 1)
      assert.match(stdout, reason)
      assert.equal(stderr, '')
    }
    const { code, stdout } = await runCli('validate', '/nowhere/root.json')
    assert.equal(code, 1)
    assert.match(stdout, /cannot be read/)
  })

  const placesIn = ({ stderr }: CliEnd): string[] =>
    [...new Set(faultsIn(stderr).map((fault) => fault.slice(0, fault.indexOf(': '))))].toSorted()

  test('reports the faults of the settings and does not start', limit, async () => {
    const end = await startWith({
      port: 70_000,
      mmsi: '12',
      name: '',
      logLevel: 'loud',
      colour: 'blue',
      bounds: { ships: 1 },
    })
    assert.equal(end.code, 1)
    assert.equal(end.stdout, '')
    assert.deepEqual(placesIn(end), ['/bounds/ships', '/colour', '/logLevel', '/mmsi', '/name', '/port'])
    assert.match(end.stderr, /settings\.json is not valid/)
    assert.doesNotMatch(end.stderr, /\n\s+at /)
  })

  test('reports each fault of the settings, however many there are', limit, async () => {
    const names = Array.from({ length: 30 }, (_, index) => `wrong${index}`)
    const end = await startWith({ port: -1, ...Object.fromEntries(names.map((name) => [name, 1])) })
    assert.deepEqual(placesIn(end), ['/port', ...names.map((name) => `/${name}`)].toSorted())
  })

  test('reports unreadable settings and does not start', limit, async () => {
    await using folder = await temporaryFolder()
    await symlink('settings.json', join(folder.path, 'settings.json'))
    const unreadable = await runCli('--port', '0', '--data', folder.path)
    assert.equal(unreadable.code, 1)
    assert.match(unreadable.stderr, /settings\.json cannot be read/)
  })

  test('refuses open mode on an address that other machines could reach, with a reason', limit, async () => {
    await using folder = await temporaryFolder()
    for (const host of ['127.example.com', '0.0.0.0', '::']) {
      const { code, stderr } = await runCli('--open', '--port', '0', '--data', folder.path, '--host', host)
      assert.equal(code, 1)
      assert.ok(stderr.includes(`serves this machine only: "${host}" is not a loopback address`), stderr)
    }
  })

  test('accepts the IPv6 loopback address', limit, async () => {
    await using server = await startCli({ settings: { host: '::1' } })
    assert.match(server.url, /^http:\/\/\[::1\]:/)
    assert.equal(await getJson(server.url, '/marinedata/v1/api/version'), 'V2.0.0')
  })

  test('reports a port that is in use', limit, async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => void taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as AddressInfo
    await using folder = await temporaryFolder()
    const { code, stderr } = await runCli('--port', String(port), '--data', folder.path)
    taken.close()
    assert.equal(code, 1)
    assert.match(stderr, /EADDRINUSE/)
    assert.ok(stderr.includes(String(port)))
    assert.doesNotMatch(stderr, /\n\s+at /)
  })

  test('reports a data folder that cannot be created', limit, async () => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'file'), '')
    const { code, stderr } = await runCli('--port', '0', '--data', join(folder.path, 'file', 'data'))
    assert.equal(code, 1)
    assert.match(stderr, /^marinedata: .*file/)
    assert.doesNotMatch(stderr, /\n\s+at /)
  })

  test('options of the command line override the settings', limit, async () => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'settings.json'), '{"host":"127.0.0.1"}')
    const { code, stderr } = await runCli('--port', '0', '--host', '203.0.113.9', '--data', folder.path)
    assert.equal(code, 1)
    assert.match(stderr, /203\.0\.113\.9/)
  })
})
