import type { Delta } from '@marinedata/plugin-api'
import { receptionOf, yacht, type AnchoredStay } from '../anchored/anchored-stay.ts'
import type { Sensor } from '../sensors/instruments.ts'
import { turnBetween, wrapFull, type Radians } from '../units.ts'
import { directionOf, lengthOf } from '../vector.ts'
import { houseValues, keelBelowTransducer, rounded, update } from './own-values.ts'

type Update = Delta['updates'][number]

/** What is published of a stay. */
export interface PublishedStay {
  readonly stay: AnchoredStay
  /** Instruments that are lost. */
  readonly lost: ReadonlySet<Sensor>
  /** Variation from true north, positive to the east. */
  readonly variation: Radians
}

/** Metres from the surface to the transducer. */
const transducerDepth = 0.5

const fromCompass = ({ stay, variation }: PublishedStay): Update => {
  const { heading } = stay.readings
  return update('compass', {
    'navigation.headingTrue': rounded(heading),
    'navigation.headingMagnetic': rounded(wrapFull(heading - variation)),
  })
}

/** A boat at anchor hardly moves, so the apparent wind is the true wind. */
const fromMasthead = ({ stay }: PublishedStay): Update => {
  const { wind, heading } = stay.readings
  const [angle, speed] = [rounded(turnBetween(heading, wind.direction)), rounded(wind.speed, 3)]
  return update('wind', {
    'environment.wind.angleApparent': angle,
    'environment.wind.speedApparent': speed,
    'environment.wind.angleTrueWater': angle,
    'environment.wind.speedTrue': speed,
    'environment.wind.directionTrue': rounded(wind.direction),
  })
}

const fromGnss = ({ stay }: PublishedStay): Update[] => {
  const { position, speedOverGround } = stay.readings
  if (position === undefined) return []
  return [
    update('gps', {
      'navigation.position': {
        latitude: rounded(position.latitude, 7),
        longitude: rounded(position.longitude, 7),
      },
      'navigation.courseOverGroundTrue': rounded(directionOf(stay.overGround)),
      'navigation.speedOverGround': rounded(speedOverGround, 3),
    }),
  ]
}

/** Values that change quickly. */
export const quickAnchoredValues = (published: PublishedStay): Update[] => [
  ...(published.lost.has('compass') ? [] : [fromCompass(published)]),
  ...(published.lost.has('wind') ? [] : [fromMasthead(published)]),
  ...(published.lost.has('gps') ? [] : fromGnss(published)),
  update('log', { 'navigation.speedThroughWater': rounded(lengthOf(published.stay.overGround), 3) }),
]

const { satellites, horizontalDilution } = receptionOf(1)

/** Values published once a second, including the dimensions that an anchor watch needs. */
export const slowAnchoredValues = ({ stay, lost, variation }: PublishedStay): Update[] => {
  const { depth } = stay.readings
  return [
    update('sounder', {
      'environment.depth.belowSurface': rounded(depth, 2),
      'environment.depth.surfaceToTransducer': transducerDepth,
      'environment.depth.belowTransducer': rounded(depth - transducerDepth, 2),
      'environment.depth.belowKeel': rounded(depth - transducerDepth - keelBelowTransducer, 2),
    }),
    ...houseValues,
    update('boat', {
      'design.length': { overall: yacht.length },
      'design.bowAnchorHeight': yacht.bowHeight,
      'sensors.gps.fromBow': yacht.fromBow,
      'sensors.gps.fromCenter': 0,
    }),
    ...(lost.has('gps')
      ? []
      : [
          update('gps', {
            'navigation.magneticVariation': rounded(variation),
            'navigation.gnss.methodQuality': 'GNSS Fix',
            'navigation.gnss.satellites': satellites,
            'navigation.gnss.horizontalDilution': horizontalDilution,
          }),
        ]),
  ]
}
