import type { Delta } from '@marinedata/plugin-api'
import type { Readings } from '../sensors/instruments.ts'
import { trueWindFrom } from '../sensors/masthead.ts'
import { wrapFull, wrapHalf } from '../units.ts'

type Update = Delta['updates'][number]

/** Metres from the transducer down to the keel. */
export const keelBelowTransducer = 1.4
/** Kelvin. */
const waterTemperature = 285.6

export const rounded = (value: number, digits = 5): number => Number(value.toFixed(digits))

/** Values of one source. */
export const update = ($source: string, values: Readonly<Record<string, unknown>>): Update => ({
  $source,
  values: Object.entries(values).map(([path, value]) => ({ path, value })),
})

/** Values that an instrument computes from those of other sensors. */
const computedPaths: ReadonlySet<string> = new Set([
  'navigation.headingTrue',
  'environment.wind.angleTrueWater',
  'environment.wind.speedTrue',
  'environment.wind.directionTrue',
  'environment.depth.belowKeel',
])

/** The updates of a boat whose sensors compute nothing. */
export const withoutComputed = (updates: readonly Update[]): Update[] =>
  updates.map((each) => ({
    ...each,
    values: each.values?.filter(({ path }) => !computedPaths.has(path)) ?? [],
  }))

/** The same updates with null values: nothing is known any more. */
export const withNullValues = (updates: readonly Update[]): Update[] =>
  updates.map(({ $source, values = [] }) => ({
    ...($source !== undefined && { $source }),
    values: values.map(({ path }) => ({ path, value: null })),
  }))

const fromCompass = ({ compass, variation }: Readings): Update[] => {
  if (compass === undefined) return []
  const { heading, rateOfTurn, roll, pitch } = compass
  return [
    update('compass', {
      'navigation.headingMagnetic': rounded(heading),
      'navigation.headingTrue': rounded(wrapFull(heading + variation)),
      'navigation.rateOfTurn': rounded(rateOfTurn),
      'navigation.attitude': { roll: rounded(roll), pitch: rounded(pitch), yaw: rounded(wrapHalf(heading)) },
    }),
  ]
}

const fromMasthead = ({ wind, compass, variation, speedThroughWater }: Readings): Update[] => {
  if (wind === undefined) return []
  const overWater = trueWindFrom(wind, speedThroughWater)
  return [
    update('wind', {
      'environment.wind.angleApparent': rounded(wind.angle),
      'environment.wind.speedApparent': rounded(wind.speed, 3),
      'environment.wind.angleTrueWater': rounded(overWater.angle),
      'environment.wind.speedTrue': rounded(overWater.speed, 3),
      ...(compass && {
        'environment.wind.directionTrue': rounded(wrapFull(compass.heading + variation + overWater.angle)),
      }),
    }),
  ]
}

const fromGnss = ({ gps }: Readings): Update[] => {
  if (gps === undefined) return []
  const { latitude, longitude } = gps.position
  return [
    update('gps', {
      'navigation.position': { latitude: rounded(latitude, 7), longitude: rounded(longitude, 7) },
      'navigation.courseOverGroundTrue': rounded(gps.course),
      'navigation.speedOverGround': rounded(gps.speed, 3),
    }),
  ]
}

/** Values that change quickly: ten times a second. */
export const quickValues = (readings: Readings): Update[] => [
  ...fromCompass(readings),
  ...fromMasthead(readings),
  ...fromGnss(readings),
  update('log', { 'navigation.speedThroughWater': rounded(readings.speedThroughWater, 3) }),
  update('rudder', { 'steering.rudderAngle': rounded(readings.rudder) }),
]

/** Values that do not depend on the position. */
export const houseValues: readonly Update[] = [
  update('log', { 'environment.water.temperature': waterTemperature }),
  update('battery', { 'electrical.batteries.house.voltage': 12.7 }),
]

/** Values that change slowly: once a second. */
export const slowValues = ({ gps, variation, depth }: Readings): Update[] => [
  update('sounder', {
    'environment.depth.belowTransducer': rounded(depth, 2),
    'environment.depth.belowKeel': rounded(depth - keelBelowTransducer, 2),
  }),
  ...houseValues,
  ...(gps === undefined
    ? []
    : [
        update('gps', {
          'navigation.magneticVariation': rounded(variation),
          'navigation.gnss.methodQuality': 'GNSS Fix',
          'navigation.gnss.satellites': 11,
          'navigation.gnss.horizontalDilution': 0.9,
        }),
      ]),
]
