import type { VesselNumber } from '@marinedata/core'
import { Type } from '@marinedata/model'
import { route, type Route } from '#http/route.ts'

/** Prometheus stores every series for weeks, so a defect that invents paths must not fill its disk. */
const mostSeries = 2_000

/** Names of units as Prometheus writes them: base units, in the plural. */
const unitNames: Readonly<Record<string, string>> = {
  'm/s': 'meters_per_second',
  'm/s2': 'meters_per_second_squared',
  m: 'meters',
  m2: 'square_meters',
  m3: 'cubic_meters',
  'm3/s': 'cubic_meters_per_second',
  rad: 'radians',
  'rad/s': 'radians_per_second',
  deg: 'degrees',
  K: 'kelvin',
  Pa: 'pascals',
  V: 'volts',
  A: 'amperes',
  W: 'watts',
  J: 'joules',
  C: 'coulombs',
  Hz: 'hertz',
  s: 'seconds',
  kg: 'kilograms',
  ratio: 'ratio',
}

const metricOf = (unit: string | undefined): string => `marinedata_vessel_${unitNames[unit ?? ''] ?? 'value'}`

const labelText = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

const sampleText = (name: string, { path, source, value }: VesselNumber): string =>
  `${name}{path="${labelText(path)}",source="${labelText(source)}"} ${value}\n`

/** The numbers as text for Prometheus: one metric per unit, one series per path and source. */
export const vesselMetricsText = (numbers: Iterable<VesselNumber>): string => {
  const all = [...numbers].filter(({ value }) => Number.isFinite(value))
  const shown = all.slice(0, mostSeries)
  const groups = [...Map.groupBy(shown, ({ unit }) => metricOf(unit))].map(([name, group]) => [
    `# HELP ${name} Values of the own vessel, by path and source\n# TYPE ${name} gauge\n`,
    ...group.map((number) => sampleText(name, number)),
  ])
  const leftOut = 'marinedata_vessel_left_out_series'
  return [
    ...groups.flat(),
    `# HELP ${leftOut} Values that are not shown, because there are more than ${mostSeries}\n`,
    `# TYPE ${leftOut} gauge\n${leftOut} ${all.length - shown.length}\n`,
  ].join('')
}

/** The values of own ship, for Prometheus. */
export const vesselMetricsRoute = (numbers: () => Iterable<VesselNumber>): Route =>
  route({
    method: 'GET',
    path: '/metrics/vessel',
    scope: 'read',
    operationId: 'getVesselMetrics',
    summary: 'Numbers of the own vessel that are not stale, for Prometheus',
    responses: {
      200: { description: 'Prometheus text', contentType: 'text/plain', schema: Type.String() },
    },
    handle: (_request, reply) =>
      reply
        .header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
        .send(vesselMetricsText(numbers())),
  })
