import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolutionOf } from './earth.ts'
import { gridInterval, gridText } from './paint-grid.ts'

test('the lines of the graticule are round and far enough apart at every zoom', () => {
  for (let zoom = 2; zoom <= 18; zoom += 0.5) {
    const resolution = resolutionOf(zoom)
    const interval = gridInterval({ resolution })
    const pixels = (interval * ((256 * 2 ** zoom) / 360)) / 60
    assert.ok(
      (pixels >= 120 && pixels <= 500) || interval === 0.1,
      `${zoom}: ${interval}′ in ${pixels} pixels`,
    )
  }
})

test('a line is named in degrees and minutes, and rounding never gives 60 minutes', () => {
  const north = ['N', 'S'] as const
  assert.equal(gridText(59 * 60 + 46, north), '59°46′N')
  assert.equal(gridText(-(59 * 60 + 5.5), north), '59°05.5′S')
  assert.equal(gridText(60 * 60 - 0.000_001, north), '60°N')
  assert.equal(gridText(0, north), '0°')
})
