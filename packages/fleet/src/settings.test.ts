import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readSettings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'marinedata-settings-'))
after(() => rmSync(folder, { recursive: true }))

const read = (settings: unknown) => {
  const file = join(folder, 'settings.json')
  writeFileSync(file, typeof settings === 'string' ? settings : JSON.stringify(settings))
  return readSettings(file)
}

const gateway = { name: 'Fleet.test', certificate: 'c.pem', key: '/etc/k.pem' }

test('paths are relative to the file, and everything else has a default', () => {
  assert.deepEqual(read({ folder: 'data', gateway }), {
    folder: join(folder, 'data'),
    nats: {
      servers: undefined,
      streams: 1,
      replicas: 1,
      user: undefined,
      passwordFile: undefined,
      authority: undefined,
      identity: undefined,
      program: 'nats-server',
      port: 4222,
    },
    gateway: {
      host: undefined,
      port: 443,
      name: 'fleet.test',
      liveMs: 10_000,
      boats: 10_000,
      certificate: join(folder, 'c.pem'),
      key: '/etc/k.pem',
      tunnels: undefined,
    },
    writer: {},
    reader: { host: '127.0.0.1', port: 8443, identity: undefined },
    metrics: {},
    calls: {},
    logLevel: 'info',
  })
  const { metrics } = read({ folder: 'data', metrics: { all: { port: 9280 } } })
  assert.deepEqual(metrics, { all: { host: '127.0.0.1', port: 9280 } })
  const withTunnels = read({
    folder: 'data',
    gateway: { ...gateway, tunnels: { domain: 'Boats.Fleet.test' } },
  })
  assert.deepEqual(withTunnels.gateway?.tunnels, { domain: 'boats.fleet.test', host: undefined, port: 8444 })
  const { nats } = read({ folder: 'data', nats: { servers: ['a:1', 'b:2', 'c:3'] } })
  assert.deepEqual([nats.streams, nats.replicas], [16, 3])
})

test('every fault is listed, and nothing is guessed', () => {
  const wrong = { folder: '', colour: 'red', gateway: { ...gateway, port: 'x' } }
  for (const part of ['/folder: ', '/colour: is not a known member', '/gateway/port: '])
    assert.throws(
      () => read(wrong),
      (error) => error instanceof MarineDataError && error.message.includes(part),
    )
  for (const [settings, said] of [
    ['{', /is not JSON/],
    [{ folder: 'data', reader: { host: '0.0.0.0' } }, /tokens must not cross a network without TLS/],
    [{ folder: 'data', reader: { certificate: 'c.pem' } }, /a certificate needs its key/],
    [{ folder: 'data', nats: { streams: 3 } }, /\/nats\/streams: must be one of 1, 2, 4/],
    [{ folder: 'data', writer: { keepDays: 0 } }, /\/writer\/keepDays: must be/],
    [{ folder: 'data', nats: { replicas: 2 } }, /\/nats\/replicas: must be 1, 3 or 5/],
    [{ folder: 'data', nats: { user: 'fleet' } }, /a user needs a passwordFile/],
  ] as const)
    assert.throws(() => read(settings), said)
})
