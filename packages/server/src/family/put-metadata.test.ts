import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PutMetadata } from './put-metadata.ts'

const self = 'vessels.urn:mrn:imo:mmsi:230000001'
const light = 'electrical.switches.light.state'
const own = ['vessels', 'self']

const answered = (metadata: PutMetadata, address: readonly string[], body: object) => {
  const { sequence, body: text } = metadata.answer(address, { sequence: 5, body: JSON.stringify(body) })!
  return { sequence, body: JSON.parse(text as string) as unknown }
}

test('the answer has another sequence when the paths that can be put change', () => {
  let paths: readonly string[] = []
  const metadata = new PutMetadata({ self, paths: () => paths })
  const leaf = { value: true }
  const ask = () => answered(metadata, [...own, ...light.split('.')], leaf)
  const without = ask()
  assert.deepEqual(without.body, leaf)
  paths = [light]
  const withPut = ask()
  assert.deepEqual(withPut.body, { value: true, meta: { supportsPut: true } })
  assert.deepEqual(ask(), withPut)
  paths = []
  const again = ask()
  assert.deepEqual(again.body, leaf)
  assert.equal(new Set([without, withPut, again].map(({ sequence }) => sequence)).size, 3)
})

test('other vessels, other branches and values inside a leaf stay as they are', () => {
  const metadata = new PutMetadata({ self, paths: () => [light] })
  const body = { electrical: { switches: { light: { state: { value: { value: 1 } } } } } }
  assert.deepEqual(answered(metadata, ['vessels', 'urn:mrn:imo:mmsi:2'], body), { sequence: 5, body })
  const speed = { value: 3, meta: { units: 'm/s' } }
  assert.deepEqual(answered(metadata, [...own, 'navigation', 'speedOverGround'], speed).body, speed)
  const inside = answered(metadata, [...own, ...light.split('.'), 'value'], { value: 1 })
  assert.deepEqual(inside.body, { value: 1 })
})
