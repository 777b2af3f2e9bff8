import {
  isForbiddenName,
  lengthTolerance,
  MarineDataError,
  type BoatDetails,
  type BoatLimits,
  type Fault,
  type LimitLevels,
} from '@marinedata/model'

type Rule = readonly [path: string, isBroken: boolean, message: string]

const faultsIn = (rules: readonly Rule[]): Fault[] =>
  rules.flatMap(([path, isBroken, message]) => (isBroken ? [{ path, message }] : []))

const refuse = (faults: readonly Fault[]): void => {
  const [first] = faults
  if (first === undefined) return
  throw new MarineDataError('invalid-value', `${first.path} ${first.message}`, { errors: faults })
}

/** @throws MarineDataError `invalid-value` when two details contradict each other */
export const checkDetails = (details: BoatDetails): void => {
  const { length = Infinity, beam = Infinity, draught = Infinity } = details
  const { gpsFromBow = 0, gpsFromCentre = 0 } = details
  const { depthSensorBelowWaterline: below, depthSensorAboveKeel: above } = details
  const isContradiction =
    below !== undefined && above !== undefined && Math.abs(below + above - draught) > lengthTolerance
  refuse(
    faultsIn([
      ['/details/gpsFromBow', gpsFromBow > length, `is more than the length of ${length} m`],
      [
        '/details/gpsFromCentre',
        Math.abs(gpsFromCentre) > beam / 2,
        `is more than half the beam of ${beam} m`,
      ],
      [
        '/details/depthSensorAboveKeel',
        draught !== Infinity && isContradiction,
        `and the depth below the waterline must add up to the draught of ${draught} m`,
      ],
    ]),
  )
}

const orderRule = (path: string, levels: LimitLevels | undefined, alarmIs: 'lower' | 'higher'): Rule => {
  const { warn, alarm } = levels ?? {}
  const isBoth = warn !== undefined && alarm !== undefined
  const isBroken = isBoth && (alarmIs === 'lower' ? alarm >= warn : alarm <= warn)
  return [`/limits/${path}/alarm`, isBroken, `must be ${alarmIs} than the warning at ${warn}`]
}

/** @throws MarineDataError `invalid-value` when a warning would come after its alarm */
export const checkLimits = ({ depth, windTrue, windApparent, batteries = {} }: BoatLimits): void =>
  refuse(
    faultsIn([
      orderRule('depth', depth, 'lower'),
      orderRule('windTrue', windTrue, 'higher'),
      orderRule('windApparent', windApparent, 'higher'),
      ...Object.entries(batteries).flatMap(([name, levels]): Rule[] => [
        [`/limits/batteries/${name}`, isForbiddenName(name), 'is not a possible name of a battery'],
        orderRule(`batteries/${name}`, levels, 'lower'),
      ]),
    ]),
  )

/** The height of the depth sensor above the bottom of the keel; undefined when it is unknown. */
export const sensorAboveKeel = (details: BoatDetails): number | undefined => {
  const { depthSensorAboveKeel, depthSensorBelowWaterline, draught } = details
  if (depthSensorAboveKeel !== undefined) return depthSensorAboveKeel
  if (draught === undefined || depthSensorBelowWaterline === undefined) return undefined
  return draught - depthSensorBelowWaterline
}

/** The depth of the depth sensor below the waterline; undefined when it is unknown. */
export const sensorBelowWaterline = (details: BoatDetails): number | undefined => {
  const { depthSensorAboveKeel, depthSensorBelowWaterline, draught } = details
  if (depthSensorBelowWaterline !== undefined) return depthSensorBelowWaterline
  if (draught === undefined || depthSensorAboveKeel === undefined) return undefined
  return draught - depthSensorAboveKeel
}
