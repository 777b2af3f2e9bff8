import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batchSubject, liveSubject, shardOf, tokenOf } from './subjects.ts'

test('a vessel keeps its shard for ever', () => {
  const shardByVessel = {
    'urn:mrn:imo:mmsi:230000001': 26,
    'urn:mrn:imo:mmsi:230000002': 7,
    'urn:mrn:marinedata:uuid:705f5f1a-efaf-44aa-9cb8-a0fd6305567c': 23,
  }
  for (const [vessel, shard] of Object.entries(shardByVessel))
    assert.equal(shardOf(tokenOf(vessel) ?? ''), shard)
})

test('shards have about the same number of vessels', () => {
  const counts = new Map<number, number>()
  for (let mmsi = 230_000_000; mmsi < 230_064_000; mmsi++) {
    const shard = shardOf(`urn-mrn-imo-mmsi-${mmsi}`)
    counts.set(shard, (counts.get(shard) ?? 0) + 1)
  }
  assert.equal(counts.size, 64)
  assert.ok(Math.min(...counts.values()) > 800 && Math.max(...counts.values()) < 1_200)
})

test('an identifier that is no single token of a subject cannot join', () => {
  for (const vessel of ['https://example.org/boat', 'urn:mrn:a.b', 'urn:mrn:*', 'urn:mrn:a b', 'mailto:a@b'])
    assert.equal(tokenOf(vessel), undefined)
  const token = tokenOf('urn:mrn:imo:mmsi:230000001') ?? ''
  assert.match(batchSubject(token, 'minutes'), /^md\.up\.\d\d\.urn-mrn-imo-mmsi-230000001\.m$/)
  assert.match(liveSubject(token, 'owner-1'), /^md\.live\.\d\d\.urn-mrn-imo-mmsi-230000001\.owner-1$/)
})
