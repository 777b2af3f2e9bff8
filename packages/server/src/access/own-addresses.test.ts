import assert from 'node:assert/strict'
import type { NetworkInterfaceInfo } from 'node:os'
import { test } from 'node:test'
import { addressesAboard, type Machine } from './own-addresses.ts'

const network = (address: string, internal = false): NetworkInterfaceInfo => ({
  address,
  netmask: '255.255.255.0',
  mac: '00:00:00:00:00:00',
  cidr: `${address}/24`,
  internal,
  family: 'IPv4',
})

const aura: Machine = {
  name: 'Aura.boat',
  networks: {
    lo: [network('127.0.0.1', true)],
    docker0: [network('172.17.0.1')],
    wwan0: [network('100.64.3.9')],
    wlan0: [network('192.168.8.20')],
  },
}

test('a server that listens on one address has only that address, without loopback', () => {
  const at = (host: string) => addressesAboard({ port: 3000, isEncrypted: true, host, machine: aura })
  assert.deepEqual(at('192.168.8.20'), ['https://192.168.8.20:3000'])
  assert.deepEqual(at('fd00::5'), ['https://[fd00::5]:3000'])
  for (const host of ['localhost', '127.0.0.1', '::1']) assert.deepEqual(at(host), [])
})

test('a server that listens everywhere has its address in the private network and its mDNS name', () => {
  for (const host of [undefined, '::', '0.0.0.0'])
    assert.deepEqual(addressesAboard({ port: 3000, isEncrypted: false, host, machine: aura }), [
      'http://192.168.8.20:3000',
      'http://aura.local:3000',
    ])
})

test('an announced name comes before the address', () => {
  const names = ['aura.local', 'marinedata.local']
  assert.deepEqual(addressesAboard({ port: 3000, isEncrypted: true, names, machine: aura }), [
    'https://aura.local:3000',
    'https://192.168.8.20:3000',
  ])
})

test('a machine without a network has no address', () => {
  const { lo } = aura.networks
  const machine = { name: 'aura', networks: { lo } }
  assert.deepEqual(addressesAboard({ port: 3000, isEncrypted: true, machine }), [])
})
