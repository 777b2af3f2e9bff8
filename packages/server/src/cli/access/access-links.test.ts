import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linksOf } from './access-links.ts'

const addresses = ['192.168.8.20', 'aura.local']
const plain = addresses.map((host) => `http://${host}:3000`)
const encrypted = addresses.map((host) => `https://${host}:3000`)

test('creates claim links for phones only over https, with the pin of the server', () => {
  assert.deepEqual(linksOf('claim', '7K2M9QXDAB', { port: 3000, addresses: plain, pin: undefined }), {
    here: 'http://localhost:3000/claim#c=7K2M9QXDAB',
    aboard: [],
  })
  assert.deepEqual(linksOf('claim', '7K2M9QXDAB', { port: 3000, addresses: encrypted, pin: 'abc' }), {
    here: 'http://localhost:3000/claim#c=7K2M9QXDAB',
    aboard: encrypted.map((address) => `${address}/claim#c=7K2M9QXDAB&pin=abc`),
  })
})

test('creates invitation links for every device on the boat', () => {
  const { aboard } = linksOf('join', '7K2M9QXDAB', { port: 3000, addresses: plain, pin: undefined })
  assert.deepEqual(
    aboard,
    plain.map((address) => `${address}/join#i=7K2M9QXDAB`),
  )
})
