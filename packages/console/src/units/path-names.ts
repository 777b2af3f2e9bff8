import type { WordKey } from '#words/screen-words.ts'
import type { Metadata } from '@marinedata/model'
import { t } from '#words/screen-words.ts'

/** Names of paths that sailors know by another name. `*` is one segment, such as the name of an engine. */
const names: Readonly<Record<string, WordKey>> = {
  'environment.current:drift': 'path.tideSpeed',
  'environment.current:setTrue': 'path.tideSet',
  'environment.depth.belowKeel': 'depth.keel',
  'environment.depth.belowSurface': 'depth.surface',
  'environment.depth.belowTransducer': 'depth.transducer',
  'environment.outside.pressure': 'path.barometer',
  'environment.outside.temperature': 'path.airTemperature',
  'environment.water.temperature': 'path.waterTemperature',
  'environment.wind.angleApparent': 'path.awa',
  'environment.wind.angleTrueGround': 'path.twaGround',
  'environment.wind.angleTrueWater': 'path.twa',
  'environment.wind.directionMagnetic': 'path.twdMagnetic',
  'environment.wind.directionTrue': 'path.twd',
  'environment.wind.speedApparent': 'path.aws',
  'environment.wind.speedOverGround': 'path.gws',
  'environment.wind.speedTrue': 'path.tws',
  'navigation.attitude:pitch': 'path.trim',
  'navigation.attitude:roll': 'path.heel',
  'navigation.courseGreatCircle.crossTrackError': 'path.xte',
  'navigation.courseGreatCircle.nextPoint.bearingTrue': 'path.markBearing',
  'navigation.courseGreatCircle.nextPoint.distance': 'path.markDistance',
  'navigation.courseGreatCircle.nextPoint.timeToGo': 'path.markTime',

  'navigation.courseOverGroundMagnetic': 'path.cogMagnetic',
  'navigation.courseOverGroundTrue': 'path.cog',
  'navigation.headingMagnetic': 'path.headingMagnetic',
  'navigation.headingTrue': 'path.headingTrue',
  'navigation.log': 'path.log',
  'navigation.position:latitude': 'path.latitude',
  'navigation.position:longitude': 'path.longitude',
  'navigation.rateOfTurn': 'path.rateOfTurn',
  'navigation.speedOverGround': 'path.sog',
  'navigation.speedThroughWater': 'path.stw',
  'navigation.trip.log': 'path.trip',
  'performance.beatAngle': 'path.beatAngle',
  'performance.polarSpeedRatio': 'path.polar',
  'performance.targetAngle': 'path.targetAngle',
  'performance.velocityMadeGood': 'path.vmg',
  'performance.velocityMadeGoodToWaypoint': 'path.vmc',
  'propulsion.*.alternatorVoltage': 'path.alternator',
  'propulsion.*.coolantTemperature': 'path.coolant',
  'propulsion.*.engineLoad': 'path.load',
  'propulsion.*.exhaustTemperature': 'path.exhaust',
  'propulsion.*.fuel.rate': 'path.fuelRate',
  'propulsion.*.oilPressure': 'path.oilPressure',
  'propulsion.*.oilTemperature': 'path.oilTemperature',
  'propulsion.*.revolutions': 'path.engine',
  'propulsion.*.runTime': 'path.engineHours',
  'propulsion.*.temperature': 'path.engineTemperature',
  'electrical.batteries.*.capacity.stateOfCharge': 'path.charge',
  'electrical.batteries.*.capacity.timeRemaining': 'path.timeRemaining',
  'electrical.batteries.*.current': 'path.current',
  'electrical.batteries.*.temperature': 'path.batteryTemperature',
  'electrical.batteries.*.voltage': 'path.voltage',
  'steering.rudderAngle': 'path.rudder',
  'tanks.blackWater.*.currentLevel': 'path.blackWater',
  'tanks.freshWater.*.currentLevel': 'path.freshWater',
  'tanks.fuel.*.currentLevel': 'path.fuel',
  'tanks.wasteWater.*.currentLevel': 'path.wasteWater',
}

/** The word of a path, and the segment that matches `*` in the table. */
const knownName = (path: string): { readonly word: WordKey; readonly instance: string } | undefined => {
  const own = names[path]
  if (own !== undefined) return { word: own, instance: '' }
  const segments = path.split('.')
  for (const [at, instance] of segments.entries()) {
    const word = names[segments.with(at, '*').join('.')]
    if (word !== undefined) return { word, instance }
  }
  return undefined
}

/** `stateOfCharge` becomes `State of charge`. */
const spelledOut = (name: string): string => {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The name of a path: the boat's own, the sailor's, or its last segments spelled out. */
export const nameOfPath = (path: string, { displayName, shortName }: Metadata = {}): string => {
  const given = displayName ?? shortName
  if (given !== undefined) return given
  const known = knownName(path)
  if (known !== undefined) return [t(known.word), known.instance].filter(Boolean).join(' ')
  const segments = path.split(/[.:]/).slice(1)
  return spelledOut(segments.slice(-2).join(' ')) || path
}

/** Short test ids of values that other screens also show; they are a contract. */
const readoutIds: Readonly<Record<string, string>> = {
  'environment.depth.belowKeel': 'rd-dpt',
  'environment.depth.belowSurface': 'rd-dpt',
  'environment.depth.belowTransducer': 'rd-dpt',
  'environment.wind.angleApparent': 'rd-awa',
  'environment.wind.angleTrueWater': 'rd-twa',
  'environment.wind.speedApparent': 'rd-aws',
  'environment.wind.speedTrue': 'rd-tws',
  'navigation.courseGreatCircle.crossTrackError': 'rd-xte',
  'navigation.courseOverGroundTrue': 'rd-cog',
  'navigation.speedOverGround': 'rd-sog',
  'navigation.speedThroughWater': 'rd-stw',
  'steering.rudderAngle': 'rd-rud',
}

export const testIdOfPath = (path: string): string => readoutIds[path] ?? `rd-${path}`
