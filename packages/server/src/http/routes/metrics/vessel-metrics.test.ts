import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { vesselMetricsText } from './vessel-metrics.ts'

const speed = { path: 'navigation.speedOverGround', source: 'gps', value: 3.25, unit: 'm/s' }

/** Debian's package `prometheus` has a strict checker of the format. Undefined when it is not installed. */
const faultsOf = (text: string): string | undefined => {
  const { error, status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: text,
    encoding: 'utf8',
    timeout: 20_000,
  })
  return error === undefined && status !== null ? `${status} ${stdout}${stderr}`.trim() : undefined
}

test('values of the vessel are one metric per unit, with path and source as labels', () => {
  const text = vesselMetricsText([
    speed,
    { path: 'navigation.position.latitude', source: 'gps', value: 50.5, unit: 'deg' },
    { ...speed, path: 'environment.wind.speedApparent', source: 'a"b\\c\nd', value: 1e-7 },
    { path: 'tanks.count', source: 'x', value: 2, unit: undefined },
    { ...speed, value: Number.NaN },
  ])
  assert.deepEqual(
    text.split('\n').filter((line) => !line.startsWith('# HELP')),
    [
      '# TYPE marinedata_vessel_meters_per_second gauge',
      'marinedata_vessel_meters_per_second{path="navigation.speedOverGround",source="gps"} 3.25',
      String.raw`marinedata_vessel_meters_per_second{path="environment.wind.speedApparent",source="a\"b\\c\nd"} 1e-7`,
      '# TYPE marinedata_vessel_degrees gauge',
      'marinedata_vessel_degrees{path="navigation.position.latitude",source="gps"} 50.5',
      '# TYPE marinedata_vessel_value gauge',
      'marinedata_vessel_value{path="tanks.count",source="x"} 2',
      '# TYPE marinedata_vessel_left_out_series gauge',
      'marinedata_vessel_left_out_series 0',
      '',
    ],
  )
  assert.equal(faultsOf(text) ?? '0', '0')
})

test('at most 2,000 series are shown, and the others are counted', () => {
  const many = Array.from({ length: 2_005 }, (_, index) => ({ ...speed, path: `tanks.${index}` }))
  const text = vesselMetricsText(many)
  assert.equal(text.match(/^marinedata_vessel_meters_per_second/gm)?.length, 2_000)
  assert.match(text, /^marinedata_vessel_left_out_series 5$/m)
})
