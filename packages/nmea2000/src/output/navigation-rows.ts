import { lookupText } from '#codec/database.ts'
import { fixMethods } from '#paths/navigation-rules.ts'
import type { OutputRow } from './output-message.ts'
import { dateAt, directionAt, numberAt, placeAt, type OutputValues } from './output-values.ts'

const position = 'navigation.position'
const [headingTrue, headingMagnetic] = ['navigation.headingTrue', 'navigation.headingMagnetic']
const [deviation, variation] = ['navigation.magneticDeviation', 'navigation.magneticVariation']
const [courseTrue, courseMagnetic] = [
  'navigation.courseOverGroundTrue',
  'navigation.courseOverGroundMagnetic',
]
const speedOverGround = 'navigation.speedOverGround'
const datetime = 'navigation.datetime'
const gnss = {
  altitude: 'navigation.gnss.antennaAltitude',
  satellites: 'navigation.gnss.satellites',
  horizontalDilution: 'navigation.gnss.horizontalDilution',
  positionDilution: 'navigation.gnss.positionDilution',
  separation: 'navigation.gnss.geoidalSeparation',
  method: 'navigation.gnss.methodQuality',
  type: 'navigation.gnss.type',
  integrity: 'navigation.gnss.integrity',
  age: 'navigation.gnss.differentialAge',
} as const

/** References of directions. */
const reference = { north: 0, magneticNorth: 1 }

/** Magnetic if it is known, as compasses send it, else true: one sender must not alternate between the two. */
const heading: OutputRow = {
  id: 'vesselHeading',
  paths: [headingMagnetic, headingTrue, deviation, variation],
  essential: ['heading'],
  fields: ({ values, sid }) => {
    const magnetic = directionAt(values, headingMagnetic)
    const isMagnetic = magnetic !== undefined
    const fields = {
      sid,
      heading: magnetic ?? directionAt(values, headingTrue),
      reference: isMagnetic ? reference.magneticNorth : reference.north,
      // The deviation belongs to the compass, the variation to the place.
      deviation: isMagnetic ? numberAt(values.withSourceOf(headingMagnetic), deviation) : undefined,
      variation: numberAt(values, variation),
    }
    return [{ fields }]
  },
}

const positionRapid: OutputRow = {
  id: 'positionRapidUpdate',
  paths: [position],
  essential: ['latitude', 'longitude'],
  fields: ({ values }) => [{ fields: { ...placeAt(values, position) } }],
}

/** The speed decides the source: both are of one receiver. The course is unknown at standstill, the speed is not. */
const courseAndSpeed: OutputRow = {
  id: 'cogSogRapidUpdate',
  paths: [speedOverGround, courseTrue, courseMagnetic],
  essential: ['sog'],
  fields: ({ values, sid }) => {
    const receiver = values.withSourceOf(speedOverGround)
    const [north, magneticNorth] = [directionAt(receiver, courseTrue), directionAt(receiver, courseMagnetic)]
    const direction =
      north === undefined
        ? {
            cog: magneticNorth,
            cogReference: magneticNorth === undefined ? undefined : reference.magneticNorth,
          }
        : { cog: north, cogReference: reference.north }
    return [{ fields: { sid, sog: numberAt(receiver, speedOverGround), ...direction } }]
  },
}

/** The number of a text in a table of the database. */
const codeAt = (values: OutputValues, path: string, lookup: string): number | undefined => {
  const text = values.get(path)
  const code = Array.from({ length: 14 }, (_, index) => lookupText(lookup, index)).indexOf(String(text))
  return text === undefined || code < 0 ? undefined : code
}

/** This field has no "not available": all its bits mean unsafe. Without a check all are zero. */
const unchecked = 0

const methodAt = (values: OutputValues): number | undefined => {
  const code = fixMethods.findIndex((name) => name === values.get(gnss.method))
  return code < 0 ? undefined : code
}

/** The position decides the source: the quality of one receiver says nothing about another. */
const gnssPosition: OutputRow = {
  id: 'gnssPositionData',
  paths: [position, datetime, ...Object.values(gnss)],
  essential: ['latitude', 'longitude'],
  fields: ({ values, sid }) => {
    const receiver = values.withSourceOf(position)
    const age = numberAt(receiver, gnss.age)
    const fields = {
      sid,
      ...dateAt(receiver, datetime),
      ...placeAt(receiver, position),
      altitude: numberAt(receiver, gnss.altitude),
      gnssType: codeAt(receiver, gnss.type, 'GNS'),
      method: methodAt(receiver),
      integrity: codeAt(receiver, gnss.integrity, 'GNS_INTEGRITY') ?? unchecked,
      numberOfSvs: numberAt(receiver, gnss.satellites),
      hdop: numberAt(receiver, gnss.horizontalDilution),
      pdop: numberAt(receiver, gnss.positionDilution),
      geoidalSeparation: numberAt(receiver, gnss.separation),
    }
    return [{ fields, rows: age === undefined ? [] : [{ ageOfDgnssCorrections: age }] }]
  },
}

/** References of the wind: to north over ground, to the bow as felt on the boat, to the bow over water. */
const winds = [
  {
    reference: 2,
    angle: 'environment.wind.angleApparent',
    speed: 'environment.wind.speedApparent',
  },
  {
    reference: 4,
    angle: 'environment.wind.angleTrueWater',
    speed: 'environment.wind.speedTrue',
  },
  {
    reference: 0,
    angle: 'environment.wind.directionTrue',
    speed: 'environment.wind.speedOverGround',
  },
] as const

/** One message for each kind of wind that is known. */
const wind: OutputRow = {
  id: 'windData',
  paths: winds.flatMap(({ angle, speed }) => [angle, speed]),
  essential: ['windSpeed', 'windAngle'],
  fields: ({ values, sid }) =>
    winds.map(({ reference: relativeTo, angle, speed }) => {
      const sensor = values.withSourceOf(angle)
      const fields = {
        sid,
        reference: relativeTo,
        windSpeed: numberAt(sensor, speed),
        windAngle: directionAt(sensor, angle),
      }
      return { fields }
    }),
}

/** Heading, position, motion and wind. */
export const navigationRows: readonly OutputRow[] = [
  heading,
  positionRapid,
  courseAndSpeed,
  gnssPosition,
  wind,
]
