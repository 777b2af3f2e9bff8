import type { Delta } from '@marinedata/plugin-api'
import { receptionOf, yacht, type AnchoredStay } from '../anchored/anchored-stay.ts'
import type { Sensor } from '../sensors/instruments.ts'
import { turnBetween, wrapFull, type Radians } from '../units.ts'
import { directionOf, lengthOf } from '../vector.ts'
import { houseValues, keelBelowTransducer, rounded, update } from './own-values.ts'

type Update = Delta['updates'][number]

/** What is told of a stay. */
export interface ToldStay {
  readonly stay: AnchoredStay
  /** Instruments of which nothing is heard. */
  readonly lost: ReadonlySet<Sensor>
  /** Of the compass from true north, positive to the east. */
  readonly variation: Radians
}

/** Metres from the water down to the transducer. */
const transducerDepth = 0.5

const fromCompass = ({ stay, variation }: ToldStay): Update => {
  const { heading } = stay.readings
  return update('compass', {
    'navigation.headingTrue': rounded(heading),
    'navigation.headingMagnetic': rounded(wrapFull(heading - variation)),
  })
}

/** A boat on its anchor hardly moves: what blows over its deck is the true wind. */
const fromMasthead = ({ stay }: ToldStay): Update => {
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

const fromGnss = ({ stay }: ToldStay): Update[] => {
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

/** What changes from moment to moment. */
export const quickAnchoredValues = (told: ToldStay): Update[] => [
  ...(told.lost.has('compass') ? [] : [fromCompass(told)]),
  ...(told.lost.has('wind') ? [] : [fromMasthead(told)]),
  ...(told.lost.has('gps') ? [] : fromGnss(told)),
  update('log', { 'navigation.speedThroughWater': rounded(lengthOf(told.stay.overGround), 3) }),
]

const { satellites, horizontalDilution } = receptionOf(1)

/** What does not: once a second; and how the boat is built, as an anchor watch wants to know it. */
export const slowAnchoredValues = ({ stay, lost, variation }: ToldStay): Update[] => {
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
