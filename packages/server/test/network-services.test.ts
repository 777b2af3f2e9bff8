import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Harbour, reasonToSkip } from './harbour.ts'

/**
 * Looks for a service as a SensESP sensor does: asks for its type by multicast DNS, and takes port, host and address
 * from the answer. Prints them as JSON; `{}` when nobody has answered within the given seconds.
 */
const browser = `
import json, socket, struct, sys, time
kind, seconds = sys.argv[1], float(sys.argv[2])
def name(data, at):
    labels, end = [], None
    while data[at] != 0:
        if data[at] >= 0xC0:
            end = end or at + 2
            at = struct.unpack('!H', data[at:at + 2])[0] & 0x3FFF
        else:
            labels.append(data[at + 1:at + 1 + data[at]].decode())
            at += 1 + data[at]
    return '.'.join(labels), end or at + 1
def records(data):
    asked, *counts = struct.unpack('!4H', data[4:12])
    at = 12
    for _ in range(asked):
        at = name(data, at)[1] + 4
    for _ in range(sum(counts)):
        owner, at = name(data, at)
        type, _, ttl, size = struct.unpack('!HHIH', data[at:at + 10])
        yield owner, type, ttl, at + 10, size
        at += 10 + size
sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
sock.bind(('', 5353))
own = socket.inet_aton('192.168.77.20')
sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton('224.0.0.251') + own)
sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, own)
sock.settimeout(0.5)
labels = b''.join(bytes([len(label)]) + label.encode() for label in kind.split('.'))
query = struct.pack('!6H', 0, 0, 1, 0, 0, 0) + labels + b'\\0' + struct.pack('!2H', 12, 1)
found, addresses, texts = {}, {}, {}
deadline = time.monotonic() + seconds
while time.monotonic() < deadline:
    sock.sendto(query, ('224.0.0.251', 5353))
    try:
        data = sock.recv(9000)
    except socket.timeout:
        continue
    if data[2] & 0x80 == 0:
        continue
    for owner, type, ttl, at, size in records(data):
        if type == 1 and ttl > 0:
            addresses[owner] = socket.inet_ntoa(data[at:at + 4])
        if owner.endswith(kind) and type == 33 and ttl > 0:
            found = {'instance': owner[:-len(kind) - 1], 'port': struct.unpack('!H', data[at + 4:at + 6])[0], 'host': name(data, at + 6)[0]}
        if owner.endswith(kind) and type == 16:
            texts, end = [], at + size
            while at < end:
                texts.append(data[at + 1:at + 1 + data[at]].decode())
                at += 1 + data[at]
    if found and found['host'] in addresses:
        print(json.dumps({**found, 'address': addresses[found['host']], 'texts': texts}))
        sys.exit(0)
print('{}')
`

interface Found {
  readonly instance?: string
  readonly port?: number
  readonly host?: string
  readonly address?: string
  readonly texts?: readonly string[]
}

const cli = join(import.meta.dirname, '..', 'src', 'cli', 'main.ts')

/** A boat in a harbour, and a sensor that looks for its services. */
class BoatInHarbour implements AsyncDisposable {
  readonly harbour = new Harbour()
  readonly #folder = mkdtempSync(join(tmpdir(), 'marinedata-services-'))
  readonly #server

  constructor(settings: Readonly<Record<string, unknown>>, hasPlugins = false) {
    const boat = { name: 'Aura', port: 3000, ...settings }
    writeFileSync(join(this.#folder, 'settings.json'), JSON.stringify(boat))
    writeFileSync(join(this.#folder, 'browse.py'), browser)
    const more = hasPlugins ? [] : ['--safe']
    const words = ['netns', 'exec', this.harbour.boat, process.execPath, cli, ...more, '--data', this.#folder]
    this.#server = spawn('ip', words, { stdio: 'ignore' })
  }

  /** Sets the settings of a plugin, as the owner. */
  configure(plugin: string, settings: object): void {
    const words = ['access', 'token', 'create', `workshop-${Date.now()}`, '--role', 'owner', '--days', '1']
    const { stdout, stderr } = spawnSync(process.execPath, [cli, ...words, '--data', this.#folder], {
      encoding: 'utf8',
    })
    assert.notEqual(stdout.trim(), '', stderr)
    const headers = ['-H', `authorization: Bearer ${stdout.trim()}`, '-H', 'content-type: application/json']
    // The server answers before it has found its plugins.
    const patience = ['--retry', '60', '--retry-all-errors', '--retry-delay', '1', '--retry-max-time', '80']
    const request = ['curl', '--silent', '--show-error', '--fail', ...patience, '-X', 'PUT', ...headers]
    const url = `http://127.0.0.1:3000/marinedata/v2/api/plugins/${plugin}/settings`
    this.harbour.onBoat(...request, '-d', JSON.stringify(settings), url)
  }

  find(type: string, seconds = 80): Found {
    const words = ['python3', join(this.#folder, 'browse.py'), `${type}._tcp.local`, String(seconds)]
    return JSON.parse(this.harbour.onPhone(...words)) as Found
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.kill()
    await once(this.#server, 'exit')
    this.harbour[Symbol.dispose]()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

const limit = { timeout: 600_000, skip: reasonToSkip() }

test(
  'a sensor of the Signal K family finds the boat, and its discovery and stream there',
  limit,
  async () => {
    await using boat = new BoatInHarbour({ family: true, mmsi: '230099999' })
    const { instance, port, address, texts = [] } = boat.find('_signalk-ws')
    assert.deepEqual([instance, port, address], ['Aura', 3000, '192.168.77.5'])
    assert.ok(texts.includes('vname=Aura') && texts.includes('vmmsi=230099999'), texts.join())
    assert.ok(texts.includes('self=urn:mrn:imo:mmsi:230099999'), texts.join())
    assert.equal(boat.find('_signalk-http').port, 3000)
    const curl = ['curl', '--silent', '--show-error']
    const discovery = boat.harbour.onPhone(...curl, `http://${address}:${port}/signalk`)
    assert.match(discovery, /"signalk-ws":"ws:\/\/192\.168\.77\.5:3000\/signalk\/v1\/stream"/)
    // SensESP tests its token with a plain request to the stream: without one a closed boat wants a request for access.
    const status = ['--output', '/dev/null', '--write-out', '%{http_code}']
    const stream = `http://${address}:${port}/signalk/v1/stream`
    assert.equal(boat.harbour.onPhone(...curl, ...status, stream), '401')
  },
)

test('without the setting "family" nothing of the family is announced', limit, async () => {
  await using boat = new BoatInHarbour({})
  assert.equal(boat.find('_marinedata').port, 3000)
  assert.deepEqual(boat.find('_signalk-ws', 3), {})
  assert.deepEqual(boat.find('_nmea-0183', 3), {})
})

test('a server for NMEA 0183 is announced while it is open', limit, async () => {
  await using boat = new BoatInHarbour({}, true)
  assert.equal(boat.find('_marinedata').port, 3000)
  boat.configure('nmea0183', { server: { enabled: true, port: 10_111 } })
  const { instance, port, address } = boat.find('_nmea-0183')
  assert.deepEqual([instance, port, address], ['Aura', 10_111, '192.168.77.5'])
  boat.configure('nmea0183', { server: { enabled: false } })
  // A browser that has just started finds nothing any more.
  while (boat.find('_nmea-0183', 3).port !== undefined);
})
