import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MdnsNetwork } from '#announce/mdns/mdns-networks.ts'
import { MdnsSockets } from '#announce/mdns/mdns-sockets.ts'

test('a question from port 0, which cannot be answered, does not end the server', () => {
  const group = { address: '224.0.0.251', port: 0 }
  const network: MdnsNetwork = { name: 'lo', address: '127.0.0.1', addresses: ['127.0.0.1'], has: () => true }
  const listeners = { onPacket: () => undefined, onNetworks: () => undefined, onFault: () => undefined }
  using sockets = new MdnsSockets({ ...listeners, networks: () => [network], group })
  assert.doesNotThrow(() => sockets.send(network, Buffer.from('answer'), { address: '127.0.0.1', port: 0 }))
})
