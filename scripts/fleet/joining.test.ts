import { composeGateway, TenantRegistry, UplinkStore, type AuditEntry } from '@marinedata/fleet'
import { keyText, prove, proveJoining, proveLeaving, subprotocol } from '@marinedata/uplink-protocol'
import { connect } from '@nats-io/transport-node'
import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { ready } from './ready.ts'
import { NatsCluster } from './nats-cluster.ts'
import { wallClock } from './wall-clock.ts'

const host = 'fleet.test'
const vessel = 'urn:mrn:imo:mmsi:230000001'
const running = new AsyncDisposableStack()
let registry: TenantRegistry
let address = ''

before(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-joining-'))
  running.defer(() => rmSync(folder, { recursive: true, force: true }))
  const cluster = running.use(await NatsCluster.start(folder, 1))
  const connection = await connect({ servers: cluster.servers, waitOnFirstConnect: true })
  running.defer(() => connection.close())
  registry = await TenantRegistry.open(connection)
  const store = await UplinkStore.open(connection, 1)
  await ready(async () => {
    await store.createStreams(1)
    await registry.create(1)
  })
  const server = createServer()
  const failures: unknown[] = []
  const failed = (error: unknown): void => void failures.push(error)
  const parts = { connection, store, registry, server, clock: wallClock, host, liveMs: 1_000, mostBoats: 10 }
  running.use(composeGateway({ ...parts, failed }))
  // A writer that has nothing of any boat.
  connection.subscribe('md.cursor.*', { callback: (_error, message) => void message.respond('{"to":0}') })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  running.defer(() => assert.deepEqual(failures, []))
  running.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  await registry.addTenant({ id: 'club', name: 'Club Kiel' }, 'operator')
  await registry.addTenant({ id: 'other', name: 'Other' }, 'operator')
})
after(() => running.disposeAsync())

const newKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey

const post = async (path: string, body: object): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(`http://${address}${path}`, { method: 'POST', body: JSON.stringify(body) })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

const joinWith = (code: string, key: KeyObject, asVessel = vessel) =>
  post('/join', {
    code,
    vessel: asVessel,
    name: 'Anna',
    key: keyText(createPublicKey(key)),
    proof: proveJoining({ host, vessel: asVessel }, code, key),
  })

interface Message {
  readonly type: string
  readonly nonce?: string
  readonly code?: string
}

/** Says hello. Returns the answer and the open socket. */
const hello = async (key: KeyObject): Promise<Message & { readonly socket: WebSocket }> => {
  const socket = new WebSocket(`ws://${address}/uplink`, subprotocol)
  const messages: Message[] = []
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as Message))
  while (messages.length < 1) await once(socket, 'message')
  const log = 'log-1'
  const proof = prove({ nonce: messages[0]?.nonce ?? '', host, vessel, log }, key)
  const head = { events: 0, segments: 0 }
  socket.send(JSON.stringify({ type: 'hello', vessel, log, head, tariff: 'wifi', version: '0.1.0', proof }))
  while (messages.length < 2) await once(socket, 'message')
  return { ...(messages[1] ?? { type: 'none' }), socket }
}

const operations = async (): Promise<AuditEntry[]> => await registry.audit.list()

test('a boat joins with a code, connects with its key, and is disconnected when it leaves', async () => {
  const key = newKey()
  const code = await registry.createCode('club', 'Anna')
  const early = await hello(key)
  assert.deepEqual([early.type, early.code], ['refuse', 'unknown-vessel'])
  early.socket.close()
  assert.deepEqual(await joinWith(code, key), { status: 200, body: { fleet: 'Club Kiel' } })
  // The answer may have got lost.
  assert.equal((await joinWith(code, key)).status, 200)
  const { type, socket } = await hello(key)
  assert.equal(type, 'accept')
  const closed = once(socket, 'close', { signal: AbortSignal.timeout(3_000) })
  assert.equal(
    (await post('/leave', { vessel, proof: proveLeaving({ host, vessel }, newKey()) })).status,
    401,
  )
  assert.equal((await post('/leave', { vessel, proof: proveLeaving({ host, vessel }, key) })).status, 204)
  await closed
  const again = await hello(key)
  assert.deepEqual([again.type, again.code], ['refuse', 'unknown-vessel'])
  again.socket.close()
  await sleep(200)
  const entries = await operations()
  const found = new Set(entries.map(({ operation, subject }) => `${operation} ${subject}`))
  for (const entry of ['join', 'leave', 'leave-refused', 'hello-refused'])
    assert.ok(found.has(`${entry} ${vessel}`), entry)
  assert.ok(!JSON.stringify(await operations()).includes(code))
})

test('a code is good for one boat, and two boats at once cannot both use it', async () => {
  const code = await registry.createCode('club', 'Anna')
  const vessels = Array.from({ length: 4 }, (_, index) => `urn:mrn:imo:mmsi:24000000${index}`)
  const answers = await Promise.all(vessels.map((one) => joinWith(code, newKey(), one)))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 401, 401, 401],
  )
})

test('a boat of one owner cannot be taken by another, and its own owner can replace its key', async () => {
  const key = newKey()
  const mine = 'urn:mrn:imo:mmsi:250000001'
  assert.equal((await joinWith(await registry.createCode('club', 'Anna'), key, mine)).status, 200)
  assert.equal((await joinWith(await registry.createCode('other', 'Eve'), newKey(), mine)).status, 409)
  assert.equal((await joinWith(await registry.createCode('club', 'Anna'), newKey(), mine)).status, 200)
})

test('wrong codes, old codes and wrong proofs are refused, and an address that guesses must wait', async () => {
  const code = await registry.createCode('club', 'Anna')
  const stolen = await post('/join', {
    code,
    vessel,
    name: '',
    key: keyText(createPublicKey(newKey())),
    proof: proveJoining({ host, vessel }, code, newKey()),
  })
  assert.equal(stolen.status, 401)
  const late = await registry.createCode('club', 'Anna', 0.000_001)
  await sleep(20)
  assert.equal((await joinWith(late, newKey())).status, 401)
  assert.equal((await post('/join', { code })).status, 400)
  const statuses: number[] = []
  for (let tries = 0; tries < 12; tries++)
    statuses.push((await joinWith('ABCD-EFGH-JKLM-NPQR', newKey())).status)
  assert.ok(statuses.includes(429), String(statuses))
})

test('a token is found by its digest, and ends with its member', async () => {
  const token = await registry.createMember({ tenant: 'club', name: 'Bob' }, 'Anna')
  const stored = JSON.stringify([...(await registry.members.list()).values()])
  assert.match(stored, /Bob/)
  assert.ok(!stored.includes(token))
  assert.equal(await registry.removeMember('club', 'Bob', 'Anna'), 1)
  assert.equal((await registry.members.list()).size, 0)
})
