import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bundleSizes } from '../scripts/client/bundle-sizes.ts'

test('an app takes at most 8 kB for the stream, and only the features that it uses', () => {
  const sizes = new Map(bundleSizes().map(({ uses, gzip }) => [uses, gzip]))
  const stream = sizes.get('stream') ?? Number.NaN
  const everything = sizes.get('everything') ?? Number.NaN
  assert.ok(stream <= 8_000, `${stream} bytes for the stream`)
  assert.ok(everything <= 11_000, `${everything} bytes for everything`)
  const features = [...sizes].filter(([uses]) => uses.startsWith('stream, '))
  assert.ok(features.length > 10)
  for (const [uses, gzip] of features) {
    assert.ok(gzip > stream, `${uses} contains no feature`)
    assert.ok(gzip - stream <= 1_000, `${uses}: ${gzip - stream} bytes more than the stream alone`)
  }
})
