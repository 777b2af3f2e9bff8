import { composeGateway, tokenOf, type Gateway } from '@marinedata/fleet'
import { until } from '@marinedata/testing/until'
import { keyText } from '@marinedata/uplink-protocol'
import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { privateKeyOf } from './boat-keys.ts'
import { fleetHost } from './certificate.ts'
import { ready } from './ready.ts'
import { SimulatedBoat } from './simulated-boat.ts'
import { startTrialStore, type TrialStore } from './trial-store.ts'
import { wallClock } from './wall-clock.ts'

const limit = { timeout: 120_000 }
const running = new AsyncDisposableStack()
const gateways: { readonly gateway: Gateway; readonly address: string }[] = []
let shore: TrialStore

const startGateway = async (): Promise<void> => {
  const server = createServer()
  const { connection, registry, store } = shore
  const gateway = running.use(
    composeGateway({
      connection,
      registry,
      store,
      server,
      clock: wallClock,
      host: fleetHost,
      liveMs: 10_000,
      mostBoats: 10,
      failed: assert.ifError,
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  running.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  gateways.push({ gateway, address: `ws://127.0.0.1:${port}/uplink` })
}

before(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-two-boats-'))
  running.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  shore = await startTrialStore(running, folder)
  // A writer that has nothing of any boat.
  shore.connection.subscribe('md.cursor.*', {
    callback: (_error, message) => void message.respond('{"to":0}'),
  })
  await startGateway()
  await startGateway()
})
after(() => running.disposeAsync())

const joinFleet = async (vessel: string): Promise<void> => {
  const key = keyText(createPublicKey(privateKeyOf(vessel)))
  const record = { vessel, key, tenant: 'club', name: '', joinedAt: new Date().toISOString() }
  await shore.registry.boats.put(tokenOf(vessel) ?? '', record, 0)
}

const boatAt = (vessel: string, addresses: readonly string[]): SimulatedBoat =>
  running.use(new SimulatedBoat({ vessel, gateways: addresses, random: () => 0.2, lostAcks: 0 }))

const refusalsOf = async (vessel: string): Promise<string[]> => {
  const entries = await shore.registry.audit.list()
  return entries
    .filter(({ subject, operation }) => subject === vessel && operation === 'hello-refused')
    .map(({ details }) => String(details?.['code']))
}

for (const [where, mmsi, places] of [
  ['one gateway', 230_000_001, [0, 0]],
  ['two gateways', 230_000_002, [0, 1]],
] as const)
  test(
    `two boats with one key at ${where} take the place of each other, until both are refused`,
    limit,
    async () => {
      const vessel = `urn:mrn:imo:mmsi:${mmsi}`
      await joinFleet(vessel)
      const boats = places.map((place) => boatAt(vessel, [gateways[place]?.address ?? '']))
      await until(() => boats.every(({ state }) => state === 'refused'), Boolean, {
        what: 'both are refused',
      })
      await ready(async () => assert.ok((await refusalsOf(vessel)).length >= 2))
      assert.deepEqual(new Set(await refusalsOf(vessel)), new Set(['two-boats']))
    },
  )

test('a boat that comes back is never taken for two, at either gateway', limit, async () => {
  const vessel = 'urn:mrn:imo:mmsi:230000003'
  await joinFleet(vessel)
  const boat = boatAt(
    vessel,
    gateways.map(({ address }) => address),
  )
  for (let count = 0; count < 8; count++) {
    await until(() => boat.state === 'flowing', Boolean, { what: 'it is connected' })
    boat.kill()
  }
  await until(() => boat.state === 'flowing', Boolean, { what: 'it is connected' })
  assert.deepEqual(await refusalsOf(vessel), [])
  await until(() => gateways.reduce((sum, { gateway }) => sum + gateway.boats, 0) === 1, Boolean, {
    what: 'one gateway has it',
  })
})
