import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { wiredNetworks, type NetworkMachine } from './wired-networks.ts'

const folder = mkdtempSync(join(tmpdir(), 'marinedata-net-'))
after(() => rmSync(folder, { recursive: true }))

interface Card {
  readonly type?: string
  readonly isCard?: boolean
  readonly isRadio?: boolean
  readonly kind?: string
}

/** Creates the description of an interface as in Linux. */
const describe = (name: string, { type = '1', isCard = true, isRadio = false, kind }: Card = {}): void => {
  mkdirSync(join(folder, name, isCard ? 'device' : 'power'), { recursive: true })
  if (isRadio) mkdirSync(join(folder, name, 'wireless'))
  writeFileSync(join(folder, name, 'type'), `${type}\n`)
  const words = [...(kind === undefined ? [] : [`DEVTYPE=${kind}`]), `INTERFACE=${name}`, 'IFINDEX=2']
  writeFileSync(join(folder, name, 'uevent'), `${words.join('\n')}\n`)
}

describe('eth0')
describe('enx00e04c360001')
describe('eth9')
describe('lo', { type: '772', isCard: false })
describe('wlan0', { isRadio: true, kind: 'wlan' })
describe('wlan1', { isRadio: true })
describe('wwan0', { kind: 'wwan' })
describe('docker0', { isCard: false, kind: 'bridge' })
describe('veth3a', { isCard: false })
describe('tun0', { type: '65534', isCard: false })
describe('can0', { type: '280' })

const at = (address: string, family: 'IPv4' | 'IPv6' = 'IPv4') => ({
  address,
  family,
  internal: address.startsWith('127.'),
  netmask: '',
  mac: '',
  cidr: null,
  ...(family === 'IPv6' && { scopeid: 0 }),
})

const machine = {
  folder,
  networks: {
    lo: [at('127.0.0.1')],
    eth0: [at('fe80::1', 'IPv6'), at('192.168.8.20'), at('192.168.8.21')],
    enx00e04c360001: [at('169.254.10.4')],
    eth9: [at('fe80::9', 'IPv6')],
    eth7: [at('10.0.0.7')],
    wlan0: [at('192.168.1.5')],
    wlan1: [at('192.168.2.5')],
    wwan0: [at('10.64.0.2')],
    docker0: [at('172.17.0.1')],
    veth3a: [at('172.17.0.2')],
    tun0: [at('10.8.0.1')],
    can0: [],
  },
} as unknown as NetworkMachine

test('lists wired interfaces only: no radio, container, tunnel or loopback', () => {
  assert.deepEqual(wiredNetworks(machine), [
    { name: 'eth0', address: '192.168.8.20' },
    { name: 'enx00e04c360001', address: '169.254.10.4' },
  ])
})

test('lists no networks when the system does not describe its interfaces', () => {
  assert.deepEqual(wiredNetworks({ ...machine, folder: join(folder, 'nowhere') }), [])
})
