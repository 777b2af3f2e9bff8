import type { FleetBoat, FleetView } from '@marinedata/model'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeCertificate } from './certificate.ts'
import { Club, clubVessel } from './club.ts'
import { freePorts } from './nats-cluster.ts'
import { ready } from './ready.ts'

const limit = { timeout: 280_000 }
const api = '/marinedata/v2/api/fleet'
const boatAddress = `${api}/boats/${clubVessel}`
/** Without a request of the shore the boat sends its values so rarely that the test would end before. */
const liveSeconds = 3_600
const domain = 'boats.fleet.test'

/** Opens an address through the tunnel: a browser finds it by its name. */
const openThrough = async (address: string, authority: string): Promise<string> => {
  const { hostname, host, port } = new URL(address)
  const asked = request({ host: '127.0.0.1', port, servername: hostname, ca: authority, headers: { host } })
  asked.end()
  const [response] = (await once(asked, 'response', { signal: AbortSignal.timeout(10_000) })) as [Readable]
  let text = ''
  for await (const part of response) text += String(part)
  return text
}

test('a boat at which someone looks sends its values more often, and its console opens', limit, async () => {
  const [port = 0] = await freePorts(1)
  await using club = await Club.create({}, { liveSeconds, tunnels: { domain, host: '127.0.0.1', port } })
  await club.start()
  await club.operate('tenant', 'club', 'Club Kiel')
  const token = await club.operate('token', 'club', 'Anna')
  const name = `${clubVessel.replaceAll(':', '-')}.${domain}`
  const folder = join(club.folder, 'aboard')
  mkdirSync(folder)
  const { cert, key } = makeCertificate(folder, name)
  const aboard = createServer({ cert, key }, ({ headers }, response) => response.end(headers.host))
  aboard.listen(0, '127.0.0.1')
  await once(aboard, 'listening')
  await using boat = await club.boat(await club.operate('code', 'club'), {
    tariff: 'wifi',
    console: (aboard.address() as AddressInfo).port,
  })
  // Sent before someone looks: nothing ashore stores it, and it does not change.
  boat.measure('navigation.state', 'moored')
  await ready(() => {
    assert.match(boat.plugin.status?.message ?? '', /^Connected to /)
    return Promise.resolve()
  })
  await sleep(2_000)
  const look = async (): Promise<FleetBoat> => {
    const { status, body } = await club.ask(boatAddress, token)
    assert.equal(status, 200, JSON.stringify(body))
    return body as FleetBoat
  }
  await ready(async () => {
    assert.equal((await look()).condition, 'fine')
    const { body } = await club.ask(`/marinedata/v1/api/vessels/${clubVessel}/navigation/state`, token)
    assert.equal((body as { readonly value?: unknown }).value, 'moored')
  })
  boat.measure('navigation.speedOverGround', 3.1)
  const began = performance.now()
  await ready(async () => assert.equal((await look()).speed, 3.1))
  // The mean of a minute, with which the reader begins, would stay for a minute.
  assert.ok(performance.now() - began < 20_000)

  const { console: address = '' } = await look()
  assert.equal(address, `https://${name}:${port}/`)
  // TLS ends aboard: the certificate is that of the boat.
  assert.equal(await openThrough(address, cert), `${name}:${port}`)
  aboard.closeAllConnections()
  aboard.close()

  const other = await club.ask(`${api}/boats/urn:mrn:imo:mmsi:230000009`, token)
  assert.equal(other.status, 404)
  const found = await club.ask(`${api}?search=nothing`, token)
  const { count, found: matches, boats } = found.body as FleetView
  assert.deepEqual([count, matches, boats], [1, 0, []])
  assert.equal((await club.ask(`${api}?limit=0`, token)).status, 400)
})

test('the operator lists, exports and removes boats, and reads the audit', limit, async () => {
  await using club = await Club.create()
  await club.start()
  await club.operate('tenant', 'club', 'Club Kiel')
  assert.equal(await club.operate('boats', 'club'), '')
  await using boat = await club.boat(await club.operate('code', 'club'))
  boat.measure('navigation.speedOverGround', 1)
  await ready(async () => assert.ok((await club.operate('boats', 'club')).startsWith(`${clubVessel}  20`)))
  await ready(async () => assert.match(await club.operate('export', 'club', clubVessel), /speedOverGround/))
  assert.equal(await club.operate('remove', 'club', clubVessel), `Removed ${clubVessel}`)
  await ready(() => {
    assert.match(JSON.stringify(boat.plugin.status), /has not joined the fleet/)
    return Promise.resolve()
  })
  assert.equal(await club.operate('boats', 'club'), '')
  await assert.rejects(club.operate('remove', 'club', clubVessel), /has no boat/)
  const exported = (await club.operate('export', 'club', clubVessel)).split('\n')
  assert.ok(exported.every((line) => typeof (JSON.parse(line) as { time?: unknown }).time === 'string'))
  await club.operate('tenant', 'other', 'Other')
  await assert.rejects(club.operate('export', 'other', clubVessel), /never had a boat/)
  const operations = (await club.operate('audit', 'club'))
    .split('\n')
    .map((line) => (JSON.parse(line) as { operation: string }).operation)
  const done = new Set(operations)
  assert.deepEqual([...done], ['tenant-add', 'code-create', 'join', 'boat-export', 'boat-remove'])
})
