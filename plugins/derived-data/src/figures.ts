import { radians, wrapFull, wrapHalf } from '@marinedata/model'
import { DampedVector } from './damped-vector.ts'
import { figure, type Figure, type FigureInput, type FigureValue, type Numbers } from './figure.ts'
import { currentOf, dewPoint, leeway, otherTack, windOverGround, windOverWater } from './formulas.ts'
import { directionOf, lengthOf, type Vector } from './vector.ts'

/** Seconds. Sensors of motion and wind send at least once a second. */
const moving = 5
const slow = 300

const headingTrue = { path: 'navigation.headingTrue', maxAge: moving } as const
const headingMagnetic = { path: 'navigation.headingMagnetic', maxAge: moving } as const
const variation = { path: 'navigation.magneticVariation', maxAge: slow } as const
const apparentAngle = { path: 'environment.wind.angleApparent', maxAge: moving } as const
const apparentSpeed = { path: 'environment.wind.speedApparent', maxAge: moving } as const
const throughWater = { path: 'navigation.speedThroughWater', maxAge: moving } as const
const overGround = { path: 'navigation.speedOverGround', maxAge: moving } as const
/** Receivers send no course while the boat does not move. */
const course = { path: 'navigation.courseOverGroundTrue', maxAge: moving, isOptional: true } as const
const trueAngle = { path: 'environment.wind.angleTrueWater', maxAge: moving } as const
const windDirection = { path: 'environment.wind.directionTrue', maxAge: moving } as const
const markBearing = { path: 'navigation.courseGreatCircle.nextPoint.bearingTrue', maxAge: 10 } as const
const heel = { path: 'navigation.attitude', member: 'roll', maxAge: moving } as const
const belowTransducer = { path: 'environment.depth.belowTransducer', maxAge: 10 } as const
const belowSurface = { path: 'environment.depth.belowSurface', maxAge: 10, isOptional: true } as const
const sensorDepth = { path: 'environment.depth.surfaceToTransducer', maxAge: slow } as const
const sensorAboveKeel = {
  path: 'environment.depth.transducerToKeel',
  maxAge: slow,
  isOptional: true,
} as const
const draught = { path: 'design.draft', member: 'maximum', maxAge: Infinity, isOptional: true } as const

const apparentOverGround = [apparentAngle, apparentSpeed, headingTrue, overGround, course] as const

const angle = (value: number | undefined) => (value === undefined ? undefined : radians(value))

const groundWind = ([windAngle, speed, heading, over, track]: Numbers<typeof apparentOverGround>):
  | Vector
  | undefined =>
  windOverGround({ angle: radians(windAngle), speed }, radians(heading), {
    course: angle(track),
    speed: over,
  })

const halfDirection = (vector: Vector | undefined, from = 0): number | undefined => {
  const direction = vector && directionOf(vector)
  return direction === undefined ? undefined : wrapHalf(radians(direction - from))
}

const currentInputs: readonly FigureInput[] = [
  headingTrue,
  throughWater,
  overGround,
  course,
  { ...variation, isOptional: true },
  { path: 'performance.leeway', maxAge: moving, isOptional: true },
]

const currentValue = (flow: Vector, east: number | undefined): FigureValue => {
  const set = directionOf(flow)
  return {
    drift: lengthOf(flow),
    setTrue: set ?? null,
    ...(east !== undefined && { setMagnetic: set === undefined ? null : wrapFull(radians(set - east)) }),
  }
}

/**
 * All figures. A figure may use the output of one before it: the value of a sensor is preferred there, too.
 */
export const figures: readonly Figure[] = [
  figure({
    id: 'headingTrue',
    title: 'Heading, true',
    inputs: [headingMagnetic, variation],
    output: 'navigation.headingTrue',
    unit: 'rad',
    formula: 'magnetic heading + variation',
    compute: ([magnetic, east]) => wrapFull(radians(magnetic + east)),
  }),
  figure({
    id: 'headingMagnetic',
    title: 'Heading, magnetic',
    inputs: [headingTrue, variation],
    output: 'navigation.headingMagnetic',
    unit: 'rad',
    formula: 'true heading − variation',
    compute: ([heading, east]) => wrapFull(radians(heading - east)),
  }),
  figure({
    id: 'windAngleWater',
    title: 'True wind angle over the water',
    inputs: [apparentAngle, apparentSpeed, throughWater],
    output: 'environment.wind.angleTrueWater',
    unit: 'rad',
    formula: 'direction of (apparent wind − speed through water along the bow)',
    compute: ([windAngle, speed, water]) =>
      halfDirection(windOverWater({ angle: radians(windAngle), speed }, water)),
  }),
  figure({
    id: 'windSpeedWater',
    title: 'True wind speed over the water',
    inputs: [apparentAngle, apparentSpeed, throughWater],
    output: 'environment.wind.speedTrue',
    unit: 'm/s',
    formula: 'length of (apparent wind − speed through water along the bow)',
    compute: ([windAngle, speed, water]) =>
      lengthOf(windOverWater({ angle: radians(windAngle), speed }, water)),
  }),
  figure({
    id: 'windAngleGround',
    title: 'True wind angle over ground',
    inputs: apparentOverGround,
    output: 'environment.wind.angleTrueGround',
    unit: 'rad',
    formula: 'direction of (apparent wind − motion over ground) − true heading',
    compute: (values) => halfDirection(groundWind(values), values[2]),
  }),
  figure({
    id: 'windSpeedGround',
    title: 'True wind speed over ground',
    inputs: apparentOverGround,
    output: 'environment.wind.speedOverGround',
    unit: 'm/s',
    formula: 'length of (apparent wind − motion over ground)',
    compute: (values) => {
      const wind = groundWind(values)
      return wind && lengthOf(wind)
    },
  }),
  figure({
    id: 'windDirectionTrue',
    title: 'Wind direction, true',
    inputs: apparentOverGround,
    output: 'environment.wind.directionTrue',
    unit: 'rad',
    formula: 'direction of (apparent wind − motion over ground)',
    compute: (values) => {
      const wind = groundWind(values)
      return wind && directionOf(wind)
    },
  }),
  figure({
    id: 'windDirectionMagnetic',
    title: 'Wind direction, magnetic',
    inputs: [windDirection, variation],
    output: 'environment.wind.directionMagnetic',
    unit: 'rad',
    formula: 'true wind direction − variation',
    compute: ([direction, east]) => wrapFull(radians(direction - east)),
  }),
  {
    id: 'leeway',
    title: 'Leeway',
    inputs: [heel, throughWater],
    output: 'performance.leeway',
    unit: 'rad',
    formula: 'coefficient × heel / (speed through water in knots)²; only with a coefficient in the settings',
    isOnByDefault: true,
    create:
      ({ leewayCoefficient }) =>
      ([roll, water]) =>
        leewayCoefficient === undefined || roll === undefined || water === undefined
          ? undefined
          : leeway(leewayCoefficient, radians(roll), water),
  },
  {
    id: 'current',
    title: 'Set and drift of the current',
    inputs: currentInputs,
    output: 'environment.current',
    unit: 'rad, m/s',
    formula: 'motion over ground − motion through water (heading + leeway), averaged over the damping time',
    isOnByDefault: true,
    create: ({ currentDamping }) => {
      const average = new DampedVector(currentDamping)
      return ([heading = 0, water = 0, over = 0, track, east, drift = 0], now) => {
        const direction = radians(heading + drift)
        const flow = currentOf({ course: angle(track), speed: over }, { direction, speed: water })
        const settled = flow && average.add(flow, now)
        return settled && currentValue(settled, east)
      }
    },
  },
  figure({
    id: 'velocityMadeGood',
    title: 'Velocity made good to windward',
    inputs: [throughWater, trueAngle],
    output: 'performance.velocityMadeGood',
    unit: 'm/s',
    formula: 'speed through water × cos(true wind angle over the water); negative away from the wind',
    compute: ([water, windAngle]) => water * Math.cos(windAngle),
  }),
  figure({
    id: 'velocityToMark',
    title: 'Velocity made good to the next mark',
    inputs: [overGround, course, markBearing],
    output: 'performance.velocityMadeGoodToWaypoint',
    unit: 'm/s',
    formula: 'speed over ground × cos(course over ground − bearing of the mark)',
    compute: ([over, track, bearing]) => (track === undefined ? undefined : over * Math.cos(track - bearing)),
  }),
  figure({
    id: 'otherTack',
    title: 'Heading on the other tack, true',
    inputs: [headingTrue, trueAngle],
    output: 'performance.tackTrue',
    unit: 'rad',
    formula: 'true heading + 2 × true wind angle over the water; with the wind ahead of the beam',
    compute: ([heading, windAngle]) => otherTack(radians(heading), wrapHalf(radians(windAngle))),
  }),
  figure({
    id: 'depthBelowSurface',
    title: 'Depth below the surface',
    inputs: [belowTransducer, sensorDepth],
    output: 'environment.depth.belowSurface',
    unit: 'm',
    formula: 'depth below the transducer + depth of the transducer',
    compute: ([below, sensor]) => below + sensor,
  }),
  figure({
    id: 'depthBelowKeel',
    title: 'Depth below the keel',
    inputs: [{ ...belowTransducer, isOptional: true }, sensorAboveKeel, belowSurface, draught],
    output: 'environment.depth.belowKeel',
    unit: 'm',
    formula:
      'depth below the transducer − height of the transducer above the keel; or depth below the surface − draught',
    compute: ([below, sensor, surface, draft]) => {
      if (below !== undefined && sensor !== undefined) return below - sensor
      return surface === undefined || draft === undefined ? undefined : surface - draft
    },
  }),
  figure({
    id: 'dewPoint',
    title: 'Dew point outside',
    inputs: [
      { path: 'environment.outside.temperature', maxAge: slow },
      { path: 'environment.outside.relativeHumidity', maxAge: slow },
    ],
    output: 'environment.outside.dewPointTemperature',
    unit: 'K',
    formula: 'Magnus formula of air temperature and relative humidity, from −45 to 60 °C',
    compute: ([temperature, humidity]) => dewPoint(temperature, humidity),
  }),
]

/** Paths of details that hold until they change. */
export const lastingPaths: readonly string[] = [
  ...new Set(
    figures.flatMap(({ inputs }) =>
      inputs.filter(({ maxAge }) => maxAge === Infinity).map(({ path }) => path),
    ),
  ),
]

/** All paths that figures are computed from or published at, without those that last. */
export const measuredPaths: readonly string[] = [
  ...new Set(figures.flatMap(({ inputs, output }) => [...inputs.map(({ path }) => path), output])),
].filter((path) => !lastingPaths.includes(path))
