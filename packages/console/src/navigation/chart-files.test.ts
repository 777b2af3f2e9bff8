import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storedFileOf } from './chart-files.ts'

test('the name of a file is turned into a valid name', () => {
  const cases = {
    'archipelago.mbtiles': { name: 'archipelago', format: 'mbtiles' },
    'Skärgård 2026 (v2).PMTiles': { name: 'Ska-rga-rd-2026-v2-', format: 'pmtiles' },
    '..hidden.mbtiles': { name: 'hidden', format: 'mbtiles' },
    '海.mbtiles': { name: 'chart', format: 'mbtiles' },
    [`${'a'.repeat(90)}.mbtiles`]: { name: 'a'.repeat(64), format: 'mbtiles' },
  }
  for (const [file, stored] of Object.entries(cases)) assert.deepEqual(storedFileOf(file), stored, file)
  for (const other of ['chart.kap', 'mbtiles', '.mbtiles', 'chart.mbtiles.zip'])
    assert.equal(storedFileOf(other), undefined, other)
})
