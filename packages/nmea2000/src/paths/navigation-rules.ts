import type { Fields } from '#codec/decode.ts'
import {
  direction,
  fromBow,
  is,
  members,
  momentOf,
  number,
  numberIn,
  position,
  text,
  type Rule,
} from './rules.ts'

const halfTurn: readonly [number, number] = [-Math.PI, Math.PI]
const isTrue = is('reference', 0)
const isMagnetic = is('reference', 1)
const speed: readonly [number, number] = [0, 31]

/** Only times that come from outside the device: its own crystal is not better than ours. */
const isFromOutside = is('source', 0, 1, 2, 3, 4)

const datetime =
  (when: (fields: Fields) => boolean = () => true): Rule =>
  ({ message: { fields } }, mapped) => {
    if (!when(fields)) return
    const value = momentOf(numberIn(fields, 'date'), numberIn(fields, 'time'))
    if (value !== undefined) mapped.values.push({ path: 'navigation.datetime', value })
  }

/** The order to the rudder: the direction says the side, the angle how far. */
const rudderOrder: Rule = ({ message: { fields } }, mapped) => {
  const angle = numberIn(fields, 'angleOrder')
  const side = fields['directionOrder']
  if (fields['instance'] !== 0 || angle === undefined || (side !== 1 && side !== 2)) return
  const value = side === 2 ? -Math.abs(angle) : Math.abs(angle)
  mapped.values.push({ path: 'steering.rudderAngleTarget', value })
}

/** Members of the current: its direction by the reference, and its speed. */
const current = (reference: string): Rule =>
  members('environment.current', {
    setTrue: (fields) => (fields[reference] === 0 ? directionIn(fields, 'set') : undefined),
    setMagnetic: (fields) => (fields[reference] === 1 ? directionIn(fields, 'set') : undefined),
    drift: (fields) => numberIn(fields, 'drift'),
  })

const directionIn = (fields: Fields, field: string): number | undefined => {
  const value = numberIn(fields, field)
  return value === undefined ? undefined : direction(value)
}

/** Simulated, manual and estimated data are withheld. */
const isMeasured = ({ dataMode, mode }: Fields): boolean => ![2, 3, 4].includes(Number(dataMode ?? mode ?? 0))

const measured = (rules: readonly Rule[]): Rule[] =>
  rules.map((rule) => (input, mapped) => {
    if (isMeasured(input.message.fields)) rule(input, mapped)
  })

/** Methods of a fix that are not a measurement: no fix, estimated, manual, simulated. */
export const hasNoFix = is('method', 0, 6, 7, 8)

/** The position is null while the receiver reports no fix, even if the message contains coordinates. */
const fixedPosition: Rule = (input, mapped) => {
  const { fields } = input.message
  if (hasNoFix(fields)) mapped.values.push({ path: 'navigation.position', value: null })
  else position('navigation.position')(input, mapped)
}

/** Methods of a fix by their number in a message. */
export const fixMethods = [
  'no GPS',
  'GNSS Fix',
  'DGNSS fix',
  'Precise GNSS',
  'RTK fixed integer',
  'RTK float',
  'Estimated (DR) mode',
  'Manual input',
  'Simulator mode',
] as const

const methodQuality: Rule = ({ message: { fields } }, mapped) => {
  const value = fixMethods[Number(fields['method'])]
  if (value !== undefined) mapped.values.push({ path: 'navigation.gnss.methodQuality', value })
}

const mostSatellites = 64
/** States of a satellite: used for the fix, without and with corrections. */
const usedStates: ReadonlySet<unknown> = new Set([2, 5])

/** The satellites in view, and how many of them are used for the fix. */
const satellites: Rule = ({ message: { fields, lists } }, mapped) => {
  const count = numberIn(fields, 'satsInView')
  const rows = lists[0] ?? []
  if (count === undefined) return
  const inView = rows.slice(0, mostSatellites).map((row) => ({
    id: numberIn(row, 'prn'),
    elevation: numberIn(row, 'elevation'),
    azimuth: numberIn(row, 'azimuth'),
    SNR: numberIn(row, 'snr'),
  }))
  const satellitesInView = inView.map((satellite) => withoutUndefined(satellite))
  mapped.values.push({
    path: 'navigation.gnss.satellitesInView',
    value: { count, satellites: satellitesInView },
  })
  // A message that ends early does not name all of them.
  if (rows.length !== count) return
  const used = rows.filter(({ status }) => usedStates.has(status)).length
  mapped.values.push({ path: 'navigation.gnss.satellites', value: used })
}

const withoutUndefined = (given: Readonly<Record<string, number | undefined>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(given).filter((member): member is [string, number] => member[1] !== undefined),
  )

/** The age of the corrections of the first reference station. */
const differentialAge: Rule = ({ message: { lists } }, mapped) => {
  const [station] = lists[0] ?? []
  const value = station === undefined ? undefined : numberIn(station, 'ageOfDgnssCorrections')
  if (value !== undefined) mapped.values.push({ path: 'navigation.gnss.differentialAge', value })
}

const secondsPerDay = 86_400

const dilution: readonly [number, number] = [0, 50]

/** Heading, motion and position of own ship, by message. */
export const navigationRules: Readonly<Record<string, readonly Rule[]>> = {
  systemTime: [datetime(isFromOutside)],
  rudder: [
    number('position', 'steering.rudderAngle', { when: is('instance', 0, 255), range: [-1.6, 1.6] }),
    rudderOrder,
  ],
  vesselHeading: [
    number('heading', 'navigation.headingMagnetic', { when: isMagnetic, convert: direction }),
    number('heading', 'navigation.headingTrue', { when: isTrue, convert: direction }),
    number('deviation', 'navigation.magneticDeviation', { range: halfTurn }),
    number('variation', 'navigation.magneticVariation', { range: halfTurn }),
  ],
  rateOfTurn: [number('rate', 'navigation.rateOfTurn', { range: [-1, 1] })],
  heave: [number('heave', 'environment.heave')],
  attitude: [
    members('navigation.attitude', {
      yaw: (fields) => numberIn(fields, 'yaw'),
      pitch: (fields) => numberIn(fields, 'pitch'),
      roll: (fields) => numberIn(fields, 'roll'),
    }),
  ],
  magneticVariation: [
    number('variation', 'navigation.magneticVariation', { range: halfTurn }),
    number('ageOfService', 'navigation.magneticVariationAgeOfService', {
      convert: (days) => days * secondsPerDay,
    }),
  ],
  leewayAngle: [number('leewayAngle', 'navigation.leewayAngle')],
  speed: [number('speedWaterReferenced', 'navigation.speedThroughWater', { range: speed })],
  distanceLog: [number('log', 'navigation.log'), number('tripLog', 'navigation.trip.log')],
  positionRapidUpdate: [position('navigation.position')],
  cogSogRapidUpdate: [
    number('cog', 'navigation.courseOverGroundTrue', { when: is('cogReference', 0), convert: direction }),
    number('cog', 'navigation.courseOverGroundMagnetic', { when: is('cogReference', 1), convert: direction }),
    number('sog', 'navigation.speedOverGround', { range: speed }),
  ],
  gnssPositionData: [
    fixedPosition,
    datetime(),
    number('altitude', 'navigation.gnss.antennaAltitude', { range: [-500, 9_000] }),
    number('numberOfSvs', 'navigation.gnss.satellites'),
    number('hdop', 'navigation.gnss.horizontalDilution', { range: dilution }),
    number('pdop', 'navigation.gnss.positionDilution', { range: dilution }),
    number('geoidalSeparation', 'navigation.gnss.geoidalSeparation', { range: [-120, 120] }),
    methodQuality,
    text('gnssType', 'navigation.gnss.type'),
    text('integrity', 'navigation.gnss.integrity'),
    differentialAge,
  ],
  gnssSatsInView: [satellites],
  timeDate: [datetime()],
  gnssDops: [number('hdop', 'navigation.gnss.horizontalDilution', { range: dilution })],
  setDriftRapidUpdate: [current('setReference')],
  directionData: measured([
    number('cog', 'navigation.courseOverGroundTrue', { when: is('cogReference', 0), convert: direction }),
    number('cog', 'navigation.courseOverGroundMagnetic', { when: is('cogReference', 1), convert: direction }),
    number('sog', 'navigation.speedOverGround', { range: speed }),
    number('heading', 'navigation.headingTrue', { when: is('cogReference', 0), convert: direction }),
    number('heading', 'navigation.headingMagnetic', { when: is('cogReference', 1), convert: direction }),
    number('speedThroughWater', 'navigation.speedThroughWater', { range: speed }),
    current('cogReference'),
  ]),
  vesselSpeedComponents: [
    number('longitudinalSpeedWaterReferenced', 'navigation.speedThroughWaterLongitudinal'),
    number('transverseSpeedWaterReferenced', 'navigation.speedThroughWaterTransverse'),
  ],
  windData: [
    number('windSpeed', 'environment.wind.speedApparent', { when: is('reference', 2), range: [0, 103] }),
    number('windAngle', 'environment.wind.angleApparent', { when: is('reference', 2), convert: fromBow }),
    number('windSpeed', 'environment.wind.speedTrue', { when: is('reference', 3, 4), range: [0, 103] }),
    number('windAngle', 'environment.wind.angleTrueWater', { when: is('reference', 3, 4), convert: fromBow }),
    number('windSpeed', 'environment.wind.speedOverGround', { when: is('reference', 0, 1), range: [0, 103] }),
    number('windAngle', 'environment.wind.directionTrue', { when: isTrue, convert: direction }),
    number('windAngle', 'environment.wind.directionMagnetic', { when: isMagnetic, convert: direction }),
  ],
}
