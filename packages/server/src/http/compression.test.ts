import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodingFor } from './compression.ts'

test('selects the best encoding that the client accepts', () => {
  for (const [header, encoding] of [
    [undefined, undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip,deflate', 'gzip'],
    ['GZip', 'gzip'],
    ['gzip;q=0.1', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.000 , gzip ; q=0.5', 'gzip'],
    ['gzip;q=0', undefined],
    ['x-gzip', undefined],
    ['identity', undefined],
    ['brotli', undefined],
  ] as const)
    assert.equal(encodingFor(header), encoding, header)
})
