import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scaleBarOf } from './scale-bar.ts'

for (const [metresPerPixel, preset, text] of [
  [10, 'nautical-metric', '0.5 NM'],
  [1, 'nautical-metric', '100 m'],
  [1, 'nautical-imperial', '200 ft'],
  [10, 'metric', '1 km'],
  [40_000, 'nautical-metric', '2000 NM'],
] as const)
  test(`the scale bar at ${metresPerPixel} metres per pixel, ${preset}, is ${text}`, () => {
    const bar = scaleBarOf(metresPerPixel, 110, preset)
    assert.equal(bar.text, text)
    assert.ok(bar.pixels <= 110 && bar.pixels > 40)
  })
