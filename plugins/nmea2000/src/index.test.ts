import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { plugin } from './index.ts'

test('the manifest file matches the code', () => {
  const filed: unknown = JSON.parse(
    readFileSync(new URL('../marinedata-plugin.json', import.meta.url), 'utf8'),
  )
  assert.deepEqual(
    filed,
    plugin.manifest,
    'it does not: run "npm start -- plugin manifest plugins/nmea2000" and commit marinedata-plugin.json',
  )
})
